// The maker's own files as the document: their numbers follow the ruleset, and the ruleset follows what is typed there.

import { signal } from "@preact/signals";
import type { Assumptions, Imported, Patch, SourceNumber } from "../python/calls";
import type { Bench } from "./bench";
import type { Files } from "./bring_in";
import { keepIn, keptIn } from "./drafts";
import { Editor } from "./editor";
import { changeToOverride } from "./entries";
import { languageOf } from "./languages";
import { LatestCalls } from "./latest";
import { bytesOf as bytesOfLetters, lettersOf } from "./link";
import { dragged, fail, source, succeed } from "./model";
import { type Change, changed, placesIn } from "./places";

/** Milliseconds without a key after which files are read again. */
const PAUSE = 500;
/** Seconds that reading or changing them may take. */
const PATIENCE = 60;
/** The name under which files are kept between visits, and the most bytes of them that are. */
const KEPT = "steep-workbench-own";
const MOST_KEPT = 300_000;

/** Files that were imported, as they are now, and as they were. */
export interface Own {
  readonly files: Files;
  readonly original: Files;
  /** The file that is shown. */
  readonly name: string;
  /** Whether the tutorial supplies what they lack. */
  readonly fill: boolean;
  readonly places: Readonly<Record<string, SourceNumber>>;
  /** The ruleset that they read as. */
  readonly toml: string;
  /** What the ruleset has that they can't say. */
  readonly refused: readonly string[];
  /** What they don't say, as lines that would write it, by their paths. */
  readonly assumed: Readonly<Record<string, string>>;
}

export class OwnFiles {
  /** Null for a text that is its own document. */
  readonly now = signal<Own | null>(null);
  readonly editor: Editor;
  /** What the files were for each text of a ruleset, to which undo may lead back. */
  private readonly known = new Map<string, Own | null>();
  private readonly commits: LatestCalls;
  private readonly reads: LatestCalls;
  /** Those who wait until the files say what the text does. */
  private readonly waiting: (() => void)[] = [];
  private typing: ReturnType<typeof setTimeout> | undefined;
  /** Whether the editor is being changed by the page, and not by the maker. */
  private following = false;

  constructor(private readonly bench: Bench) {
    this.commits = new LatestCalls(bench.worker, PATIENCE);
    this.reads = new LatestCalls(bench.worker, PATIENCE);
    const onChange = (): void => void (this.following || this.typed());
    this.editor = new Editor(document.createElement("div"), onChange, () => undefined, { label: "Your own file", extensions: [] });
  }

  /** The names of the files with numbers of the ruleset. */
  get names(): string[] {
    return [...new Set(Object.values(this.now.value?.places ?? {}).map(({ file }) => file))].sort();
  }

  /** The files that are no longer as they were imported. */
  get changed(): string[] {
    const own = this.now.value;
    return own ? Object.keys(own.files).filter((name) => shownOf(own.files[name]!) !== shownOf(own.original[name]!)) : [];
  }

  /** Know what the files are for a text, before that text is opened: null for a text of its own. */
  remember(text: string, own: Own | null): void {
    this.known.set(text, own);
    OwnFiles.keep(text, own);
  }

  /** Keep the files for the next visit, with the text that they go with. */
  private static keep(text: string, own: Own | null): void {
    const size = Object.values(own?.files ?? {}).reduce((sum, { length }) => sum + length, 0);
    const letters = (files: Files): object => Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, lettersOf(bytes)]));
    const kept = own && size < MOST_KEPT ? { text, own: { ...own, files: letters(own.files), original: letters(own.original) } } : {};
    keepIn(KEPT, JSON.stringify(kept));
  }

  /** Take up the files of the last visit, if they are those of a text. */
  recall(of: string): void {
    try {
      const { text, own } = JSON.parse(keptIn(KEPT) || "{}");
      if (text !== of) return;
      const bytes = (files: Record<string, string>): Files => Object.fromEntries(Object.entries(files).map(([name, letters]) => [name, bytesOfLetters(letters)]));
      this.known.set(of, { ...own, files: bytes(own.files), original: bytes(own.original) } as Own);
      source.value = "own";
    } catch {
      // What is kept is of another version, or damaged: the text goes on alone.
    }
  }

  /** Files that were imported, with the first of them that has numbers shown; null if none has. */
  static of({ files, places, toml }: Imported, fill: boolean, assumed: Readonly<Record<string, string>>): Own | null {
    const name = Object.values(places)[0]?.file ?? "";
    return files[name] ? { files, original: files, name, fill, places, toml, refused: [], assumed } : null;
  }

  show(name: string): void {
    if (this.now.value) this.adopt({ ...this.now.value, name });
  }

  /** The line of the shown file with the first number at or below a path; null if it has none. */
  placeOf(path: string): readonly [number, number] | null {
    const own = this.now.value;
    const place = Object.entries(own?.places ?? {}).find(([at, { file }]) => file === own!.name && `${at}.`.startsWith(`${path}.`))?.[1];
    if (!place) return null;
    const { from, to } = this.editor.view.state.doc.line(place.line);
    return [from, to];
  }

  /** The text of the ruleset changed. */
  follow(text: string): void {
    const known = this.known.get(text);
    if (known !== undefined) {
      OwnFiles.keep(text, known);
      const name = this.now.value?.name;
      this.adopt(known && name && known.files[name] ? { ...known, name } : known);
    } else if (dragged.peek() && this.now.value) this.preview(this.now.value, text);
  }

  /** Ends when the files say what the text does, as far as they can. */
  async settled(): Promise<void> {
    if (this.now.value && !this.known.has(this.bench.editor.text)) await new Promise<void>((done) => this.waiting.push(done));
  }

  /** The files are as far as they come: nobody waits any longer. */
  release(): void {
    for (const done of this.waiting.splice(0)) done();
  }

  /** A file to give back. One that was typed into is what its editor has; any other keeps its bytes. */
  bytes(name: string): Uint8Array<ArrayBuffer> {
    const { files, name: shown } = this.now.value!;
    const typed = name === shown && this.editor.text !== linesOf(shownOf(files[name]!));
    return typed ? bytesOf(this.editor.file, files[name]!) : files[name]!;
  }

  /** Nothing is being dragged any more. */
  rest(): void {
    this.editor.endDrag();
  }

  /** The text is a ruleset, and nothing is being dragged: the files are to say what it does. */
  commit(text: string): void {
    const own = this.now.peek();
    if (!own || this.known.has(text)) return;
    const show = ({ files, places, toml, refused }: Patch): void => {
      if (text !== this.bench.editor.text || this.now.peek() !== own) return;
      this.remember(text, { ...own, files: { ...own.files, ...files }, places, toml, refused });
      this.adopt(this.known.get(text)!);
      succeed("own");
      this.release();
    };
    this.commits.ask("change_source", [text, own.files, own.fill], show, (fault) => {
      fail(fault, "own");
      this.release();
    });
  }

  private adopt(own: Own | null): void {
    const another = own?.original !== this.now.peek()?.original;
    const other = another || own?.name !== this.now.peek()?.name;
    if (another) this.typing = void clearTimeout(this.typing); // what was typed into the file before is none of this one
    this.now.value = own;
    if (!own || this.typing) return;
    const text = shownOf(own.files[own.name]!);
    this.following = true;
    if (other) {
      this.editor.begin(text);
      this.editor.speak(languageOf(own.name));
    } else if (this.editor.text !== linesOf(text)) this.editor.drag(linesOf(text), [0, 0], "");
    this.editor.endDrag();
    this.following = false;
  }

  /** While numbers are dragged those that stand alone follow at once. */
  private preview(own: Own, text: string): void {
    const [was, is] = [placesIn(own.toml), placesIn(text)];
    const shown = linesOf(shownOf(own.files[own.name]!));
    let mark: readonly [number, number] = [0, 0];
    const changes = Object.entries(own.places).flatMap(([path, place]): Change[] => {
      const [old, now] = [was?.get(path)?.number, is?.get(path)?.number];
      if (place.file !== own.name || old === now || old === undefined || now === undefined || now === null) return [];
      const [from, to] = rangeOf(shown, place);
      if (path === dragged.peek()?.path) mark = [from, from + String(now).length];
      return [{ from, to, insert: String(now) }];
    });
    this.following = true;
    this.editor.drag(changed(shown, changes), mark, mark[1] ? String(dragged.peek()!.was) : "");
    this.following = false;
  }

  /** The maker typed into a file: it is read again, and what only the ruleset says stays. */
  private typed(): void {
    clearTimeout(this.typing);
    this.typing = setTimeout(() => {
      this.typing = undefined;
      const own = this.now.peek();
      if (!own) return;
      const files = { ...own.files, [own.name]: bytesOf(this.editor.file, own.files[own.name]!) };
      const show = ({ toml, places }: Imported): void => {
        const before = this.now.peek();
        if (before?.original === own.original) this.reads.ask("assumed", [merged(this.bench.editor.text, before.toml, toml)], (found) => read(toml, places, found), onFault);
      };
      const read = (toml: string, places: Own["places"], { toml: text, lines }: Assumptions): void => {
        const before = this.now.peek();
        if (this.typing || before?.original !== own.original) return;
        const next = { ...before, files, places, toml, assumed: { ...before.assumed, ...lines } };
        this.remember(text, next);
        this.now.value = next;
        succeed("own");
        this.bench.editor.drag(text, [0, 0], "");
        this.bench.editor.endDrag();
      };
      const onFault = (fault: Error): void => fail(fault, "own");
      this.reads.ask("import_project", [files, own.fill], show, onFault);
    }, PAUSE);
  }
}

/** The text of a file; null if its bytes are not UTF-8. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The text of a file. What is not UTF-8 has a letter for each byte, as Latin-1. */
function shownOf(bytes: Uint8Array): string {
  return textOf(bytes) ?? Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

/** A text as its editor has it: each line ends by "\n". */
function linesOf(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

/** The bytes of a text in the encoding that its file had before. */
function bytesOf(text: string, before: Uint8Array): Uint8Array<ArrayBuffer> {
  return textOf(before) === null ? Uint8Array.from(text, (letter) => letter.charCodeAt(0)) : new TextEncoder().encode(text);
}

/** Where a number stands in a text, whose place counts bytes of its line. */
function rangeOf(text: string, { line, column, end }: SourceNumber): readonly [number, number] {
  const lines = text.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const bytes = new TextEncoder().encode(lines[line - 1]);
  const signs = (count: number): number => new TextDecoder().decode(bytes.subarray(0, count)).length;
  return [start + signs(column), start + signs(end)];
}

/** What files read as next, with all lines that the ruleset had otherwise than they did before. */
export function merged(text: string, before: string, next: string): string {
  const [now, old, read] = [placesIn(text), placesIn(before), placesIn(next)];
  if (!now || !old || !read) return next;
  const value = (of: string, places: typeof now, path: string): string | undefined => {
    const place = places.get(path);
    return place && of.slice(...place.value);
  };
  let result = next;
  for (const [path, place] of now) {
    const own = value(text, now, path)!;
    if (place.stands !== "line" || own === value(before, old, path) || value(next, read, path) !== value(before, old, path)) continue;
    const there = placesIn(result)?.get(path);
    const [table, key] = [path.replace(/\.[^.]+$/, ""), path.split(".").at(-1)!];
    const change = there ? { from: there.value[0], to: there.value[1], insert: own } : changeToOverride(result, table, `${key} = ${own}`);
    if (change) result = changed(result, [change]);
  }
  return result;
}
