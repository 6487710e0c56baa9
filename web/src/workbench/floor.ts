// A generated floor as text with colours.

import type { Rolled } from "./answers";

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
