// A run that Python plays by its actions, in the world that it compares.

import { NEW_GAME, type Rules, STEP } from "./rules";

export class Run {
  private readonly ruleset: number;
  private readonly at: number;

  /** The run of a compiled ruleset, in a world of some size that has its turns at `turnAt`. */
  constructor(
    private readonly rules: Rules,
    ruleset: Uint8Array,
    private readonly size: number,
    private readonly turnAt: number,
  ) {
    this.ruleset = rules.put(ruleset);
    this.at = rules.room(size);
  }

  /** Turns played. */
  get turn(): number {
    return this.rules.number(this.at + this.turnAt);
  }

  /** The bytes of the world. */
  get world(): Uint8Array {
    return this.rules.bytes(this.at, this.size);
  }

  /** Begin the run of a seed on a floor. */
  begin(seed: number | bigint, floor: number): void {
    this.rules.call(NEW_GAME, this.at, this.ruleset, BigInt(seed), BigInt(floor));
  }

  /** Play an action; zero, or why it is impossible. */
  act(action: number): number {
    return this.rules.call(STEP, this.at, this.ruleset, BigInt(action));
  }
}
