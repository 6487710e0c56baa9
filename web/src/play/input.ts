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
/** Milliseconds that a finger rests before it looks, as the right button does. */
const LONG_PRESS = 500;
/** By eighths of a turn, clockwise from east: the keys of the keypad, which have all eight directions. */
const DIRECTIONS = ["kp_6", "kp_3", "kp_2", "kp_1", "kp_4", "kp_7", "kp_8", "kp_9"] as const;
/** In other screens a swipe is one of four arrows. */
const ARROWS = ["right", "down", "left", "up"] as const;

export function listen(canvas: HTMLCanvasElement, board: Board, game: Game): void {
  canvas.addEventListener("keydown", (event) => {
    const { key, code, ctrlKey, metaKey } = event;
    if (key === LEAVE) return;
    if (metaKey || event.isComposing || LEFT_ALONE.has(key) || MODIFIERS.has(key)) return;
    if (ctrlKey && !WITH_CTRL.has(key)) return;
    event.preventDefault();
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
    if (!(event.target as Element).closest("header, #buttons, #stage")) return;
    event.preventDefault();
    if (!(document.activeElement instanceof HTMLInputElement)) canvas.focus();
  });
  const point = (event: MouseEvent, kind: MouseKind) => {
    const cell = board.cellAt(event.clientX, event.clientY);
    if (cell) game.point(cell.x, cell.y, kind);
  };
  listenToMouse(canvas, board, point);
  listenToTouch(canvas, board, game, point);
}

type Point = (event: MouseEvent, kind: MouseKind) => void;

function listenToMouse(canvas: HTMLCanvasElement, board: Board, point: Point): void {
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
      if (event.deltaY !== 0) point(event, event.deltaY < 0 ? "wheel_up" : "wheel_down");
    },
    { passive: false },
  );
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
