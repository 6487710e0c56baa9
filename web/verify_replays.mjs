// Verifies recorded games in Node, with the Python of the pages: node verify_replays.mjs LIBRARY.zip FILE.replay...

import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [library, ...files] = process.argv.slice(2);
const python = await loadPyodide({ convertNullToNone: true });
python.unpackArchive(new Uint8Array(readFileSync(library)), "zip", { extractDir: "/lib/steep" });
python.runPython('import sys; sys.path.insert(0, "/lib/steep")');
const answer = python.pyimport("steep.web.rpc").answer;
for (const file of files) {
  const { value, problem, crash } = answer("verify", "verify", [file, new Uint8Array(readFileSync(file))]).toJs({
    dict_converter: Object.fromEntries,
  });
  console.log(JSON.stringify({ file, verified: value?.[0] ?? false, sentence: value?.[1] ?? problem ?? crash }));
}
