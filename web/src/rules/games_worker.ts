// Plays games in a worker: the first message says which, the next ones have seeds, and their rows go back. Of a game that
// is to be recorded its actions do.

import type { GamesToPlay } from "../python/calls";
import { Games } from "./games";
import { Rules } from "./rules";

/** What a page sends its worker: at first what to play, then seeds, or the seed of a game to record. */
export type Order = { readonly module: WebAssembly.Module; readonly games: GamesToPlay } | readonly number[] | number;

let playing: Games;

self.onmessage = ({ data }: MessageEvent<Order>) => {
  if (typeof data === "number") {
    self.postMessage(playing.record(data));
  } else if ("module" in data) {
    playing = new Games(new Rules(data.module), data.games);
  } else {
    const { visits } = playing.play(data);
    self.postMessage(visits, { transfer: [visits.buffer] });
  }
};
