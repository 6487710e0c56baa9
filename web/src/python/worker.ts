// Runs Steep's Python in a worker, and answers the calls of a page with functions of `steep.web`.

import { unzipSync } from "fflate";
import { loadPyodide, type PyodideAPI } from "pyodide";
import type { Answer, Reply, Request } from "./messages";

const ROOT = "/steep";
const LIBRARY = "/lib/steep";

type Calls = (module: string, name: string, args: readonly unknown[]) => Answer;

let calls: Calls | null = null;
let module = "";

function reply(message: Reply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

function progress(text: string, share: number): void {
  reply({ kind: "progress", progress: { text, share } });
}

/** Unpack Steep's Python. Python could do it, in ten times the time. */
function unpackLibrary({ FS }: PyodideAPI, archive: ArrayBuffer): void {
  for (const [name, content] of Object.entries(unzipSync(new Uint8Array(archive)))) {
    const path = `${LIBRARY}/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, content, { canOwn: true });
  }
}

/** Mount the folder that is kept in the browser's storage (IndexedDB), and write each change of it back. */
async function keepFolder(python: PyodideAPI): Promise<void> {
  const { FS } = python;
  FS.mkdirTree(ROOT);
  FS.mount(FS.filesystems.IDBFS, { autoPersist: true }, ROOT);
  await new Promise<void>((resolve, reject) => {
    FS.syncfs(true, (error: unknown) => (error ? reject(error) : resolve()));
  });
}

async function boot(keep: boolean): Promise<void> {
  progress("Loading Python", 0.05);
  const archive = fetch(new URL("steep.zip", self.location.href)).then((response) => {
    if (!response.ok) throw new Error(`steep.zip: ${response.status} ${response.statusText}`);
    return response.arrayBuffer();
  });
  const python = await loadPyodide({ indexURL: new URL("pyodide/", self.location.href).href, convertNullToNone: true });
  progress("Loading Steep", 0.6);
  unpackLibrary(python, await archive);
  if (keep) await keepFolder(python);
  progress("Starting", 0.7);
  python.runPython(`import sys; sys.path.insert(0, "${LIBRARY}")`);
  python.pyimport(`steep.web.${module}`);
  const answer = python.pyimport("steep.web.calls").answer;
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

/** The buffers of an answer that are handed over rather than copied. */
function buffers(value: unknown): ArrayBuffer[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((each) => (each instanceof Uint8Array ? [each.buffer as ArrayBuffer] : []));
}

self.onmessage = ({ data }: MessageEvent<Request>) => {
  if (data.kind === "boot") {
    module = data.module;
    boot(data.keep).catch((error: unknown) => reply({ kind: "failed", text: String(error) }));
  } else if (calls) {
    const answer = calls(module, data.name, data.args);
    reply({ kind: "answer", id: data.id, answer }, "value" in answer ? buffers(answer.value) : []);
  }
};
