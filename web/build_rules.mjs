// Builds `rules.wasm` from Steep's rules, once for each state of them.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** Returns the path of the file, in `cache`. */
export async function buildRules(root, cache) {
  const own = join(root, ".venv", "bin", "python");
  const python = existsSync(own) ? own : "python";
  const options = { cwd: root, env: { ...process.env, PYTHONPATH: join(root, "src") } };
  const { stdout } = await promisify(execFile)(python, ["-m", "steep.core.native.webassembly", cache], options);
  return stdout.trim();
}
