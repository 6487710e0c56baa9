// The buttons for a phone, which the Python side gives with each frame, and a field that calls up its keyboard.

import type { Frame } from "../python/calls";
import type { Game } from "./game";

export class Buttons {
  private shown = "";

  constructor(
    private readonly element: HTMLElement,
    private readonly game: () => Game | null,
  ) {}

  show({ buttons }: Frame): void {
    const wanted = JSON.stringify(buttons);
    if (wanted === this.shown) return;
    this.shown = wanted;
    this.element.replaceChildren(
      ...buttons.map(([text, key]) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = text;
        button.addEventListener("click", () => this.game()?.pressNamed(key));
        return button;
      }),
    );
  }
}

/** Characters typed into the field go to the game, one by one. */
export function listenToTyping(field: HTMLInputElement, game: Game): void {
  field.addEventListener("input", () => {
    for (const character of field.value) game.press(character, "");
    field.value = "";
  });
  field.addEventListener("keydown", (event) => {
    if (["Enter", "Backspace", "Escape"].includes(event.key)) {
      event.preventDefault();
      game.press(event.key, event.code);
    }
  });
}
