// A frame of the screens as text.

import type { Frame } from "../python/calls";

/** The glyphs of a frame, a line per row. */
export function textOf({ glyphs, width }: Frame): string {
  const all = [...glyphs];
  const rows = Array.from({ length: all.length / width }, (_, row) => all.slice(row * width, (row + 1) * width));
  return rows.map((row) => row.join("").trimEnd()).join("\n");
}
