// The languages that makers' tables are written in, by how their files end.

import { type StreamParser } from "@codemirror/language";
import { csharp } from "@codemirror/legacy-modes/mode/clike";
import { javascript, json, typescript } from "@codemirror/legacy-modes/mode/javascript";
import { lua } from "@codemirror/legacy-modes/mode/lua";
import { python } from "@codemirror/legacy-modes/mode/python";

const LANGUAGES: Readonly<Record<string, StreamParser<unknown>>> = {
  lua, py: python, gd: python, js: javascript, mjs: javascript, ts: typescript, json, cs: csharp,
} as Record<string, StreamParser<unknown>>;

/** The language of a file; null for one that has no colours, such as a sheet. */
export function languageOf(name: string): StreamParser<unknown> | null {
  return LANGUAGES[name.split(".").at(-1)!.toLowerCase()] ?? null;
}
