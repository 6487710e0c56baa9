// Bots play games of a ruleset in as many workers as there are cores, and what is known grows as games come in.

import type { PythonWorker } from "../python/client";
import type { Game } from "./answers";

/** The most games of one call: calls of quick games cost nothing beside them, and the curves still move. */
const AT_ONCE = 8;
/** Milliseconds below which a call is quick, and the next one may have more games. */
const QUICK = 500;

/** Starts a worker of the workbench. */
export type StartWorker = () => Promise<PythonWorker>;

/** A bot's games of the seeds from 0 on in one text, some of which are still to be played. */
export class Measurement {
  readonly games: Game[] = [];
  private stopped = false;
  private readonly workers = new Set<PythonWorker>();

  constructor(
    readonly text: string,
    readonly bot: string,
    readonly floors: number,
  ) {}

  /** Whether games of another measurement are the same. */
  isLike(other: Measurement): boolean {
    return this.text === other.text && this.bot === other.bot && this.floors === other.floors;
  }

  /** End the workers. The games that they were in are played anew when more are wanted. */
  stop(): void {
    this.stopped = true;
    for (const python of this.workers) python.end();
  }

  /**
   * Play what is left of the first `wanted` games. `onGames` is called whenever games have come in. A game may take as
   * long as it takes on this machine: it has a last turn, and `stop` ends it. A fault ends all workers.
   */
  async run(wanted: number, start: StartWorker, onGames: () => void): Promise<void> {
    this.stopped = false;
    const played = new Set(this.games.map(([seed]) => seed));
    const left = Array.from({ length: wanted }, (_, seed) => seed).filter((seed) => !played.has(seed));
    const workers = Math.min(navigator.hardwareConcurrency || 1, left.length);
    const play = async (): Promise<void> => {
      const python = await start();
      this.workers.add(python);
      try {
        for (let size = 1; !this.stopped && left.length; ) {
          const began = performance.now();
          this.games.push(...(await python.call<Game[]>("play", [this.text, this.bot, left.splice(0, size), this.floors])));
          onGames();
          size = performance.now() - began < QUICK ? Math.min(size * 2, AT_ONCE) : 1;
        }
      } finally {
        this.workers.delete(python);
        python.end();
      }
    };
    const attempt = (): Promise<void> =>
      play().catch((fault: unknown) => {
        if (this.stopped) return; // the worker was ended in a game
        this.stop();
        throw fault;
      });
    await Promise.all(Array.from({ length: workers }, attempt));
  }
}
