// A generated floor: as text with colours, and as the game shows it to a hero who walks through it.

import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Board } from "../play/board";
import { textOf } from "../play/frame";
import { Game } from "../play/game";
import { listen } from "../play/input";
import { fit } from "../play/size";
import { Tiles } from "../play/tiles";
import type { Frame, PlayCalls, Rolled } from "../python/calls";
import { PythonWorker } from "../python/client";
import type { Bench } from "./bench";
import { chosenFloor, fail, meaning, OF_EARLIER, rolled, tab, text } from "./model";

/** CSS pixels of the game's height. */
const HEIGHT = 420;

const seed = signal(1);
const walking = signal(false);

export function Floor({ bench }: { readonly bench: Bench }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const walk = useRef<Walk | null>(null);
  const stale = rolled.value !== null && rolled.value.of !== text.value;
  useEffect(() => {
    if (tab.value === "map") bench.roll(seed.value, chosenFloor.value);
  }, [seed.value, chosenFloor.value, tab.value]);
  useEffect(() => {
    walk.current ??= new Walk(canvas.current!, box.current!, button.current!);
    if (walking.value) void walk.current.begin(bench.editor.text, seed.value, chosenFloor.value);
  }, [walking.value, seed.value, chosenFloor.value]);
  useEffect(() => {
    if (walking.value && meaning.value?.of === text.value) void walk.current?.change(text.value);
  }, [meaning.value]);
  const found = rolled.value?.floor;
  return (
    <section class={stale ? "earlier" : ""} aria-labelledby="floor-title">
      <h2 id="floor-title">A floor{stale && <small class="of-earlier">{OF_EARLIER}</small>}</h2>
      <p class="tools">
        <label>Seed <input id="seed" type="number" min={0} value={seed.value} onInput={({ currentTarget }) => (seed.value = currentTarget.valueAsNumber)} /></label>
        <label>Floor <input id="floor" type="number" min={1} max={100} value={chosenFloor.value} onInput={({ currentTarget }) => (chosenFloor.value = currentTarget.valueAsNumber)} /></label>
        <button id="walk" ref={button} type="button" onClick={() => (walking.value = !walking.value)}>{walking.value ? "Show the whole floor" : "Walk through it"}</button>
      </p>
      <div id="rolled" hidden={walking.value}>{typeof found === "string" ? found : found && <Map floor={found} />}</div>
      <div id="walking" ref={box} hidden={!walking.value}>
        <p class="soft">Arrow keys, the keypad or clicks walk; <kbd>?</kbd> lists all keys. Nothing is saved. F6 leaves the game.</p>
        <canvas id="walked" ref={canvas} tabindex={0} role="application" aria-label="The floor, as the game shows it. F6 leaves it." aria-describedby="walked-text" />
        <p id="walked-text" />
      </div>
    </section>
  );
}

/** The map of a floor, with what is on it. */
function Map({ floor: { rows, things } }: { readonly floor: Rolled }): JSX.Element {
  const at = new globalThis.Map(things.map((thing) => [`${thing.x} ${thing.y}`, thing]));
  return (
    // It has a stop for Tab so that keys can scroll it.
    <pre class="map" role="img" tabindex={0} aria-label={`A floor with ${things.map(({ kind }) => kind).join(", ") || "nothing on it"}`}>
      {rows.map((row, y) => [
        ...[...row].map((glyph, x) => {
          const thing = at.get(`${x} ${y}`);
          return thing ? <b key={`${x} ${y}`} style={`color: ${thing.color}`} title={thing.kind}>{thing.glyph}</b> : glyph;
        }),
        "\n",
      ])}
    </pre>
  );
}

/** The game's own screens, in a worker of their own, where a hero walks through a floor. It starts when it is asked for. */
class Walk {
  private game: Promise<Game> | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly box: HTMLElement,
    private readonly button: HTMLElement,
  ) {
    // The game takes Tab; F6 leads on to what follows.
    canvas.addEventListener("keydown", (event) => {
      if (event.key !== "F6") return;
      event.preventDefault();
      event.stopPropagation(); // the game's own page would look for its buttons
      this.button.focus();
    });
  }

  /** Begin on a floor. */
  async begin(of: string, seed: number, floor: number): Promise<void> {
    const { columns, rows } = this.size();
    const game = await (this.game ??= this.start()).catch((fault: unknown) => {
      this.game = null; // so that it can be tried again
      fail(fault);
      return null;
    });
    if (await game?.ask("start", [of, seed, floor, columns, rows])) this.canvas.focus();
  }

  /** The text has changed: the floor is made anew at its next tick. */
  async change(now: string): Promise<void> {
    await this.game?.then(({ python }) => (python as unknown as PythonWorker<{ change(text: string): null }>).call("change", [now])).catch(() => undefined);
  }

  private size(): ReturnType<typeof fit> {
    return fit(this.box.clientWidth, HEIGHT, devicePixelRatio, 0);
  }

  private async start(): Promise<Game> {
    const [python, tiles] = await Promise.all([PythonWorker.start("walk", false, () => undefined), Tiles.load(this.size().tile)]);
    const board = new Board(this.canvas, tiles);
    const show = (frame: Frame): void => {
      board.theme = document.documentElement.dataset["theme"] === "light";
      board.draw(frame);
      document.querySelector("#walked-text")!.textContent = textOf(frame);
    };
    // The screens of a walk answer the same calls as the game's.
    const game = new Game(python as unknown as PythonWorker<PlayCalls>, show, (fault) => {
      if (python.ended) this.game = null;
      fail(fault);
    });
    listen(this.canvas, board, game);
    return game;
  }
}
