// The page that plays.

import { PythonWorker } from "../python/client";
import { Board } from "./board";
import { textOf } from "./frame";
import { Game } from "./game";
import { listen } from "./input";
import { readLink } from "./link";
import { fit } from "./size";
import { Tiles } from "./tiles";

const STILL_LOADING = document.querySelector<HTMLElement>("#loading")!;
const PROGRESS = document.querySelector<HTMLProgressElement>("#progress")!;
const STAGE = document.querySelector<HTMLElement>("#stage")!;
const CANVAS = document.querySelector<HTMLCanvasElement>("#canvas")!;
const TEXT = document.querySelector<HTMLElement>("#text")!;
const TROUBLE = document.querySelector<HTMLElement>("#trouble")!;

function fail(error: unknown): void {
  if (!TROUBLE.hidden) return; // what follows a fault tells nothing of it
  TROUBLE.hidden = false;
  TROUBLE.textContent = error instanceof Error ? error.message : String(error);
}

async function main(): Promise<void> {
  const link = readLink(location.hash);
  const python = PythonWorker.start("play", true, ({ text, share }) => {
    STILL_LOADING.querySelector("p")!.textContent = `${text} …`;
    PROGRESS.value = share;
  });
  let size = fit(STAGE.clientWidth, STAGE.clientHeight, devicePixelRatio);
  const board = new Board(CANVAS, await Tiles.load(size.tile));
  const game = new Game(
    await python,
    (frame) => {
      board.draw(frame);
      STILL_LOADING.hidden = true;
      TEXT.textContent = textOf(frame);
    },
    fail,
  );
  listen(CANVAS, board, game);
  CANVAS.focus();
  await game.start(size.columns, size.rows, link.ruleset, link.seed);
  new ResizeObserver(async () => {
    const wanted = fit(STAGE.clientWidth, STAGE.clientHeight, devicePixelRatio);
    if (wanted.tile !== size.tile) board.use(await Tiles.load(wanted.tile));
    size = wanted;
    game.resize(size.columns, size.rows);
  }).observe(STAGE);
  if ("serviceWorker" in navigator) await navigator.serviceWorker.register("service_worker.js");
}

main().catch(fail);
