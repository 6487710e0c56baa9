// Draws frames on a canvas element, and only the cells that changed. A map has square cells, other screens those of text.

import type { Frame } from "../python/calls";
import { darkened, GLYPH_CONTRAST, lightened } from "./light";
import { squareOf, topOf } from "./size";
import { cssColor, type Tiles } from "./tiles";

export class Board {
  private readonly context: CanvasRenderingContext2D;
  private glyphs: string[] = [];
  private colors = new Float64Array(0);
  private frame: Frame | null = null;
  private light = false;

  constructor(
    readonly element: HTMLCanvasElement,
    private text: Tiles,
    private map: Tiles = text,
  ) {
    this.context = element.getContext("2d", { alpha: false })!;
  }

  use(text: Tiles, map: Tiles = text): void {
    this.text = text;
    this.map = map;
    this.glyphs = [];
  }

  set theme(light: boolean) {
    this.light = light;
    this.glyphs = [];
    if (this.frame) this.draw(this.frame);
  }

  /** Width and height of a cell, in pixels of the display. */
  private get cell(): readonly [number, number] {
    const { text, map } = this;
    return this.frame?.panels ? [squareOf(map.height), squareOf(map.height)] : [text.width, text.height];
  }

  draw(frame: Frame): void {
    const changed = !this.frame?.panels !== !frame.panels;
    this.frame = frame;
    const { context, light } = this;
    const tiles = frame.panels ? this.map : this.text;
    const [across, down] = this.cell;
    const cells = frame.width * frame.height;
    const [width, height] = [frame.width * across, frame.height * down];
    if (this.element.width !== width || this.element.height !== height || this.glyphs.length !== cells || changed) {
      this.element.width = width;
      this.element.height = height;
      this.element.dataset["columns"] = String(frame.width);
      this.element.dataset["rows"] = String(frame.height);
      // Where even the smallest canvas has no room, all of it is shown smaller.
      this.element.style.width = `min(${width / devicePixelRatio}px, 100cqw, ${(100 * width) / height}cqh)`;
      this.glyphs = new Array<string>(cells).fill("");
      this.colors = new Float64Array(cells);
    }
    const { fg, bg } = frame;
    const ground = (bg[0]! << 16) | (bg[1]! << 8) | bg[2]!;
    this.element.parentElement!.style.background = cssColor(light ? lightened(ground) : ground);
    let cell = 0;
    for (const glyph of frame.glyphs) {
      const at = cell * 3;
      const front = (fg[at]! << 16) | (fg[at + 1]! << 8) | fg[at + 2]!;
      const back = (bg[at]! << 16) | (bg[at + 1]! << 8) | bg[at + 2]!;
      const color = back * 0x1000000 + (glyph === " " ? 0 : front);
      if (this.glyphs[cell] !== glyph || this.colors[cell] !== color) {
        const x = (cell % frame.width) * across;
        const y = Math.floor(cell / frame.width) * down;
        const behind = light ? lightened(back) : back;
        context.fillStyle = cssColor(behind);
        context.fillRect(x, y, across, down);
        if (glyph !== " ") {
          const tile = tiles.tile(glyph, light ? darkened(lightened(front), behind, GLYPH_CONTRAST) : front);
          const [top, high] = [frame.panels ? topOf(tiles.height) : 0, Math.min(tiles.height, down)];
          context.drawImage(tile, 0, top, tiles.width, high, x + ((across - tiles.width) >> 1), y, tiles.width, high);
        }
        this.glyphs[cell] = glyph;
        this.colors[cell] = color;
      }
      cell += 1;
    }
  }

  /** In CSS pixels. */
  get rowHeight(): number {
    return this.cell[1] / devicePixelRatio;
  }

  /** The cell under a point of the page, or null. */
  cellAt(clientX: number, clientY: number): { x: number; y: number } | null {
    const box = this.element.getBoundingClientRect();
    const [across] = this.cell;
    const x = Math.floor(((clientX - box.left) / box.width) * (this.element.width / across));
    const y = Math.floor(((clientY - box.top) / box.height) * (this.element.height / this.cell[1]));
    const inside = clientX >= box.left && clientX < box.right && clientY >= box.top && clientY < box.bottom;
    return inside ? { x, y } : null;
  }
}
