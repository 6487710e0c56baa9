// How large tiles are, and how many fit.

import { MAP_SIZES, TEXT_SIZES } from "./tiles";

/** The smallest canvas: `SMALLEST` of steep/ui/displays/browser.py. */
const LEAST = [48, 24] as const;
/** What a canvas has before its tiles grow, where there is room for it. */
const COMFORTABLE = [100, 30] as const;
/** CSS pixels: narrower spaces are phones held upright, whose tiles are as large as `LEAST` allows. */
const NARROW = 640;
/** CSS pixels of a tile that can be read. Where `COMFORTABLE` leaves less, tiles are as large as `LEAST` allows. */
const READABLE = [7, 14] as const;

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
    Math.max(0, TEXT_SIZES.findLastIndex(([w, h]) => across >= columns * w && down >= rows * h));
  const most = largest(LEAST);
  const comfortable = largest(COMFORTABLE);
  const [w, h] = TEXT_SIZES[comfortable]!;
  const readable = w / ratio >= READABLE[0] && h / ratio >= READABLE[1];
  const usual = width >= NARROW && readable ? comfortable : most;
  const index = Math.max(0, Math.min(most, usual + zoom));
  const tile = TEXT_SIZES[index]!;
  return {
    tile,
    columns: Math.max(LEAST[0], Math.floor(across / tile[0])),
    rows: Math.max(LEAST[1], Math.floor(down / tile[1])),
    zoom: index - usual,
    smallest: index === 0,
    largest: index === most,
  };
}

/** Cells that a map shows, where there is room for them, before they grow. */
const MAP = [40, 22] as const;
/** Where those can't be read: as far as most heroes see. */
const LEAST_MAP = [17, 15] as const;
/** CSS pixels of a square that can be read. */
const LEAST_SQUARE = 13;

/** Of a tile's height, what is above all letters, and the letters with all that hangs below them. */
const [ABOVE, LETTERS] = [0.12, 0.82] as const;

/** The side of a square cell for tiles of some height, in pixels of the display: without the space above and below. */
export function squareOf(height: number): number {
  return Math.round(height * LETTERS);
}

/** Where in such a tile the square begins. */
export function topOf(height: number): number {
  return Math.round(height * ABOVE);
}

/** The tiles for a map in a space of so many CSS pixels, `zoom` sizes from the usual one, and the cells of it. */
export function fitMap(width: number, height: number, ratio: number, zoom: number): Fit {
  const [across, down] = [Math.floor(width * ratio), Math.floor(height * ratio)];
  const sides = MAP_SIZES.map(([, h]) => squareOf(h));
  const largest = ([columns, rows]: readonly [number, number]) =>
    Math.max(0, sides.findLastIndex((side) => across >= columns * side && down >= rows * side));
  const usual = sides[largest(MAP)]! >= LEAST_SQUARE * ratio ? largest(MAP) : largest(LEAST_MAP);
  const most = MAP_SIZES.length - 1;
  const index = Math.max(0, Math.min(most, usual + zoom));
  const side = sides[index]!;
  return {
    tile: MAP_SIZES[index]!,
    columns: Math.max(1, Math.floor(across / side)),
    rows: Math.max(1, Math.floor(down / side)),
    zoom: index - usual,
    smallest: index === 0,
    largest: index === most,
  };
}
