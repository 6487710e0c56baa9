// A generated floor: as text with colours, and as the game shows it to a hero who walks through it.

import { Board } from "../play/board";
import type { Frame } from "../play/frame";
import { textOf } from "../play/frame";
import { Game } from "../play/game";
import { listen } from "../play/input";
import { fit } from "../play/size";
import { Tiles } from "../play/tiles";
import { PythonWorker } from "../python/client";
import type { Rolled } from "./answers";
import { element, fail } from "./elements";

/** The map of a floor, with what is on it. */
export function mapOf({ rows, things }: Rolled): HTMLElement {
  const map = document.createElement("pre");
  map.className = "map";
  map.setAttribute("role", "img");
  map.tabIndex = 0; // so that keys can scroll it
  map.setAttribute("aria-label", `A floor with ${things.map(({ kind }) => kind).join(", ") || "nothing on it"}`);
  const at = new Map(things.map((thing) => [`${thing.x} ${thing.y}`, thing]));
  rows.forEach((row, y) => {
    let plain = "";
    [...row].forEach((glyph, x) => {
      const thing = at.get(`${x} ${y}`);
      if (!thing) {
        plain += glyph;
        return;
      }
      const mark = document.createElement("b");
      mark.textContent = thing.glyph;
      mark.style.color = thing.color;
      mark.title = thing.kind;
      map.append(plain, mark);
      plain = "";
    });
    map.append(`${plain}\n`);
  });
  return map;
}

/** CSS pixels of the game's height. */
const HEIGHT = 460;

/** What is walked: a floor of a text. */
export interface Place {
  readonly text: string;
  readonly seed: number;
  readonly floor: number;
}

/** The game's own screens, in a worker of their own, where a hero walks through a floor. It starts when it is asked for. */
export class Walk {
  private readonly canvas = element<HTMLCanvasElement>("#walked");
  private game: Promise<Game> | null = null;
  private open = false;

  constructor(private readonly place: () => Place) {
    const button = element("#walk");
    button.addEventListener("click", () => {
      this.open = !this.open;
      button.textContent = this.open ? "Show the whole floor" : "Walk through it";
      element("#walking").hidden = !this.open;
      element("#rolled").hidden = this.open;
      if (this.open) void this.begin();
    });
    // The game takes Tab; F6 leads on to what follows.
    this.canvas.addEventListener("keydown", (event) => {
      if (event.key !== "F6") return;
      event.preventDefault();
      event.stopPropagation(); // the game's own page would look for its buttons
      button.focus();
    });
  }

  /** Begin on the floor that is chosen now. */
  async begin(): Promise<void> {
    if (!this.open) return;
    const { text, seed, floor } = this.place();
    const { columns, rows } = this.size();
    const game = await (this.game ??= this.start()).catch((fault: unknown) => {
      this.game = null; // so that it can be tried again
      fail(fault);
      return null;
    });
    if (await game?.ask("start", [text, seed, floor, columns, rows])) this.canvas.focus();
  }

  /** The text has changed: the floor is made anew at its next tick. */
  async change(text: string): Promise<void> {
    if (this.open) await this.game?.then(({ python }) => python.call("change", [text])).catch(() => undefined);
  }

  private size(): ReturnType<typeof fit> {
    return fit(element("#walking").clientWidth, HEIGHT, devicePixelRatio, 0);
  }

  private async start(): Promise<Game> {
    const [python, tiles] = await Promise.all([PythonWorker.start("walk", false, () => undefined), Tiles.load(this.size().tile)]);
    const board = new Board(this.canvas, tiles);
    const show = (frame: Frame): void => {
      board.theme = document.documentElement.dataset["theme"] === "light";
      board.draw(frame);
      element("#walked-text").textContent = textOf(frame);
    };
    const game = new Game(python, show, (fault) => {
      if (python.ended) this.game = null;
      fail(fault);
    });
    listen(this.canvas, board, game);
    return game;
  }
}
