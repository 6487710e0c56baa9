// Runs Steep's Python in a worker, and answers the calls of a page with functions of `steep.web`.

import { unzipSync } from "fflate";
import { loadPyodide, type PyodideAPI } from "pyodide";
import { loadRules, Rules } from "../rules/rules";
import { Run } from "../rules/run";
import { Downloads } from "./downloads";
import type { Answer, Reply, Request } from "./messages";

const ROOT = "/steep";
const LIBRARY = "/lib/steep";
/** The archives of what a module of `steep.web` uses, if more than Steep's first. */
const ARCHIVES: Readonly<Record<string, readonly string[]>> = { workbench: ["steep.zip", "lab.zip"] };
/** The share of a start that is loading. */
const OF_LOADING = 0.8;
/** Milliseconds that the browser's storage may take to give out the files. */
const STORAGE_PATIENCE = 20_000;

type Calls = (module: string, name: string, args: readonly unknown[]) => Answer;

let calls: Calls | null = null;
let module = "";

function reply(message: Reply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

function progress(text: string, share: number, amount = ""): void {
  reply({ kind: "progress", progress: { text, amount, share } });
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

/** Unpack Steep's Python. Python could do it, in ten times the time. */
function unpackLibrary({ FS }: PyodideAPI, archive: ArrayBuffer): void {
  for (const [name, content] of Object.entries(unzipSync(new Uint8Array(archive)))) {
    const path = `${LIBRARY}/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, content, { canOwn: true });
  }
}

/** What Emscripten's file system in IndexedDB has that is used here. */
interface Idbfs {
  syncfs(mount: unknown, populate: boolean, done: (error: unknown) => void): void;
  quit(): void;
}

/** What a fault says. Pyodide's are not all of them errors. */
function textOf(fault: unknown): string {
  const { message, name } = fault as Partial<Error>;
  return message || name || String(fault);
}

/**
 * Mount the folder that is kept in the browser's storage (IndexedDB), and write each change of it back. The page is told
 * when that fails. What can't be read in the beginning is not written to either: an empty folder would take its place.
 */
async function keepFolder({ FS }: PyodideAPI): Promise<void> {
  const idbfs: Idbfs = FS.filesystems.IDBFS;
  let failed = false;
  const tell = (problem: string | null): void => {
    if (failed !== (problem !== null)) reply({ kind: "keeping", problem });
    failed = problem !== null;
  };
  const sync = idbfs.syncfs;
  idbfs.syncfs = (mount, populate, done) =>
    sync(mount, populate, (error) => {
      if (!populate) tell(error ? textOf(error) : null);
      if (error) idbfs.quit(); // the next change opens the database anew, which may have been deleted
      done(error);
    });
  FS.mkdirTree(ROOT);
  FS.mount(FS.filesystems.IDBFS, { autoPersist: true }, ROOT);
  await new Promise<void>((resolve, reject) => {
    setTimeout(() => reject(new Error("it does not answer")), STORAGE_PATIENCE);
    FS.syncfs(true, (error: unknown) => (error ? reject(error) : resolve()));
  }).catch((error: unknown) => {
    FS.unmount(ROOT);
    tell(textOf(error));
  });
}

/** Let Python play runs by `rules.wasm`, with a module of its own. */
async function offerRules(python: PyodideAPI): Promise<void> {
  const rules = await loadRules(new URL("rules.wasm", self.location.href));
  python.registerJsModule("steep_rules", {
    begin_run: (ruleset: Uint8Array, size: number, turnAt: number) => new Run(new Rules(rules), ruleset, size, turnAt),
  });
}

async function boot(keep: boolean, kept: boolean): Promise<void> {
  let told = "";
  const downloads = new Downloads(ARCHIVES[module] ?? ["steep.zip"], kept, (come, total) => {
    const amount = `${megabytes(come)} of ${megabytes(total)} MB`;
    if (amount !== told) progress(come < total ? "Loading" : "Starting Python", OF_LOADING * (come / total), amount);
    told = amount;
  });
  self.fetch = downloads.fetch;
  const python = await loadPyodide({ indexURL: new URL("pyodide/", self.location.href).href, convertNullToNone: true });
  for (const archive of downloads.archives) unpackLibrary(python, await archive);
  progress("Reading your files", OF_LOADING);
  if (keep) await keepFolder(python);
  progress("Starting", 0.9);
  python.runPython(`import sys; sys.path.insert(0, "${LIBRARY}")`);
  const offered = module === "verify" || module === "workbench" ? offerRules(python) : null;
  if (module === "verify") await offered; // which the workbench calls later
  python.pyimport(`steep.web.${module}`);
  const answer = python.pyimport("steep.web.rpc").answer;
  calls = (of, name, args) => {
    const result = answer(of, name, args);
    try {
      return result.toJs({ dict_converter: Object.fromEntries, create_pyproxies: false });
    } finally {
      result.destroy();
    }
  };
  reply({ kind: "ready" });
}

/** Rejects where a part can't be loaded or compiled, for which Pyodide waits for ever. */
function lost(): Promise<never> {
  return new Promise((_, reject) => {
    self.onunhandledrejection = ({ reason }) => reject(reason as Error);
    const instantiate = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = async (source, imports) => {
      try {
        return await instantiate(source, imports);
      } catch (fault) {
        reject(fault as Error);
        throw fault;
      }
    };
  });
}

/** The buffers of an answer that are handed over rather than copied. */
function buffers(value: unknown): ArrayBuffer[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((each) => (each instanceof Uint8Array ? [each.buffer as ArrayBuffer] : []));
}

self.onmessage = ({ data }: MessageEvent<Request>) => {
  if (data.kind === "boot") {
    module = data.module;
    Promise.race([lost(), boot(data.keep, data.kept)]).catch((error: unknown) => reply({ kind: "failed", text: textOf(error) }));
  } else if (calls) {
    const answer = calls(module, data.name, data.args);
    reply({ kind: "answer", id: data.id, answer }, "value" in answer ? buffers(answer.value) : []);
  }
};
