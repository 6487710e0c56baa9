// The numbers of the game, by floor, as in the rot.js tutorial.

export const MAX_MONSTERS_BY_FLOOR = [
  [1, 2],
  [3, 3],
  [5, 5],
];

export const MAX_ITEMS_BY_FLOOR = [
  [1, 1],
  [4, 2],
];

export const MONSTER_CHANCES = [
  { floor: 0, weights: [{ value: "orc", weight: 80 }] },
  { floor: 3, weights: [{ value: "troll", weight: 15 }] },
  { floor: 5, weights: [{ value: "troll", weight: 40 }] },
];

export const ITEM_CHANCES = [
  { floor: 0, weights: [{ value: "healthPotion", weight: 35 }] },
];

export const MONSTERS = {
  orc: { hp: 6, power: 2 },
  troll: { hp: 12, power: 4 },
};

export const HEALS = { healthPotion: 8 };

export const HERO = { hp: 24, power: 4 };
