// The page's side of a worker in which a bot plays.

import type { GamesToPlay } from "../python/calls";
import type { Order } from "./games_worker";

export class Player {
  private readonly worker = new Worker(new URL("games_worker.js", document.baseURI), { type: "module", name: "games" });
  private answer: (visits: Uint8Array) => void = () => undefined;
  private refuse: (reason: Error) => void = () => undefined;

  constructor(module: WebAssembly.Module, games: GamesToPlay) {
    this.worker.onmessage = ({ data }: MessageEvent<Uint8Array>) => this.answer(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.refuse(new Error(`The bot's games broke off (${event.message || "their worker could not be loaded"}).`));
    };
    this.send({ module, games });
  }

  /** Play the games of some seeds; their rows of floor visits. Ask again when they have come. */
  play(seeds: readonly number[]): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      [this.answer, this.refuse] = [resolve, reject];
      this.send(seeds);
    });
  }

  /** End the worker, and the games that it is in. */
  end(): void {
    this.worker.terminate();
    this.refuse(new Error("the worker was ended"));
  }

  private send(order: Order): void {
    this.worker.postMessage(order);
  }
}
