// Where the keys and numbers of a ruleset stand in its text.

import { type AST, parseTOML } from "toml-eslint-parser";

export interface Place {
  /** Of the key, from the start of the text. */
  readonly key: readonly [number, number];
  /** The start of the last part of a dotted key; of any other, its start. */
  readonly name: number;
  /** A key with its value on lines of their own, one of several on a line or of a list, or the header of a section. */
  readonly stands: "line" | "entry" | "header";
  /** Of the value. */
  readonly value: readonly [number, number];
  /** Whether the value is a number, and which. */
  readonly number: number | null;
}

/** The places of all keys by their paths, such as `monsters.troll.spawn.3`, entries of lists as `choices[1]`. */
export type Places = ReadonlyMap<string, Place>;

/** Characters of a text whose places are looked up: the page must not stand still for a longer one. */
const MOST = 200_000;

/** The texts that were looked at last, which are asked for again and again, and their places. */
const last = new Map<string, Places | null>();
const KEPT = 4;

/** The places of a text; null if it is no TOML, too long, or nested too deeply. */
export function placesIn(text: string): Places | null {
  const places = last.has(text) ? last.get(text)! : text.length > MOST ? null : placesUnlessBroken(text);
  last.delete(text);
  last.set(text, places);
  if (last.size > KEPT) last.delete(last.keys().next().value!);
  return places;
}

function placesUnlessBroken(text: string): Places | null {
  try {
    return read(text);
  } catch {
    // It is no TOML, or nested more deeply than calls may be.
    return null;
  }
}

function read(text: string): Places {
  const top: AST.TOMLTopLevelTable = parseTOML(text).body[0];
  const places = new Map<string, Place>();
  for (const node of top.body) {
    if (node.type === "TOMLKeyValue") addPair(places, "", node, "line");
    else {
      const path = node.resolvedKey.reduce<string>(join, "");
      places.set(path, { key: node.key.range, name: node.key.range[0], stands: "header", value: node.range, number: null });
      for (const pair of node.body) addPair(places, path, pair, "line");
    }
  }
  return places;
}

/** The place of a path, or of the nearest table around it. */
export function placeOf(places: Places, path: string): Place | undefined {
  for (let part = path; part; part = part.replace(/(\[\d+\]|\.?[^.[\]]+)$/, "")) {
    const place = places.get(part);
    if (place) return place;
  }
  return undefined;
}

/** A part of a text, and what stands there instead. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The change of a text that makes the number at a path another one; null if no number stands there. */
export function changeOf(text: string, path: string, number: number): Change | null {
  const place = placesIn(text)?.get(path);
  return place && place.number !== null ? { from: place.value[0], to: place.value[1], insert: String(number) } : null;
}

/**
 * The change of a text that moves a point of a curve from one floor to another: it alters the key of the value at a path.
 * Null if the floor is written elsewhere.
 */
export function floorChangeOf(text: string, path: string, from: number, to: number): Change | null {
  const place = placesIn(text)?.get(path);
  if (!place) return null;
  const [start, end] = [place.name, place.key[1]];
  return text.slice(start, end).replace(/["']/g, "") === String(from) ? { from: start, to: end, insert: String(to) } : null;
}

/** A text after some changes, none of which overlap. */
export function changed(text: string, changes: readonly Change[]): string {
  const last = [...changes].sort((one, other) => other.from - one.from);
  return last.reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text);
}

/** Several changes of a text as one. They must not overlap. */
export function oneOf(text: string, changes: readonly Change[]): Change {
  const from = Math.min(...changes.map((each) => each.from));
  const to = Math.max(...changes.map((each) => each.to));
  const inside = changes.map((each) => ({ ...each, from: each.from - from, to: each.to - from }));
  return { from, to, insert: changed(text.slice(from, to), inside) };
}

/** How a path goes on. Entries of lists are counted from 1, as in Steep's messages. */
function join(path: string, key: string | number): string {
  if (typeof key === "number") return `${path}[${key + 1}]`;
  return path ? `${path}.${key}` : key;
}

function addPair(places: Map<string, Place>, above: string, pair: AST.TOMLKeyValue, stands: Place["stands"]): void {
  const { keys, range } = pair.key;
  const path = keys.reduce((to, key) => join(to, key.type === "TOMLBare" ? key.name : key.value), above);
  addValue(places, path, { key: range, name: keys.at(-1)!.range[0], stands }, pair.value);
}

function addValue(places: Map<string, Place>, path: string, place: Pick<Place, "key" | "name" | "stands">, value: AST.TOMLContentNode): void {
  const whole = value.type === "TOMLValue" && (value.kind === "integer" || value.kind === "float") ? Number(value.value) : null;
  places.set(path, { ...place, value: value.range, number: whole });
  if (value.type === "TOMLInlineTable") for (const pair of value.body) addPair(places, path, pair, "entry");
  if (value.type === "TOMLArray") {
    value.elements.forEach((entry, index) => {
      addValue(places, join(path, index), { key: entry.range, name: entry.range[0], stands: "entry" }, entry);
    });
  }
}
