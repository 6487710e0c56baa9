// Builds the static folder that any host serves: node build.mjs [FOLDER]

import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { buildManual } from "./build_manual.mjs";
import { buildRules } from "./build_rules.mjs";
import { packLibraries } from "./pack_library.mjs";

const WEB = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(WEB);
const OUT = resolve(process.argv[2] ?? join(ROOT, "build", "web"));

const PYODIDE = ["pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json"];

await rm(OUT, { recursive: true, force: true });
await mkdir(join(OUT, "pyodide"), { recursive: true });

const options = { bundle: true, format: "esm", target: "es2022", outdir: OUT, minify: true, sourcemap: false, jsx: "automatic", jsxImportSource: "preact" };
const pages = build({
  ...options,
  entryPoints: { play: join(WEB, "src/play/main.ts"), workbench: join(WEB, "src/workbench/main.tsx") },
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  logLevel: "warning",
});
const copies = [
  cp(join(WEB, "static"), OUT, { recursive: true }),
  cp(join(ROOT, "src/steep/ui/displays/assets"), join(OUT, "tiles"), { recursive: true }),
  buildWorkers(),
  buildRules(ROOT, join(ROOT, "build", "web-rules")).then((rules) => cp(rules, join(OUT, "rules.wasm"))),
  buildManual(ROOT, join(ROOT, "build", "manual")).then((manual) =>
    // Sphinx's own note of its settings has the folder's path in it.
    cp(manual, join(OUT, "manual"), { recursive: true, filter: (path) => !path.endsWith(".buildinfo") }),
  ),
];
const tests = build({
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  entryPoints: (await readdir(join(WEB, "tests"))).filter((name) => /\.test\.ts$|^play_games/.test(name)).map((name) => join(WEB, "tests", name)),
  outdir: join(WEB, ".tests"),
  packages: "external",
  external: ["../chromium.mjs"],
  outExtension: { ".js": ".mjs" },
  logLevel: "warning",
});
await Promise.all([pages, tests, ...copies]);
await writeServiceWorker();

/** The workers, which know how many bytes of Python there are to fetch, and that. */
async function buildWorkers() {
  const { standard, steep, lab } = await packLibraries(join(ROOT, "src"), join(ROOT, "build", "web-library"));
  await Promise.all([
    ...PYODIDE.map((name) => cp(join(WEB, "node_modules/pyodide", name), join(OUT, "pyodide", name))),
    cp(standard, join(OUT, "pyodide", "python_stdlib.zip")),
    cp(steep, join(OUT, "steep.zip")),
    cp(lab, join(OUT, "lab.zip")),
  ]);
  const sizes = {};
  for (const name of [...PYODIDE.map((each) => `pyodide/${each}`), "pyodide/python_stdlib.zip", "steep.zip", "lab.zip"]) {
    const content = await readFile(join(OUT, name));
    sizes[name] = { whole: content.length, sent: name.endsWith(".zip") ? content.length : gzipSync(content).length };
  }
  // Pyodide's module looks for Node's; a browser never gets there.
  await build({
    ...options,
    entryPoints: { worker: join(WEB, "src/python/worker.ts"), games_worker: join(WEB, "src/rules/games_worker.ts") },
    external: ["node:*", "ws"],
    define: { SIZES: JSON.stringify(sizes) },
    logLevel: "warning",
  });
}

/** The service worker knows every file of the folder, and has a new version when one of them changes. */
async function writeServiceWorker() {
  const files = (await readdir(OUT, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(OUT, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
  const version = createHash("sha256");
  for (const name of files) version.update(name).update(await readFile(join(OUT, name)));
  const { outputFiles } = await build({
    ...options,
    entryPoints: [join(WEB, "src/service_worker.ts")],
    format: "iife",
    define: { FILES: JSON.stringify(files), VERSION: JSON.stringify(version.digest("hex").slice(0, 16)) },
    write: false,
  });
  await writeFile(join(OUT, "service_worker.js"), outputFiles[0].contents);
}
