// Entries of tables and lists in a text: one is added or taken out, and nothing else changes.

import type { Additions } from "../python/calls";
import { type Change, type Place, placesIn } from "./places";

/** The change that adds a point to a curve; null if there is no place for it. */
export function changeToAdd(text: string, { rows, entry, instead }: Additions, floor: number, value: number): Change | null {
  const written = (form: string, old = ""): string =>
    form.replace("{old}", old).replace("{floor}", String(floor)).replace("{value}", String(value));
  const placeOf = (path: string | undefined): Place | undefined => (path ? placesIn(text)?.get(path) : undefined);
  if (rows.some((row) => row.floor === floor)) return null;
  const first = placeOf(rows[0]?.path);
  if (instead && first) {
    const [from, to] = first.value;
    return { from, to, insert: written(entry, text.slice(from, to)) };
  }
  const above = rows.findLast((row) => row.floor < floor);
  return above ? after(text, placeOf(above.path), written(entry)) : before(text, first, written(entry));
}

/** The change that makes a text write a line in the table of a kind, such as `monsters.troll`; null if there is no place. */
export function changeToOverride(text: string, path: string, line: string): Change | null {
  const places = placesIn(text);
  const table = places?.get(path);
  if (!places || (table && table.stands !== "header")) return null;
  if (!table) return { from: text.length, to: text.length, insert: `${text.endsWith("\n") || !text ? "" : "\n"}\n[${path}]\n${line}\n` };
  const end = endOfLine(text, table.key[1]);
  return { from: end, to: end, insert: `\n${line}` };
}

/** The change that takes an entry out; null if none stands there, or if it is the only one of its kind. */
export function changeToRemove(text: string, path: string): Change | null {
  const places = placesIn(text);
  const place = places?.get(path);
  if (!place || place.stands === "header") return null;
  const of = path.slice(0, path.lastIndexOf(".") + 1);
  if (![...places!.keys()].some((other) => other.startsWith(of) && other !== path && !other.startsWith(`${path}.`))) return null;
  const [from, to] = [place.key[0], place.value[1]];
  if (place.stands === "line") return { from: startOfLine(text, from), to: Math.min(text.length, endOfLine(text, to) + 1), insert: "" };
  const next = /^\s*,[ \t]*/.exec(text.slice(to));
  if (next) return { from, to: to + next[0].length, insert: "" };
  const last = /,\s*$/.exec(text.slice(0, from));
  return { from: last ? last.index : from, to, insert: "" };
}

function after(text: string, place: Place | undefined, entry: string): Change | null {
  if (!place || place.stands === "header") return null;
  const written = aboveIn(text, place) + entry;
  if (place.stands === "entry") return { from: place.value[1], to: place.value[1], insert: `, ${written}` };
  const end = endOfLine(text, place.value[1]);
  return { from: end, to: end, insert: `\n${indentOf(text, place)}${written}` };
}

function before(text: string, place: Place | undefined, entry: string): Change | null {
  if (!place || place.stands === "header") return null;
  const from = place.key[0];
  const between = place.stands === "entry" ? ", " : `\n${indentOf(text, place)}`;
  return { from, to: from, insert: aboveIn(text, place) + entry + between };
}

/** What a dotted key has before its last part, which its neighbours have too. */
function aboveIn(text: string, place: Place): string {
  return text.slice(place.key[0], place.name);
}

function indentOf(text: string, place: Place): string {
  return text.slice(startOfLine(text, place.key[0]), place.key[0]);
}

function startOfLine(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}
