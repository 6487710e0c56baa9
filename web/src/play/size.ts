// How large tiles are, and how many fit.

import { SIZES } from "./tiles";

/** The smallest canvas: `SMALLEST` of steep/ui/displays/browser.py. */
const LEAST = [48, 24] as const;
/** What a canvas has before its tiles grow, where there is room for it. */
const COMFORTABLE = [100, 30] as const;
/** CSS pixels: narrower spaces are phones held upright, whose tiles are as large as `LEAST` allows. */
const NARROW = 640;
/** CSS pixels of a tile that can be read. Where `COMFORTABLE` leaves less, tiles are as large as `LEAST` allows. */
const READABLE = [6.5, 13] as const;

export interface Fit {
  readonly tile: readonly [number, number];
  readonly columns: number;
  readonly rows: number;
  /** How far the tiles are from the usual ones: what was asked for, as far as there are such tiles. */
  readonly zoom: number;
  readonly smallest: boolean;
  readonly largest: boolean;
}

/** The tiles for a space of so many CSS pixels, `zoom` sizes from the usual one, and the columns and rows of them. */
export function fit(width: number, height: number, ratio: number, zoom: number): Fit {
  const [across, down] = [Math.floor(width * ratio), Math.floor(height * ratio)];
  const largest = ([columns, rows]: readonly [number, number]) =>
    Math.max(0, SIZES.findLastIndex(([w, h]) => across >= columns * w && down >= rows * h));
  const most = largest(LEAST);
  const comfortable = largest(COMFORTABLE);
  const [w, h] = SIZES[comfortable]!;
  const readable = w / ratio >= READABLE[0] && h / ratio >= READABLE[1];
  const usual = width >= NARROW && readable ? comfortable : most;
  const index = Math.max(0, Math.min(most, usual + zoom));
  const tile = SIZES[index]!;
  return {
    tile,
    columns: Math.max(LEAST[0], Math.floor(across / tile[0])),
    rows: Math.max(LEAST[1], Math.floor(down / tile[1])),
    zoom: index - usual,
    smallest: index === 0,
    largest: index === most,
  };
}
