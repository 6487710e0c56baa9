// What can be written at a place of a ruleset's text: sections, keys, and the words that a key allows.

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { Text } from "@codemirror/state";
import type { KeyOfSection } from "../python/calls";

/** The keys of each section; those of the file's head under the empty name. */
export type Schema = Readonly<Record<string, readonly KeyOfSection[]>>;

/** The header of a section. Tables of some are named by the maker, as in [monsters.troll]. */
export const HEADER = /^\s*\[\[?\s*([\w.-]*)/;
/** How messages list the words that a key allows. */
const WORDS = /^"\w+"(?:, "\w+")*$/;
const TRUTHS = "true or false";

/** The section that a position is in: "" above the first header. */
export function sectionAt(lines: readonly string[]): string {
  const header = lines.findLast(isHeader);
  return (HEADER.exec(header ?? "")?.[1] ?? "").split(".")[0] ?? "";
}

/** What can be written where the cursor is. */
export function complete(context: CompletionContext, schema: Schema): CompletionResult | null {
  const { doc } = context.state;
  const line = doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  const header = /^\s*\[\[?(\w*)$/.exec(before);
  if (header) return found(context, header[1]!, sectionsLeft(doc, line.number, schema).map((label) => ({ label, type: "class" })));
  const keys = schema[sectionAt(linesOf(doc, 1, line.number))] ?? [];
  const value = /^\s*(\w+)\s*=\s*("?)(\w*)$/.exec(before);
  if (value) {
    const allowed = keys.find(({ key }) => key === value[1])?.allowed ?? "";
    const closed = line.text[before.length] === '"';
    return found(context, value[3]!, wordsOf(allowed, value[2] !== "", closed));
  }
  const key = /^\s*(\w*)$/.exec(before);
  if (!key || (!key[1] && !context.explicit)) return null;
  const written = keysAround(doc, line.number);
  const left = keys.filter((each) => !written.has(each.key));
  return found(context, key[1]!, left.map((each) => ({ label: each.key, type: "property", detail: each.meaning, info: each.allowed, apply: `${each.key} = ` })));
}

function found(context: CompletionContext, begun: string, options: Completion[]): CompletionResult | null {
  return options.length ? { from: context.pos - begun.length, options, validFor: /^\w*$/ } : null;
}

/** The words of a key that allows some and nothing else, with the quotes that are missing around them. */
function wordsOf(allowed: string, quoted: boolean, closed: boolean): Completion[] {
  if (allowed === TRUTHS) return quoted ? [] : ["true", "false"].map((label) => ({ label, type: "keyword" }));
  if (!WORDS.test(allowed)) return [];
  const words = Array.from(allowed.matchAll(/\w+/g), ([word]) => word);
  return words.map((label) => ({ label, type: "enum", apply: `${quoted ? "" : '"'}${label}${closed ? "" : '"'}` }));
}

/** The keys of the table that a line is in, but for the line's own. */
function keysAround(doc: Text, number: number): ReadonlySet<string> {
  const above = linesOf(doc, 1, number);
  const below = linesOf(doc, number + 1, doc.lines + 1);
  const end = below.findIndex(isHeader);
  const table = [...above.slice(above.findLastIndex(isHeader) + 1), ...(end < 0 ? below : below.slice(0, end))];
  return new Set(table.flatMap((line) => /^\s*([\w-]+)\s*[.=]/.exec(line)?.[1] ?? []));
}

/** The sections that may still be begun: those that have no name of the maker's can be there once. */
function sectionsLeft(doc: Text, number: number, schema: Schema): string[] {
  const others = [...linesOf(doc, 1, number), ...linesOf(doc, number + 1, doc.lines + 1)].filter(isHeader);
  const written = new Set(others.map((line) => HEADER.exec(line)?.[1]));
  return Object.keys(schema).filter((name) => name && !written.has(name));
}

/** Whether a line is a section's header, and not a row of a list. */
function isHeader(line: string): boolean {
  return /^\s*\[\[?[^[\],{}=]+\]\]?\s*(#.*)?$/.test(line);
}

/** The lines from a number to the one before another. */
function linesOf(doc: Text, first: number, after: number): string[] {
  return after > first ? doc.sliceString(doc.line(first).from, doc.line(after - 1).to).split("\n") : [];
}
