// Bots play games of a ruleset in as many workers as there are cores, and what is known grows as games come in.

import type { PythonWorker } from "../python/client";
import type { Game } from "./answers";

/** Games of one call: enough that calls cost nothing, and few enough that the curves move. */
const AT_ONCE = 5;
/** Seconds that a call may take before its worker is taken to hang. */
const PATIENCE = 120;

/** Starts a worker of the workbench. */
export type StartWorker = () => Promise<PythonWorker>;

/** A bot's games of the seeds from 0 on in one text, some of which are still to be played. */
export class Measurement {
  readonly games: Game[] = [];
  private stopped = false;

  constructor(
    readonly text: string,
    readonly bot: string,
    readonly floors: number,
  ) {}

  /** Whether games of another measurement are the same. */
  isLike(other: Measurement): boolean {
    return this.text === other.text && this.bot === other.bot && this.floors === other.floors;
  }

  /** Let nobody begin another game. */
  stop(): void {
    this.stopped = true;
  }

  /** Play what is left of the first `wanted` games. `onGames` is called whenever games have come in. */
  async run(wanted: number, start: StartWorker, onGames: () => void): Promise<void> {
    this.stopped = false;
    const played = new Set(this.games.map(([seed]) => seed));
    const left = Array.from({ length: wanted }, (_, seed) => seed).filter((seed) => !played.has(seed));
    const workers = Math.max(1, Math.min(navigator.hardwareConcurrency || 1, Math.ceil(left.length / AT_ONCE)));
    const play = async (): Promise<void> => {
      const python = await start();
      try {
        while (!this.stopped && left.length) {
          this.games.push(...(await python.call<Game[]>("play", [this.text, this.bot, left.splice(0, AT_ONCE), this.floors], PATIENCE)));
          onGames();
        }
      } finally {
        python.end();
      }
    };
    await Promise.all(Array.from({ length: left.length ? workers : 0 }, play));
  }
}
