// Bots play games of a ruleset in as many workers as there are cores, and what is known grows as games come in.

import { joined } from "../rules/games";
import type { Player } from "../rules/player";

/** The most games of one call: calls of quick games cost nothing beside them, and the curves still move. */
const AT_ONCE = 32;
/** Milliseconds below which a call is quick, and the next one may have more games. */
const QUICK = 100;

/** Starts a worker that plays. */
export type StartPlayer = () => Promise<Pick<Player, "play" | "end">>;

/** A bot's games of the seeds from 0 on in one text, some of which are still to be played. */
export class Measurement {
  private readonly played = new Set<number>();
  private readonly parts: Uint8Array[] = [];
  /** Counts runs and stops, so that a run which was stopped goes on no more, even beside the next one. */
  private runs = 0;
  private readonly players = new Set<Pick<Player, "end">>();

  constructor(
    readonly text: string,
    readonly bot: string,
    readonly floors: number,
  ) {}

  /** How many games were played. */
  get games(): number {
    return this.played.size;
  }

  /** The rows of their floor visits. */
  get visits(): Uint8Array<ArrayBuffer> {
    return joined(this.parts);
  }

  /** Whether games of another measurement are the same. */
  isLike(other: Measurement): boolean {
    return this.text === other.text && this.bot === other.bot && this.floors === other.floors;
  }

  /** End the workers. The games that they were in are played anew when more are wanted. */
  stop(): void {
    this.runs += 1;
    for (const player of this.players) player.end();
  }

  /**
   * Play what is left of the first `wanted` games. `onGames` is called whenever games have come in. A game may take as
   * long as it takes on this machine: it has a last turn, and `stop` ends it. A fault ends all workers.
   */
  async run(wanted: number, start: StartPlayer, onGames: () => void): Promise<void> {
    const run = (this.runs += 1);
    const left = Array.from({ length: wanted }, (_, seed) => seed).filter((seed) => !this.played.has(seed));
    const workers = Math.min(navigator.hardwareConcurrency || 1, left.length);
    const play = async (): Promise<void> => {
      const player = await start();
      this.players.add(player);
      try {
        for (let size = 1; this.runs === run && left.length; ) {
          const began = performance.now();
          const seeds = left.splice(0, size);
          this.parts.push(await player.play(seeds));
          for (const seed of seeds) this.played.add(seed);
          onGames();
          size = performance.now() - began < QUICK ? Math.min(size * 2, AT_ONCE) : 1;
        }
      } finally {
        this.players.delete(player);
        player.end();
      }
    };
    const broken = (fault: unknown): void => {
      if (this.runs !== run) return; // the worker was ended in a game
      this.stop();
      throw fault;
    };
    await Promise.all(Array.from({ length: workers }, () => play().catch(broken)));
  }
}
