// What the Python side shows: `Frame` of steep/ui/displays/browser.py.

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly glyphs: string;
  readonly fg: Uint8Array;
  readonly bg: Uint8Array;
  readonly seconds: number | null;
  readonly said: readonly string[];
  readonly buttons: readonly (readonly [string, string])[];
  readonly swipe: "run" | "step" | "scroll";
}

/** The glyphs of a frame, a line per row. */
export function textOf({ glyphs, width }: Frame): string {
  const all = [...glyphs];
  const rows = Array.from({ length: all.length / width }, (_, row) => all.slice(row * width, (row + 1) * width));
  return rows.map((row) => row.join("").trimEnd()).join("\n");
}
