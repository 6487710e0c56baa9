// Plays games in Node by the pages' rules: node play_games.mjs RULES.wasm FOLDER, which has a `games.json`: for each line a
// file with a ruleset, and what else `GamesToPlay` has, with seeds. Prints a digest of all rows, and of the state after each game.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { GamesToPlay } from "../src/python/calls";
import { Games } from "../src/rules/games";
import { Rules } from "../src/rules/rules";

const [file, folder] = process.argv.slice(2) as [string, string];
const module = new WebAssembly.Module(readFileSync(file));
const given = JSON.parse(readFileSync(join(folder, "games.json"), "utf8")) as (GamesToPlay & { file: string; seeds: number[] })[];
for (const each of given) {
  const rules = new Rules(module);
  const games = new Games(rules, { ...each, ruleset: readFileSync(join(folder, each.file)) });
  const digest = createHash("sha256");
  for (const seed of each.seeds) {
    const { visits, wounds } = games.play([seed]);
    digest.update(visits).update(wounds).update(rules.bytes(games.state, each.state.size));
  }
  console.log(digest.digest("hex"));
}
