// The page's side of a worker in which a bot plays.

import type { GamesToPlay } from "../python/calls";
import type { Order } from "./games_worker";

export class Player {
  private readonly worker = new Worker(new URL("games_worker.js", document.baseURI), { type: "module", name: "games" });
  private answer: (answer: never) => void = () => undefined;
  private refuse: (reason: Error) => void = () => undefined;

  constructor(module: WebAssembly.Module, games: GamesToPlay) {
    this.worker.onmessage = ({ data }: MessageEvent) => this.answer(data as never);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.refuse(new Error(`The bot's games broke off (${event.message || "their worker could not be loaded"}).`));
    };
    this.send({ module, games });
  }

  /** Play the games of some seeds; their rows of floor visits. Ask again when they have come. */
  play(seeds: readonly number[]): Promise<Uint8Array> {
    return this.ask(seeds);
  }

  /** The bot's actions in the game of a seed. */
  record(seed: number): Promise<readonly number[]> {
    return this.ask(seed);
  }

  /** End the worker, and the games that it is in. */
  end(): void {
    this.worker.terminate();
    this.refuse(new Error("the worker was ended"));
  }

  private ask<Answer>(order: Order): Promise<Answer> {
    return new Promise((resolve, reject) => {
      [this.answer, this.refuse] = [resolve, reject];
      this.send(order);
    });
  }

  private send(order: Order): void {
    this.worker.postMessage(order);
  }
}
