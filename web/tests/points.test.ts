// Moving a point changes one number of a text, byte for byte: no browser is needed to see it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, changeOf, floorChangeOf, oneOf, placesIn } from "../src/workbench/places";

const TEXT = `# A ruleset with every form of a weight. Naïve “quotes”, 80 and  tabs\tstay.
title   =   "Points: 3 = 15"   # 80
extends = "tcod-2020"

[monsters.orc]   # spawn = 80
spawn = 8_0      # eighty
[monsters.troll]
spawn = {3=15,  5 = 30 ,7= 60}
[items.lightning_scroll]
spawn = { shape = "fall", floors = [ 2,5 ], weight = 80, tail = 2 }
[items.fireball_scroll]
spawn = {4 = 5, 9  =  30}
[items.confusion_scroll]
spawn.ramp = { 4 = 5, 9 = 30 }
[counts]
items_per_room = { shape = "flat", floors = [1, 3], value = 2 }
`;

test("moving any number of a text again and again changes that number and nothing else", () => {
  const paths = [...placesIn(TEXT)!].flatMap(([path, { number }]) => (number === null ? [] : [path]));
  assert.equal(paths.length, 15);
  let text = TEXT;
  let random = 1;
  for (let round = 0; round < 300; round += 1) {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
    const path: string = paths[random % paths.length]!;
    const number = random % 1_000_000;
    const before = placesIn(text)!;
    const change = changeOf(text, path, number)!;
    const changed = text.slice(0, change.from) + change.insert + text.slice(change.to);
    // Put back what stood there, and the text is the old one to the byte.
    const old = text.slice(change.from, change.to);
    assert.match(old, /^[\d_]+$/);
    assert.equal(changed.slice(0, change.from) + old + changed.slice(change.from + change.insert.length), text);
    const numbers = new Map([...placesIn(changed)!].map(([each, place]) => [each, place.number]));
    for (const [each, place] of before) assert.equal(numbers.get(each), each === path ? number : place.number, each);
    text = changed;
  }
});

test("a path without a number changes nothing", () => {
  assert.equal(changeOf(TEXT, "monsters.troll.spawn", 3), null);
  assert.equal(changeOf(TEXT, "monsters.ogre.spawn", 3), null);
  assert.equal(changeOf("[broken", "a", 3), null);
});

test("texts that are made to be slow or deep don't keep the page waiting", () => {
  const hostile = [
    `x = ${"[".repeat(50_000)}${"]".repeat(50_000)}`,
    `x = ${"{a=".repeat(20_000)}1${"}".repeat(20_000)}`,
    `[${"a.".repeat(40_000)}a]`,
    Array.from({ length: 10_000 }, (_, row) => `[monsters.k${row}]`).join("\n"),
    `hp = ${"9".repeat(150_000)}`,
    "#".repeat(1_000_000),
  ];
  for (const text of hostile) {
    const start = performance.now();
    assert.doesNotThrow(() => placesIn(text));
    assert.ok(performance.now() - start < 5_000, text.slice(0, 20));
  }
  assert.equal(placesIn("#".repeat(1_000_000)), null);
});

test("a point moves to another floor where its floor is written for it alone, and nothing else changes", () => {
  const moved = (path: string, from: number, to: number, value: number): string | null => {
    const floor = floorChangeOf(TEXT, path, from, to);
    if (!floor) return null;
    const changes = [changeOf(TEXT, path, value)!, floor];
    assert.equal(changed(TEXT, [oneOf(TEXT, changes)]), changed(TEXT, changes));
    return changed(TEXT, changes);
  };
  assert.equal(moved("monsters.troll.spawn.5", 5, 6, 31), TEXT.replace("5 = 30 ", "6 = 31 "));
  assert.equal(moved("items.fireball_scroll.spawn.9", 9, 8, 30), TEXT.replace("9  =  30", "8  =  30"));
  assert.equal(moved("items.confusion_scroll.spawn.ramp.4", 4, 2, 7), TEXT.replace("{ 4 = 5,", "{ 2 = 7,"));
  assert.equal(moved("monsters.orc.spawn", 1, 2, 80), null);
  assert.equal(moved("items.lightning_scroll.spawn.weight", 2, 3, 80), null);
});
