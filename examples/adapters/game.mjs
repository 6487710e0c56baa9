// Lets Steep play a game in JavaScript (Node, Deno, Bun). Copy this file, and put your game in the place of Corridor.
// Try it as it is: steep game-test "node game.mjs". docs/game-protocol.md has all that a view says.
import { createInterface } from "node:readline";

class Corridor {
  start(seed) {
    this.random = (seed % 65537) + 1; // all chance follows from the seed
    Object.assign(this, { floor: 1, x: 1, hp: 3, turn: 0, won: false });
  }

  act(verb, ...rest) {
    if (verb === "own") [verb, ...rest] = this.x === 6 ? ["descend"] : ["move", 1, 0]; // a bot of the game's own
    if (verb === "move" && rest[1] === 0 && this.x + rest[0] >= 1 && this.x + rest[0] <= 6) this.x += rest[0];
    if (verb === "descend" && this.x === 6) this.goDown();
    this.turn += 1;
    this.random = (this.random * 75 + 74) % 65537;
    if (this.random % 8 === 0) this.hp -= 1;
  }

  goDown() {
    if (this.floor === 3) this.won = true;
    else [this.floor, this.x] = [this.floor + 1, 1];
  }

  over() {
    if (this.hp <= 0) return { end: "died", killer: "rat" };
    return this.won ? { end: "won" } : null;
  }

  view() {
    return {
      floor: this.floor,
      can: ["move", "wait", "descend", "own"],
      hero: [this.x, 1],
      cells: rows(8, 3, (x, y) => (x > 0 && x < 7 && y === 1 ? "." : "#")),
      stairs: [6, 1],
      hp: this.hp,
      max_hp: 3,
      turn: this.turn,
      over: this.over(),
    };
  }
}

// The cells of a floor: "." can be walked on, "#" cannot, and " " has not been seen.
export function rows(width, height, charAt) {
  return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => charAt(x, y)).join(""));
}

// What the game prints goes to standard error, as standard output is for answers.
export async function serve(game) {
  console.log = console.info = console.debug = console.error;
  for await (const line of createInterface({ input: process.stdin })) {
    const asked = JSON.parse(line);
    asked.do === "start" ? game.start(asked.seed) : game.act(...asked.action);
    process.stdout.write(JSON.stringify(game.view()) + "\n");
  }
}

serve(new Corridor());
