// Keys and the mouse.

import type { Board } from "./board";
import type { Game, MouseKind } from "./game";

/** Keys that stay the browser's. */
const LEFT_ALONE = new Set(["F5", "F6", "F11", "F12"]);
const MODIFIERS = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "NumLock"]);
/** With Ctrl, only the keys that Steep's keymap has are taken from the browser. */
const WITH_CTRL = new Set(["p", "w"]);

export function listen(canvas: HTMLCanvasElement, board: Board, game: Game): void {
  canvas.addEventListener("keydown", (event) => {
    const { key, code, ctrlKey, metaKey } = event;
    if (metaKey || event.isComposing || LEFT_ALONE.has(key) || MODIFIERS.has(key)) return;
    if (ctrlKey && !WITH_CTRL.has(key)) return;
    event.preventDefault();
    game.press(key, code, ctrlKey, event.altKey && !event.getModifierState("AltGraph"), event.shiftKey);
  });
  const point = (event: MouseEvent, kind: MouseKind) => {
    const cell = board.cellAt(event.clientX, event.clientY);
    if (cell) game.point(cell.x, cell.y, kind);
  };
  let last = "";
  canvas.addEventListener("pointermove", (event) => {
    const cell = board.cellAt(event.clientX, event.clientY);
    const at = cell ? `${cell.x},${cell.y}` : "";
    if (at && at !== last && event.pointerType === "mouse") point(event, "move");
    last = at;
  });
  canvas.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button === 0) point(event, "left");
  });
  canvas.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    point(event, "right");
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
