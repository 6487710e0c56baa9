// Renders the manual, docs/, by Sphinx, which keeps what has not changed since the last time.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Returns the folder of the pages, in `cache`. What Sphinx finds wrong is printed, and kept in `warnings.txt`. */
export async function buildManual(root, cache) {
  const own = join(root, ".venv", "bin", "python");
  const python = existsSync(own) ? own : "python";
  const words = ["-m", "sphinx", "--quiet", "--builder", "html", "--conf-dir", "docs/sphinx", "--doctree-dir", join(cache, "doctrees")];
  const pages = join(cache, "pages");
  const sphinx = spawn(python, [...words, "--warning-file", join(cache, "warnings.txt"), "docs", pages], { cwd: root, stdio: "inherit" });
  const code = await new Promise((done, failed) => sphinx.on("close", done).on("error", failed));
  if (code) throw new Error(`the manual was not built; Sphinx comes with: ${python} -m pip install ".[docs]"`);
  return pages;
}
