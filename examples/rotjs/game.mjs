// A small game with rot.js: a room on each of six floors. The hero goes down from stairs to stairs.
import ROT from "rot-js";
import { HEALS, HERO, ITEM_CHANCES, MAX_ITEMS_BY_FLOOR } from "./tables.mjs";
import { MAX_MONSTERS_BY_FLOOR, MONSTERS, MONSTER_CHANCES } from "./tables.mjs";

const { RNG } = ROT;
const WIDTH = 16;
const HEIGHT = 8;
const STAIRS = [14, 6];
const LAST_FLOOR = 6;

// The number of the last row that is not beyond this floor.
function maxForFloor(rows, floor) {
  return rows.filter(([from]) => from <= floor).reduce((_, [, value]) => value, 0);
}

// The weights of all rows that are not beyond this floor; a later row replaces an earlier one.
function weightsForFloor(rows, floor) {
  const weights = rows.filter((row) => row.floor <= floor).flatMap((row) => row.weights);
  return Object.fromEntries(weights.map(({ value, weight }) => [value, weight]));
}

const same = ([ax, ay], [bx, by]) => ax === bx && ay === by;
const near = ([ax, ay], [bx, by]) => Math.max(Math.abs(ax - bx), Math.abs(ay - by)) === 1;
const towards = ([ax, ay], [bx, by]) => [Math.sign(bx - ax), Math.sign(by - ay)];

export class Game {
  start(seed) {
    RNG.setSeed(seed + 1);
    Object.assign(this, { floor: 0, hp: HERO.hp, turn: 0, inventory: [], killer: "", won: false });
    this.goDown();
  }

  goDown() {
    this.floor += 1;
    this.hero = [1, 1];
    this.walls = new Set();
    new ROT.Map.Arena(WIDTH, HEIGHT).create((x, y, wall) => wall && this.walls.add(`${x},${y}`));
    this.monsters = this.drawn(MAX_MONSTERS_BY_FLOOR, MONSTER_CHANCES);
    this.monsters.forEach((monster) => (monster.hp = MONSTERS[monster.name].hp));
    this.items = this.drawn(MAX_ITEMS_BY_FLOOR, ITEM_CHANCES);
  }

  // As many as the floor's maximum allows, each of a kind drawn by the floor's weights, on a cell of its own.
  drawn(maximums, chances) {
    const found = [];
    const count = RNG.getUniformInt(0, maxForFloor(maximums, this.floor));
    for (let i = 0; i < count; i++) {
      const name = RNG.getWeightedValue(weightsForFloor(chances, this.floor));
      const at = [RNG.getUniformInt(2, WIDTH - 2), RNG.getUniformInt(1, HEIGHT - 2)];
      if (!found.some((other) => same(other.at, at))) found.push({ name, at });
    }
    return found;
  }

  monsterAt(cell) {
    return this.monsters.find((monster) => same(monster.at, cell));
  }

  act(verb, ...rest) {
    if (verb === "own") [verb, ...rest] = this.own();
    if (verb === "move") this.step([this.hero[0] + rest[0], this.hero[1] + rest[1]]);
    else if (verb === "pickup") this.pickUp();
    else if (verb === "use") this.drink(rest[0]);
    else if (verb === "descend" && same(this.hero, STAIRS)) {
      if (this.floor === LAST_FLOOR) this.won = true;
      else this.goDown();
    }
    this.turn += 1;
    if (!this.won) this.monsters.forEach((monster) => this.actOf(monster));
  }

  step(to) {
    const monster = this.monsterAt(to);
    if (monster) {
      monster.hp -= RNG.getUniformInt(1, HERO.power);
      if (monster.hp <= 0) this.monsters = this.monsters.filter((other) => other !== monster);
    } else if (!this.walls.has(`${to[0]},${to[1]}`)) this.hero = to;
  }

  pickUp() {
    const item = this.items.find(({ at }) => same(at, this.hero));
    if (!item) return;
    this.items = this.items.filter((other) => other !== item);
    this.inventory.push(item.name);
  }

  drink(place) {
    const [name] = this.inventory.splice(place, 1);
    this.hp = Math.min(HERO.hp, this.hp + (HEALS[name] ?? 0));
  }

  actOf(monster) {
    const [dx, dy] = towards(monster.at, this.hero);
    const to = [monster.at[0] + dx, monster.at[1] + dy];
    if (same(to, this.hero)) {
      if (RNG.getPercentage() <= 50) this.hp -= MONSTERS[monster.name].power;
      if (this.hp <= 0) this.killer ||= monster.name;
    } else if (!this.monsterAt(to)) monster.at = to;
  }

  // The game's own bot: drinks when it is hurt, fights what is near, and goes to the stairs.
  own() {
    if (this.hp < 10 && this.inventory.length) return ["use", 0];
    const enemy = this.monsters.find(({ at }) => near(at, this.hero));
    if (enemy) return ["move", ...towards(this.hero, enemy.at)];
    if (this.items.some(({ at }) => same(at, this.hero))) return ["pickup"];
    if (same(this.hero, STAIRS)) return ["descend"];
    return ["move", ...towards(this.hero, this.items.length ? this.items[0].at : STAIRS)];
  }

  over() {
    if (this.hp <= 0) return { end: "died", killer: this.killer };
    return this.won ? { end: "won" } : null;
  }

  // What Steep's players see: docs/game-protocol.md.
  view() {
    const row = (y) => Array.from({ length: WIDTH }, (_, x) => (this.walls.has(`${x},${y}`) ? "#" : ".")).join("");
    return {
      floor: this.floor,
      can: ["move", "wait", "pickup", "use", "descend", "own"],
      hero: this.hero,
      cells: Array.from({ length: HEIGHT }, (_, y) => row(y)),
      stairs: STAIRS,
      enemies: this.monsters.map(({ name, at, hp }) => ({ name, at, hp, power: MONSTERS[name].power })),
      things: this.items,
      inventory: this.inventory.map((name) => ({ name, does: "heal", amount: HEALS[name] })),
      hp: this.hp,
      max_hp: HERO.hp,
      turn: this.turn,
      numbers: { items: this.inventory.length },
      over: this.over(),
    };
  }
}
