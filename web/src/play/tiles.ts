// The tiles of the window's game: sheets of glyphs, drawn for several sizes in pixels, and tinted here.

const SHEET_COLUMNS = 32;
const UNKNOWN = "?";
const MOST_TINTED = 8192;

/** Sizes of tiles in sheets: width and height in pixels of the display. */
export const SIZES: readonly (readonly [number, number])[] = [
  [8, 17], [10, 19], [12, 24], [14, 28], [16, 32], [20, 39], [26, 51],
];
/** Those of text: as large as a phone has room for. Between sheets, they are a larger sheet's, made smaller. */
export const TEXT_SIZES: typeof SIZES = [...SIZES.slice(0, -1), [21, 42], [22, 43], [24, 47], ...SIZES.slice(-1)];
/** Those of a map, the largest of which are the largest sheet's, made larger. */
export const MAP_SIZES: typeof SIZES = [...SIZES, [39, 76], [52, 102]];

export class Tiles {
  private readonly tinted = new Map<number, OffscreenCanvas>();
  private readonly index: ReadonlyMap<string, number>;

  private constructor(
    readonly width: number,
    readonly height: number,
    /** Width and height of a tile of the sheet. */
    private readonly drawn: readonly [number, number],
    private readonly sheet: ImageBitmap,
    glyphs: string,
  ) {
    this.index = new Map([...glyphs].map((glyph, at) => [glyph, at]));
  }

  static async load(size: readonly [number, number]): Promise<Tiles> {
    const drawn = SIZES.find(([width]) => width >= size[0]) ?? SIZES.at(-1)!;
    const [width, height] = drawn;
    const [glyphs, sheet] = await Promise.all([
      fetch("tiles/tiles.txt").then((response) => response.text()),
      fetch(`tiles/tiles-${width}x${height}.png`).then(async (response) => createImageBitmap(await response.blob())),
    ]).catch(() => {
      throw new Error("The glyphs of this size could not be loaded. Check the network, then reload the page.");
    });
    return new Tiles(...size, drawn, sheet, glyphs);
  }

  /** The tile of a glyph in a colour (0xRRGGBB), on a transparent background. */
  tile(glyph: string, color: number): OffscreenCanvas {
    const at = this.index.get(glyph) ?? this.index.get(UNKNOWN) ?? 0;
    const key = at * 0x1000000 + color;
    let tile = this.tinted.get(key);
    if (!tile) {
      if (this.tinted.size >= MOST_TINTED) this.tinted.clear();
      tile = this.tint(at, color);
      this.tinted.set(key, tile);
    }
    return tile;
  }

  private tint(at: number, color: number): OffscreenCanvas {
    const { width, height, drawn } = this;
    const tile = new OffscreenCanvas(width, height);
    const context = tile.getContext("2d")!;
    const x = (at % SHEET_COLUMNS) * drawn[0];
    const y = Math.floor(at / SHEET_COLUMNS) * drawn[1];
    context.imageSmoothingQuality = "high";
    context.drawImage(this.sheet, x, y, ...drawn, 0, 0, width, height);
    context.globalCompositeOperation = "source-in";
    context.fillStyle = cssColor(color);
    context.fillRect(0, 0, width, height);
    return tile;
  }
}

export function cssColor(color: number): string {
  return `#${color.toString(16).padStart(6, "0")}`;
}
