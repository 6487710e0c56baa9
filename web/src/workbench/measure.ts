// Bots play games of a ruleset in as many workers as there are cores, and what is known grows as games come in.

import type { PythonWorker } from "../python/client";
import type { End } from "./answers";

/** Games of one call: enough that calls cost nothing, and few enough that the curves move. */
const AT_ONCE = 5;
/** Seconds that a call may take before its worker is taken to hang. */
const PATIENCE = 120;

/** Starts a worker of the workbench. */
export type StartWorker = () => Promise<PythonWorker>;

/** A measurement that is under way. It ends when all games are played, or by `stop`. */
export class Measurement {
  readonly ends: End[] = [];
  private stopped = false;

  constructor(
    private readonly text: string,
    private readonly bot: string,
    private readonly games: number,
    private readonly start: StartWorker,
  ) {}

  stop(): void {
    this.stopped = true;
  }

  /** Play. `onGames` is called whenever games have come in. */
  async run(onGames: () => void): Promise<void> {
    let next = 0;
    const workers = Math.max(1, Math.min(navigator.hardwareConcurrency || 1, Math.ceil(this.games / AT_ONCE)));
    const play = async (): Promise<void> => {
      const python = await this.start();
      try {
        while (!this.stopped && next < this.games) {
          const seed = next;
          next += AT_ONCE;
          const count = Math.min(AT_ONCE, this.games - seed);
          this.ends.push(...(await python.call<End[]>("play", [this.text, this.bot, seed, count], PATIENCE)));
          onGames();
        }
      } finally {
        python.end();
      }
    };
    await Promise.all(Array.from({ length: workers }, play));
  }
}
