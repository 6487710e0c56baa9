// A bot plays games, and each floor of each of them is a row of the lab's tables.

import type { GamesToPlay } from "../python/calls";
import { PLAY_ON, RECORD_GAME, type Rules } from "./rules";

/** Rows of floor visits in the memory, which are taken when they are full, or a game is over. */
const VISITS = 64;
/** More actions than a game has. */
const ALL = 1n << 62n;
/** Actions that a game may have for each turn of its limit, and the bytes of one. */
const ACTIONS = 2;
const BYTES = 8;

/** Packed rows, one after another. */
export interface Rows {
  readonly visits: Uint8Array<ArrayBuffer>;
  readonly wounds: Uint8Array<ArrayBuffer>;
}

export class Games {
  /** The address of the state. */
  readonly state: number;
  private readonly ruleset: number;
  private readonly visits: number;
  private readonly wounds: number;

  constructor(
    private readonly rules: Rules,
    private readonly games: GamesToPlay,
  ) {
    this.ruleset = rules.put(games.ruleset);
    this.state = rules.room(games.state.size);
    this.visits = rules.room(VISITS * games.visit.size);
    this.wounds = rules.room(this.woundRows * games.wound.size);
    for (const [at, number] of games.task) rules.set(this.state + at, number);
  }

  private get woundRows(): number {
    return VISITS + this.games.most_wounds;
  }

  /** Play the games of some seeds. */
  play(seeds: readonly number[]): Rows {
    const { rules, state } = this;
    const { at } = this.games.state;
    const visits: Uint8Array[] = [];
    const wounds: Uint8Array[] = [];
    for (const seed of seeds) {
      rules.set(state + at.seed, seed);
      rules.set(state + at.end_seed, seed + 1);
      while (rules.number(state + at.seed) === seed) {
        rules.call(PLAY_ON, state, this.ruleset, this.visits, BigInt(VISITS), this.wounds, BigInt(this.woundRows), ALL);
        visits.push(this.taken(at.visit_count, this.visits, this.games.visit.size));
        wounds.push(this.taken(at.wound_count, this.wounds, this.games.wound.size));
      }
    }
    return { visits: joined(visits), wounds: joined(wounds) };
  }

  /** The actions of the bot in the game of a seed. */
  record(seed: number): number[] {
    const { rules, state } = this;
    const most = ACTIONS * rules.number(state + this.games.state.at.turn_limit);
    const actions = rules.room(most * BYTES);
    rules.set(state + this.games.state.at.seed, seed);
    const count = rules.call(RECORD_GAME, state, this.ruleset, actions, BigInt(most));
    return Array.from({ length: count }, (_, n) => rules.number(actions + n * BYTES));
  }

  /** Take the rows of a table out of the memory. */
  private taken(count: number, table: number, size: number): Uint8Array {
    const rows = this.rules.bytes(table, this.rules.number(this.state + count) * size).slice();
    this.rules.set(this.state + count, 0);
    return rows;
  }
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
