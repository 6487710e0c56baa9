// Writes a table of games by itself, without Steep: node table.mjs 1000 > games.jsonl; steep report games.jsonl
import { Game } from "./game.mjs";

const game = new Game();
for (let seed = 0; seed < Number(process.argv[2] ?? 100); seed++) {
  game.start(seed);
  let row = arrival(seed);
  while (!game.over()) {
    game.act("own");
    row.turns = game.turn - row.arrived;
    if (game.floor > row.floor) {
      write({ ...row, end: "left" });
      row = arrival(seed);
    }
  }
  const { end, killer } = game.over();
  write({ ...row, end, killer });
}

// A row for each floor of a game. Numbers are those on arrival.
function arrival(seed) {
  const { floor, turn, hp, max_hp, numbers } = game.view();
  return { bot: "own", seed, floor, turns: 0, arrived: turn, hp, max_hp, ...numbers };
}

function write(row) {
  process.stdout.write(JSON.stringify(row) + "\n");
}
