// The parts of the page that show what a text means. What is of an earlier text than the editor's says so.

import { element } from "./elements";

/** What is added to the heading of such a part. */
export const OF_EARLIER = ", of the text before your last change";
/** The parts, and the headings of their sections. */
const PARTS = { found: "#found-title", odds: "#odds-title", drawn: "#drawn-title", threat: "#threat-title", curves: "#measure-title", rolled: "#floor-title" } as const;

export type PartName = keyof typeof PARTS;

export class Parts {
  /** The text that each part is of. */
  private readonly texts = new Map<PartName, string>();
  private text = "";

  /** A part shows what a text means. */
  show(name: PartName, text: string): void {
    this.texts.set(name, text);
    this.mark(name);
  }

  /** The editor has another text. */
  change(text: string): void {
    this.text = text;
    for (const name of this.texts.keys()) this.mark(name);
  }

  private mark(name: PartName): void {
    const earlier = this.texts.get(name) !== this.text;
    element(`#${name}`).classList.toggle("earlier", earlier);
    const heading = element(PARTS[name]);
    const said = heading.querySelector(".of-earlier");
    if (!earlier) said?.remove();
    else if (!said) {
      const note = heading.appendChild(document.createElement("span"));
      note.className = "of-earlier";
      note.textContent = OF_EARLIER;
    }
  }
}

/** What a heading in a file says of a part, or of a chart in one: nothing if it is of the text as it is. */
export function ofEarlier(shown: Element): string {
  return shown.closest(".earlier") ? OF_EARLIER : "";
}
