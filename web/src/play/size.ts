// How large tiles are, and how many fit.

import { SIZES } from "./tiles";

/** The smallest canvas that screens are drawn on: `COLUMNS` and `ROWS` of steep/ui/screen.py. */
const LEAST = [80, 24] as const;
/** What a canvas has before its tiles grow. */
const COMFORTABLE = [100, 30] as const;

export interface Fit {
  readonly tile: readonly [number, number];
  readonly columns: number;
  readonly rows: number;
}

/** The tiles for a space of so many CSS pixels, and the columns and rows of them. */
export function fit(width: number, height: number, ratio: number): Fit {
  const [across, down] = [Math.floor(width * ratio), Math.floor(height * ratio)];
  const fitting = SIZES.filter(([w, h]) => across >= COMFORTABLE[0] * w && down >= COMFORTABLE[1] * h);
  const tile = fitting.at(-1) ?? SIZES[0]!;
  return {
    tile,
    columns: Math.max(LEAST[0], Math.floor(across / tile[0])),
    rows: Math.max(LEAST[1], Math.floor(down / tile[1])),
  };
}
