// Packs Python as bytecode for the browser's Python, which compiles it here, once for each state of the sources: of Steep
// what the pages import, in two archives, and of Python's own library what that imports. A start that compiled them took
// three times as long.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { loadPyodide, version } from "pyodide";

/** Files that no page uses, besides modules that none imports. */
const LEFT_OUT = /^steep\/env\/|\/displays\/assets\/|\/report_page\/[^/]*\.(css|html|js|toml)$|__pycache__|\.pyi$|\/py\.typed$/;

const PACK = `
import ast, encodings, importlib.util, io, pkgutil, sys, zipfile
from contextlib import suppress
from importlib import _bootstrap_external
from pathlib import Path

# What Python's library imports only when it is used. Files of projects may declare any encoding.
LATE = ("_strptime", "linecache", "stringprep", *(f"encodings.{each.name}" for each in pkgutil.iter_modules(encodings.__path__)))

def bytecode(path, name):
    """A module's bytecode. Steep's has no docstrings, which no page shows."""
    source = path.read_bytes()
    tree = ast.parse(source)
    for node in ast.walk(tree) if name.startswith("steep/") else ():
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node, clean=False) is not None:
            node.body[:1] = [] if node.body[1:] else [ast.Pass()]
    code = compile(ast.fix_missing_locations(tree), name, "exec", dont_inherit=True)
    return _bootstrap_external._code_to_hash_pyc(code, importlib.util.source_hash(source), False)

def pack(root, wanted):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(Path(root).rglob("*")):
            name = path.relative_to(root).as_posix()
            if not path.is_file() or name not in wanted:
                continue
            if path.suffix == ".py":
                archive.writestr(zipfile.ZipInfo(name + "c"), bytecode(path, name), zipfile.ZIP_DEFLATED)
            else:
                archive.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()

def imports(path):
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield from ((node.module, alias.name) for alias in node.names)

def reached(root, *modules):
    """The files of these modules and of what they import anywhere, with the packages that they lie in."""
    found, left = set(), [*modules]
    while left:
        name = left.pop()
        path = Path(root, *name.split("."))
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        if path not in found and path.exists():
            found.add(path)
            left += [name.rpartition(".")[0], *(each for module, part in imports(path) for each in (module, f"{module}.{part}"))]
    return found

def pack_steep(root):
    """What the player's pages use; what the workbench adds to that; and of Python's library what either uses."""
    player = reached(root, *(f"steep.web.{name}" for name in ("rpc", "play", "verify", "walk")))
    workbench = reached(root, "steep.web.workbench") - player
    of_workbench = {path.parent for path in workbench} - {path.parent for path in player}
    for path in Path(root).rglob("*"):
        if path.is_file() and path.suffix != ".py":
            (workbench if of_workbench & {*path.parents} else player).add(path)
    names = lambda paths: {path.relative_to(root).as_posix() for path in paths}
    return pack_standard_library(player | workbench), pack(root, names(player)), pack(root, names(workbench))

def pack_standard_library(paths):
    """Only what these files import anywhere, and what that imports."""
    modules = [path for path in paths if path.suffix == ".py"]
    for name, part in {*((late, "") for late in LATE), *(pair for path in modules for pair in imports(path))}:
        if name.partition(".")[0] in sys.stdlib_module_names:
            with suppress(ImportError):
                getattr(importlib.import_module(name), part, None)  # some modules import their parts when asked
    library = next(path for path in sys.path if path.endswith(".zip"))
    files = {str(Path(module.__file__)) for module in [*sys.modules.values()] if getattr(module, "__file__", None)}
    with zipfile.ZipFile(library) as archive:
        archive.extractall("/standard")
    return pack("/standard", {Path(file).relative_to(library).as_posix() for file in files if file.startswith(library)})
`;

/** Returns the paths of the archives, in `cache`: of Python's library, of Steep's, and of what the workbench adds to that. */
export async function packLibraries(source, cache) {
  const found = await readdir(join(source, "steep"), { recursive: true, withFileTypes: true });
  const files = new Map();
  for (const entry of found.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(source, path).replaceAll("\\", "/");
    if (!LEFT_OUT.test(name)) files.set(name, await readFile(path));
  }
  const recipe = createHash("sha256").update(version).update(PACK);
  for (const name of [...files.keys()].sort()) recipe.update(name).update(files.get(name));
  const key = recipe.digest("hex").slice(0, 16);
  const [standard, steep, lab] = ["python", "steep", "lab"].map((name) => join(cache, `${name}-${key}.zip`));
  if ([standard, steep, lab].every((path) => existsSync(path))) return { standard, steep, lab };
  const python = await loadPyodide();
  python.runPython(PACK);
  for (const [name, content] of files) {
    const path = `/source/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, content);
  }
  const [library, ofPlayer, ofWorkbench] = python.globals.get("pack_steep")("/source").toJs();
  await rm(cache, { recursive: true, force: true });
  await mkdir(cache, { recursive: true });
  await Promise.all([writeFile(standard, library), writeFile(steep, ofPlayer), writeFile(lab, ofWorkbench)]);
  return { standard, steep, lab };
}
