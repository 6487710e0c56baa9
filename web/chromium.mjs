// The browser that the tests drive: CHROMIUM if that is set, one of this machine, or the one that npm brings for Linux.

import { execFileSync } from "node:child_process";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { access, chmod, constants, mkdir, rename, rm } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";

const WEB = dirname(fileURLToPath(import.meta.url));
const UNPACKED = join(dirname(WEB), "build", "chromium");
const NAMES = ["chromium", "chromium-headless-shell", "chromium-browser", "google-chrome", "chrome", "msedge"];

export const ARGUMENTS = [
  "--no-sandbox", // which root has to do without; it opens nothing but this folder
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The path of the browser and the environment that it needs; null if there is none. */
export async function findChromium() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const installed = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  for (const path of [process.env.CHROMIUM, ...installed, "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"]) {
    if (path && (await access(path, constants.X_OK).then(() => true, () => false))) return { path, env: {} };
  }
  return unpack();
}

/** The browser of the npm package, which is compressed there, and the libraries beside it. */
async function unpack() {
  const packed = join(WEB, "node_modules/@sparticuz/chromium/bin");
  if (process.platform !== "linux" || !existsSync(packed)) return null;
  if (!existsSync(UNPACKED)) {
    // Several tests may need it first: each unpacks into a folder of its own, and one becomes that of all.
    const part = `${UNPACKED}.${process.pid}`;
    await mkdir(part, { recursive: true });
    const [browser, libraries] = [join(part, "chromium"), join(part, "libraries.tar")];
    await Promise.all([
      pipeline(createReadStream(join(packed, "chromium.br")), createBrotliDecompress(), createWriteStream(browser)),
      pipeline(createReadStream(join(packed, "al2023.tar.br")), createBrotliDecompress(), createWriteStream(libraries)),
    ]);
    execFileSync("tar", ["xf", libraries, "-C", part]);
    await chmod(browser, 0o755);
    await rename(part, UNPACKED).catch(() => rm(part, { recursive: true }));
  }
  return { path: join(UNPACKED, "chromium"), env: { LD_LIBRARY_PATH: join(UNPACKED, "lib") } };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = await findChromium();
  console.log(found?.path ?? "no Chromium");
}
