// Keys, the mouse and touch.

import type { Board } from "./board";
import type { Game, MouseKind } from "./game";

/** Keys that stay the browser's. */
const LEFT_ALONE = new Set(["F5", "F11", "F12"]);
/** Goes from the game to the buttons of the page and back; Tab is the game's. */
const LEAVE = "F6";
const MODIFIERS = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "NumLock"]);
/** With Ctrl, only the keys that Steep's keymap has are taken from the browser. */
const WITH_CTRL = new Set(["p", "w"]);

/** CSS pixels that a finger moves before it swipes. */
const SWIPE = 24;
/** How far two fingers spread or close to zoom by one size. */
const PINCH = 1.2;
/** Milliseconds that a finger rests before it looks, as the right button does. */
const LONG_PRESS = 500;
/** By eighths of a turn, clockwise from east: the keys of the keypad, which have all eight directions. */
const DIRECTIONS = ["kp_6", "kp_3", "kp_2", "kp_1", "kp_4", "kp_7", "kp_8", "kp_9"] as const;
/** In other screens a swipe is one of four arrows. */
const ARROWS = ["right", "down", "left", "up"] as const;

export function listen(canvas: HTMLCanvasElement, board: Board, game: Game, zoom: Zoom = () => undefined): void {
  canvas.addEventListener("keydown", (event) => {
    const { key, code, ctrlKey, metaKey } = event;
    if (key === LEAVE) return;
    if (metaKey || event.isComposing || LEFT_ALONE.has(key) || MODIFIERS.has(key)) return;
    if (ctrlKey && !WITH_CTRL.has(key)) return;
    event.preventDefault();
    if (!ctrlKey && !event.altKey && game.frame?.zooms.includes(key)) {
      zoom(key === "-" ? -1 : 1);
      return;
    }
    if (event.repeat && game.busy) return; // or a held key would go on moving the hero after it is let go
    game.press(key, code, ctrlKey, event.altKey && !event.getModifierState("AltGraph"), event.shiftKey);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== LEAVE || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    const target = document.activeElement === canvas ? document.querySelector<HTMLElement>("nav button") : canvas;
    target?.focus();
  });
  // A button that is clicked leaves the keys to the game, and a dialog that it opens gives them back to it.
  document.addEventListener("mousedown", (event) => {
    const target = event.target as Element;
    if (target.closest("input[type=range]")) return;
    if (!target.closest("header, #buttons, #stage, #hints, #box")) return;
    event.preventDefault();
    if (!(document.activeElement instanceof HTMLInputElement)) canvas.focus();
  });
  const point = (event: MouseEvent, kind: MouseKind) => {
    const cell = board.cellAt(event.clientX, event.clientY);
    if (cell) game.point(cell.x, cell.y, kind);
  };
  listenToMouse(canvas, board, game, point, zoom);
  listenToTouch(canvas, board, game, point);
  listenToPinches(canvas, game, zoom);
}

/** Shows the map some sizes larger; negative: smaller. */
type Zoom = (by: number) => void;

type Point = (event: MouseEvent, kind: MouseKind) => void;

function listenToMouse(canvas: HTMLCanvasElement, board: Board, game: Game, point: Point, zoom: Zoom): void {
  let last = "";
  canvas.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse") return;
    const cell = board.cellAt(event.clientX, event.clientY);
    const at = cell ? `${cell.x},${cell.y}` : "";
    if (at && at !== last) point(event, "move");
    last = at;
  });
  canvas.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button === 0) point(event, "left");
  });
  canvas.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    if ((event as PointerEvent).pointerType !== "touch") point(event, "right");
  });
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      if (event.deltaY === 0) return;
      if (game.frame?.panels && game.frame.swipe === "run") zoom(event.deltaY < 0 ? 1 : -1);
      else point(event, event.deltaY < 0 ? "wheel_up" : "wheel_down");
    },
    { passive: false },
  );
}

/** Two fingers that spread or close over a map zoom it. */
function listenToPinches(canvas: HTMLCanvasElement, game: Game, zoom: Zoom): void {
  const fingers = new Map<number, PointerEvent>();
  let apart = 0;
  const spread = () => {
    const [one, other] = [...fingers.values()];
    return distance(one!, other!);
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse") return;
    fingers.set(event.pointerId, event);
    if (fingers.size === 2) apart = spread();
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, event);
    if (fingers.size !== 2 || !game.frame?.panels || apart === 0) return;
    const ratio = spread() / apart;
    if (ratio < PINCH && ratio > 1 / PINCH) return;
    zoom(ratio > 1 ? 1 : -1);
    apart = spread();
  });
  for (const end of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(end, (event) => fingers.delete((event as PointerEvent).pointerId));
  }
}

/** A tap clicks, a swipe runs or scrolls what is under the finger, a long press looks. */
function listenToTouch(canvas: HTMLCanvasElement, board: Board, game: Game, point: Point): void {
  let down: PointerEvent | null = null;
  /** The height up to which the screen has been scrolled; null before it scrolls. */
  let scrolled: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  canvas.addEventListener("pointerdown", (event) => {
    clearTimeout(timer);
    if (event.pointerType === "mouse") return;
    if (!event.isPrimary) {
      down = null; // a second finger means neither
      return;
    }
    down = event;
    scrolled = null;
    timer = setTimeout(() => {
      point(event, "right");
      down = null;
    }, LONG_PRESS);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!down || (scrolled === null && distance(down, event) < SWIPE)) return;
    clearTimeout(timer);
    const [across, along] = [event.clientX - down.clientX, event.clientY - down.clientY];
    if (game.frame?.swipe !== "scroll" || (scrolled === null && Math.abs(across) > Math.abs(along))) return;
    scrolled ??= down.clientY;
    const rows = Math.trunc((scrolled - event.clientY) / board.rowHeight);
    if (rows === 0) return;
    scrolled -= rows * board.rowHeight;
    game.scroll(rows);
  });
  canvas.addEventListener("pointercancel", () => {
    clearTimeout(timer);
    down = null;
  });
  canvas.addEventListener("pointerup", (event) => {
    clearTimeout(timer);
    if (!down) return;
    if (scrolled !== null) {
      down = null;
      return;
    }
    if (distance(down, event) < SWIPE) point(event, "left");
    else game.pressNamed(swipeKey(event.clientX - down.clientX, event.clientY - down.clientY, game.frame?.swipe === "run"));
    down = null;
  });
}

function distance(from: MouseEvent, to: MouseEvent): number {
  return Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY);
}

/** The key that a swipe presses: in a game a run in one of eight directions, elsewhere an arrow. */
export function swipeKey(across: number, down: number, runs: boolean): string {
  const turn = Math.atan2(down, across) / (2 * Math.PI);
  const of = (count: number) => ((Math.round(turn * count) % count) + count) % count;
  return runs ? `shift+${DIRECTIONS[of(8)]}` : ARROWS[of(4)]!;
}
