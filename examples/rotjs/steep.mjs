// Lets Steep play the game: steep measure --game-command "node steep.mjs" --bot own,explorer
import { createInterface } from "node:readline";
import { Game } from "./game.mjs";

console.log = console.info = console.debug = console.error; // standard output is for answers
const game = new Game();
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  if (asked.do === "start") game.start(asked.seed);
  else game.act(...asked.action);
  process.stdout.write(JSON.stringify(game.view()) + "\n");
}
