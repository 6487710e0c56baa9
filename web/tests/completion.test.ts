// What the editor offers where the cursor is: no browser is needed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { complete } from "../src/workbench/completion";

const key = (name: string, allowed: string) => ({ key: name, allowed, meaning: "", required: false });
const SCHEMA = {
  "": [key("title", "a text"), key("extends", "a ruleset's name")],
  hero: [key("hp", "a whole number"), key("stacks", "true or false")],
  items: [key("effect", '"none", "heal", "fireball"'), key("amount", "a whole number")],
};

/** The texts that the places marked by | become by each of the options. */
function offered(marked: string): string[] {
  const at = marked.indexOf("|");
  const doc = marked.replace("|", "");
  const result = complete(new CompletionContext(EditorState.create({ doc }), at, true), SCHEMA);
  return (result?.options ?? []).map(({ label, apply }) => `${doc.slice(0, result!.from)}${String(apply ?? label)}${doc.slice(at)}`.split("\n").at(-1)!);
}

test("keys and sections that are there already are not offered again", () => {
  assert.deepEqual(offered('[hero]\nhp = 30\n|'), ["stacks = "]);
  assert.deepEqual(offered('[items.elixir]\namount = 3\n[items.balm]\n|'), ["effect = ", "amount = "]);
  assert.deepEqual(offered('[hero]\nstart = [\n  [1, 2],\n]\nhp = 30\n|'), ["stacks = "]);
  assert.deepEqual(offered('extends = "tcod-2020"\nt|'), ["title = "]);
  assert.deepEqual(offered('[hero]\n[items.balm]\n[|'), ["[items"]);
});

test("the words that a key allows are offered with the quotes that are missing", () => {
  assert.deepEqual(offered('[items.balm]\neffect = |'), ['effect = "none"', 'effect = "heal"', 'effect = "fireball"']);
  assert.deepEqual(offered('[items.balm]\neffect = "h|'), ['effect = "none"', 'effect = "heal"', 'effect = "fireball"']);
  assert.deepEqual(offered('[items.balm]\neffect = "|"'), ['effect = "none"', 'effect = "heal"', 'effect = "fireball"']);
  assert.deepEqual(offered("[hero]\nstacks = |"), ["stacks = true", "stacks = false"]);
  assert.deepEqual(offered("[hero]\nhp = |"), []);
});
