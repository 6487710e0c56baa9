// Packs Python as bytecode for the browser's Python, which compiles it here: Steep's, once for each state of the
// sources, and Python's own library, once for each version. A start that compiled them took three times as long.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { loadPyodide, version } from "pyodide";

/** Folders and files that no page uses. */
const LEFT_OUT = /^steep\/(__main__|cli)\.py$|^steep\/(commands|env|ui\/terminal|ui\/window)\/|__pycache__|\.pyi$/;

const COMPILE = `
import io, py_compile, sys, zipfile
from pathlib import Path

def pack(root):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(Path(root).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix == ".py":
                mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
                compiled = py_compile.compile(path, "/tmp/out.pyc", name, doraise=True, invalidation_mode=mode)
                archive.writestr(zipfile.ZipInfo(name + "c"), Path(compiled).read_bytes(), zipfile.ZIP_DEFLATED)
            elif path.is_file():
                archive.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()

def unpack_standard_library(root):
    with zipfile.ZipFile(next(path for path in sys.path if path.endswith(".zip"))) as archive:
        archive.extractall(root)
`;

/** Returns the paths of the two archives, in `cache`. */
export async function packLibraries(source, cache) {
  const found = await readdir(join(source, "steep"), { recursive: true, withFileTypes: true });
  const files = new Map();
  for (const entry of found.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(source, path).replaceAll("\\", "/");
    if (!LEFT_OUT.test(name)) files.set(name, await readFile(path));
  }
  const recipe = createHash("sha256").update(version).update(COMPILE);
  const standard = join(cache, `python-${digest(recipe)}.zip`);
  for (const name of [...files.keys()].sort()) recipe.update(name).update(files.get(name));
  const steep = join(cache, `steep-${digest(recipe)}.zip`);
  if (existsSync(standard) && existsSync(steep)) return { standard, steep };
  const python = await loadPyodide();
  python.runPython(COMPILE);
  for (const [name, content] of files) {
    python.FS.mkdirTree(`/steep/${name.slice(0, name.lastIndexOf("/"))}`);
    python.FS.writeFile(`/steep/${name}`, content);
  }
  const pack = (root) => python.globals.get("pack")(root).toJs();
  const packed = [[steep, pack("/steep")]];
  if (existsSync(standard)) packed.push([standard, await readFile(standard)]);
  else {
    python.globals.get("unpack_standard_library")("/standard");
    packed.push([standard, pack("/standard")]);
  }
  await rm(cache, { recursive: true, force: true });
  await mkdir(cache, { recursive: true });
  for (const [path, content] of packed) await writeFile(path, content);
  return { standard, steep };
}

/** The first digits of a hash, which can be updated further. */
function digest(hash) {
  return hash.copy().digest("hex").slice(0, 16);
}
