// Packs Steep's Python as bytecode for the browser's Python, which compiles it here, once for each state of the sources.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { loadPyodide, version } from "pyodide";

/** Folders and files that no page uses. */
const LEFT_OUT = /^steep\/(__main__|cli)\.py$|^steep\/(commands|env|ui\/terminal|ui\/window)\/|__pycache__|\.pyi$/;

const COMPILE = `
import io, py_compile, zipfile
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
`;

/** Returns the path of the archive, in `cache`. */
export async function packLibrary(source, cache) {
  const found = await readdir(join(source, "steep"), { recursive: true, withFileTypes: true });
  const files = new Map();
  const hash = createHash("sha256").update(version).update(COMPILE);
  for (const entry of found.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(source, path).replaceAll("\\", "/");
    if (!LEFT_OUT.test(name)) files.set(name, await readFile(path));
  }
  for (const name of [...files.keys()].sort()) hash.update(name).update(files.get(name));
  const zip = join(cache, `${hash.digest("hex").slice(0, 16)}.zip`);
  if (existsSync(zip)) return zip;
  const python = await loadPyodide();
  for (const [name, content] of files) {
    python.FS.mkdirTree(`/source/${name.slice(0, name.lastIndexOf("/"))}`);
    python.FS.writeFile(`/source/${name}`, content);
  }
  python.runPython(COMPILE);
  const packed = python.globals.get("pack")("/source");
  await rm(cache, { recursive: true, force: true });
  await mkdir(cache, { recursive: true });
  await writeFile(zip, packed.toJs());
  return zip;
}
