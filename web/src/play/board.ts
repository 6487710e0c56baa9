// Draws frames on a canvas element, and only the cells that changed.

import type { Frame } from "../python/calls";
import { lightened } from "./light";
import { cssColor, type Tiles } from "./tiles";

export class Board {
  private readonly context: CanvasRenderingContext2D;
  private glyphs: string[] = [];
  private colors = new Float64Array(0);
  private frame: Frame | null = null;
  private light = false;

  constructor(
    readonly element: HTMLCanvasElement,
    private tiles: Tiles,
  ) {
    this.context = element.getContext("2d", { alpha: false })!;
  }

  use(tiles: Tiles): void {
    this.tiles = tiles;
    this.glyphs = [];
  }

  set theme(light: boolean) {
    this.light = light;
    this.glyphs = [];
    if (this.frame) this.draw(this.frame);
  }

  draw(frame: Frame): void {
    this.frame = frame;
    const { tiles, context, light } = this;
    const cells = frame.width * frame.height;
    const [width, height] = [frame.width * tiles.width, frame.height * tiles.height];
    if (this.element.width !== width || this.element.height !== height || this.glyphs.length !== cells) {
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
        const x = (cell % frame.width) * tiles.width;
        const y = Math.floor(cell / frame.width) * tiles.height;
        context.fillStyle = cssColor(light ? lightened(back) : back);
        context.fillRect(x, y, tiles.width, tiles.height);
        if (glyph !== " ") context.drawImage(tiles.tile(glyph, light ? lightened(front) : front), x, y);
        this.glyphs[cell] = glyph;
        this.colors[cell] = color;
      }
      cell += 1;
    }
  }

  /** In CSS pixels. */
  get rowHeight(): number {
    return this.tiles.height / devicePixelRatio;
  }

  /** The cell under a point of the page, or null. */
  cellAt(clientX: number, clientY: number): { x: number; y: number } | null {
    const box = this.element.getBoundingClientRect();
    const x = Math.floor(((clientX - box.left) / box.width) * (this.element.width / this.tiles.width));
    const y = Math.floor(((clientY - box.top) / box.height) * (this.element.height / this.tiles.height));
    const inside = clientX >= box.left && clientX < box.right && clientY >= box.top && clientY < box.bottom;
    return inside ? { x, y } : null;
  }
}
