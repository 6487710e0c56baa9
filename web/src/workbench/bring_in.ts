// What a maker brings along: a ruleset's file, a project's folder or file, or a pasted table. Nothing of it is run.

/** Folders that hold no sources of a game. */
const SKIPPED = new Set(["node_modules", "__pycache__", "venv", "env", "site-packages"]);
/** Bytes of a file that may be source, and of all files. */
const MOST_OF_FILE = 1024 * 1024;
const MOST_OF_ALL = 32 * 1024 * 1024;
const MOST_FILES = 5_000;

/** Files by their paths, which begin with the folder that was dropped. */
export type Files = Record<string, Uint8Array<ArrayBuffer>>;

/** The files of a pasted text. */
export function pasted(text: string): Files {
  return { "pasted.py": new TextEncoder().encode(text) };
}

/** What is added to a file's name for the file beside it that says which column is which. */
export const COLUMNS = ".steep.toml";

/** The columns of a sheet, or the keys of a list in JSON, where that is all that is brought; none for anything else. */
export function columnsOf(files: Files): string[] {
  const [name, ...others] = Object.keys(files).filter((each) => !each.endsWith(COLUMNS));
  if (name === undefined || others.length) return [];
  const text = new TextDecoder().decode(files[name]).trim();
  const header = text.split(/[\r\n]/, 1)[0]!;
  const names = text.startsWith("[") ? [...text.matchAll(/"([^"\n]+)"\s*:/g)].map(([, key]) => key!) : /[=(){}]/.test(header) ? [] : header.split(/[,;|\t]/);
  return [...new Set(names.map((each) => each.trim()).filter((each) => each))];
}

/** The files that were chosen, one by one or as a folder. */
export async function chosen(list: Iterable<File>): Promise<Files> {
  return read(Array.from(list, (file) => [file.webkitRelativePath || file.name, file]));
}

/** The files that were dropped, of folders too. Must be called before the drop event ends. */
export async function dropped(items: DataTransferItemList): Promise<Files> {
  const entries = Array.from(items).flatMap((item) => item.webkitGetAsEntry() ?? []);
  const found: [string, File][] = [];
  for (const entry of entries) await walk(entry, entry.name, found);
  return read(found);
}

async function walk(entry: FileSystemEntry, path: string, found: [string, File][]): Promise<void> {
  if (found.length >= MOST_FILES) return;
  if (entry.isFile) {
    found.push([path, await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))]);
  } else if (isSource(path)) {
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    // A reader gives its entries in parts; an empty one is the last.
    for (;;) {
      const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (!part.length) break;
      for (const each of part) await walk(each, `${path}/${each.name}`, found);
    }
  }
}

function isSource(path: string): boolean {
  return !path.split("/").some((part) => SKIPPED.has(part) || (part.startsWith(".") && part !== "."));
}

async function read(found: readonly (readonly [string, File])[]): Promise<Files> {
  const files: Files = {};
  let [size, tooLarge] = [0, ""];
  for (const [path, file] of found.slice(0, MOST_FILES)) {
    if (!isSource(path)) continue;
    if (file.size > MOST_OF_FILE) {
      tooLarge ||= path;
      continue;
    }
    size += file.size;
    if (size > MOST_OF_ALL) throw new Error("More than 32 megabytes of files: choose the folder with the game's code.");
    files[path] = new Uint8Array(await file.arrayBuffer());
  }
  if (!size && tooLarge) throw new Error(`${tooLarge} is longer than a megabyte: it was not read.`);
  if (!Object.keys(files).length) throw new Error("Found no file that can be read: drop or choose files, or a folder with a game's code.");
  return files;
}
