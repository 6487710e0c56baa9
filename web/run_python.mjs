// Runs a script by the Python of the built pages, in Node: node run_python.mjs BUILT SCRIPT.py FOLDER, which is /files there.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadPyodide } from "pyodide";

const [built, script, folder] = process.argv.slice(2);
const python = await loadPyodide({ stdLibURL: join(built, "pyodide", "python_stdlib.zip") });
for (const name of ["steep.zip", "lab.zip"]) {
  python.unpackArchive(new Uint8Array(readFileSync(join(built, name))), "zip", { extractDir: "/lib/steep" });
}
python.mountNodeFS("/files", folder);
python.runPython('import sys; sys.path.insert(0, "/lib/steep")');
python.runPython(readFileSync(script, "utf8"));
