// How large tiles are, and how many fit.

import { SIZES } from "./tiles";

/** The smallest canvas: `SMALLEST` of steep/ui/browser/presenter.py. */
const LEAST = [48, 24] as const;
/** What a canvas has before its tiles grow, where there is room for it. */
const COMFORTABLE = [100, 30] as const;
/** CSS pixels: narrower spaces are phones held upright, whose tiles are as large as `LEAST` allows. */
const NARROW = 640;

export interface Fit {
  readonly tile: readonly [number, number];
  readonly columns: number;
  readonly rows: number;
}

/** The tiles for a space of so many CSS pixels, `zoom` sizes from the usual one, and the columns and rows of them. */
export function fit(width: number, height: number, ratio: number, zoom: number): Fit {
  const [across, down] = [Math.floor(width * ratio), Math.floor(height * ratio)];
  const largest = ([columns, rows]: readonly [number, number]) =>
    Math.max(0, SIZES.findLastIndex(([w, h]) => across >= columns * w && down >= rows * h));
  const usual = largest(width < NARROW ? LEAST : COMFORTABLE);
  const tile = SIZES[Math.max(0, Math.min(largest(LEAST), usual + zoom))]!;
  return {
    tile,
    columns: Math.max(LEAST[0], Math.floor(across / tile[0])),
    rows: Math.max(LEAST[1], Math.floor(down / tile[1])),
  };
}
