// What stands beside the map, as elements: the hero, who is in view, the inventory, the log, and lists to choose from.

import type { Bar, DialogBox, DialogRow, Frame, Sidebar } from "../python/calls";
import type { Game } from "./game";
import { readable } from "./light";
import { cssColor } from "./tiles";

type Child = Node | string;
type Color = readonly [number, number, number];
type Span = readonly [string, Color];
/** A key as it is shown, what it does, and the key's name, if it is a key. */
type Hint = Frame["hints"][number];

export class Panels {
  light = false;
  private shown: Record<string, string> = {};
  private last: Frame | null = null;
  private readonly parts: Record<"sidebar" | "messages" | "banner" | "note" | "about" | "hints" | "box", HTMLElement>;

  constructor(
    private readonly game: HTMLElement,
    private readonly playing: () => Game | null,
  ) {
    const part = (id: string) => game.querySelector<HTMLElement>(`#${id}`)!;
    const ids = ["sidebar", "messages", "banner", "note", "about", "hints", "box"] as const;
    this.parts = Object.fromEntries(ids.map((id) => [id, part(id)])) as typeof this.parts;
    new ResizeObserver(() => this.toNewest()).observe(this.parts.messages); // the words below it come and go
  }

  /** Show what is described beside a map, or nothing. */
  show(frame: Frame): void {
    const { panels, hints } = frame;
    this.game.classList.toggle("described", Boolean(panels));
    this.last = frame;
    if (!panels) return;
    if (panels.sidebar) this.fill("sidebar", panels.sidebar, () => this.sidebar(panels.sidebar!));
    if (this.fill("messages", panels.log, () => panels.log.map((line) => element("li", {}, ...this.spans(line))))) this.toNewest();
    this.fill("banner", [panels.banner, panels.progress], () => [...this.spans(panels.banner), ...this.progress(panels.progress)]);
    this.fill("note", panels.note, () => this.spans(panels.note));
    this.fill("about", panels.text, () => panels.text.map((line) => element("p", {}, ...this.spans([line]))));
    const below = panels.dialog ? [] : hints;
    this.fill("hints", below, () => below.map((hint) => this.hint(hint)));
    this.fill("box", panels.dialog && [panels.dialog, hints], () => this.box(panels.dialog, hints));
  }

  private toNewest(): void {
    this.parts.messages.scrollTop = this.parts.messages.scrollHeight;
  }

  /** Show all of it again, in the colours of the theme. */
  recolor(): void {
    this.shown = {};
    if (this.last) this.show(this.last);
  }

  /** Fill a part if what is described has changed. An empty part is hidden. */
  private fill(name: keyof typeof this.parts, described: unknown, children: () => Child[]): boolean {
    const now = JSON.stringify(described);
    if (this.shown[name] === now) return false;
    this.shown[name] = now;
    const filled = children();
    this.parts[name].replaceChildren(...filled);
    this.parts[name].hidden = filled.length === 0;
    return true;
  }

  private color([red, green, blue]: Color): string {
    const color = (red << 16) | (green << 8) | blue;
    return cssColor(this.light ? readable(color) : color);
  }

  private spans(spans: readonly Span[]): HTMLElement[] {
    return spans.map(([text, color]) => colored("span", this.color(color), text));
  }

  private bar({ name, value, maximum, text, color }: Bar): HTMLElement {
    const filled = element("i", {});
    filled.style.width = `${maximum > 0 ? Math.max(value > 0 ? 2 : 0, Math.min(100, (100 * value) / maximum)) : 0}%`;
    filled.style.background = this.color(color);
    const meter = element("span", { class: "meter", "aria-hidden": "true" }, filled);
    return element("span", { class: "bar" }, element("span", { class: "name" }, name), " ", meter, " ", element("b", {}, text));
  }

  private sidebar(side: Sidebar): Child[] {
    const numbers = side.numbers.map(([name, value]) => element("span", {}, element("span", { class: "name" }, name), " ", element("b", {}, value), "\n"));
    const monsters = side.monsters.map(({ glyph, color, name, health, lines }) =>
      element(
        "li",
        {},
        element("span", { class: "monster" }, colored("b", this.color(color), glyph), " ", element("span", {}, name), " ", this.bar({ ...health, name: "" })),
        ...lines.map((line) => element("small", {}, line)),
      ),
    );
    const items = side.items.map(({ letter, glyph, color, name }) =>
      element("li", {}, element("kbd", {}, letter), " ", colored("b", this.color(color), glyph), " ", name),
    );
    return [
      element("h2", {}, side.title),
      element("div", { class: "hero" }, ...side.bars.map((bar) => this.bar(bar))),
      ...(side.region ? [element("p", { class: "region" }, side.region)] : []),
      element("div", { class: "numbers" }, ...numbers),
      element("div", { class: "statuses" }, ...this.spans(side.statuses)),
      element("h3", {}, "In view"),
      element("ul", { class: "monsters" }, ...(monsters.length > 0 ? monsters : [element("li", { class: "name" }, "no enemies")])),
      element("h3", { class: "carried" }, `Inventory ${side.carried}`),
      element("ul", { class: "carried" }, ...(items.length > 0 ? items : [element("li", { class: "name" }, "empty")])),
    ];
  }

  /** How far a replay is, which a click changes. */
  private progress(progress: Bar | null): Child[] {
    if (!progress) return [];
    const range = element("input", { type: "range", min: "0", max: String(progress.maximum), "aria-label": progress.name, tabindex: "-1" });
    range.value = String(progress.value);
    range.addEventListener("change", () => void this.playing()?.ask("choose", [Number(range.value)]));
    return [range, progress.text];
  }

  private hint([label, does, key]: Hint): HTMLElement {
    const children = [...(label ? [element("kbd", {}, label), " "] : []), does];
    if (!key) return element("span", { class: "hint" }, ...children, "\n");
    const button = element("button", { type: "button", class: "hint", tabindex: "-1" }, ...children);
    button.addEventListener("click", () => this.playing()?.pressNamed(key));
    return button;
  }

  private box(dialog: DialogBox | null, hints: readonly Hint[]): Child[] {
    if (!dialog) return [];
    const { title, prompt, rows, selected } = dialog;
    this.parts.box.setAttribute("aria-label", title || prompt || "Choose");
    const list: Child[] = [];
    rows.forEach((row, index) => {
      if (row.heading && rows[index - 1]?.heading !== row.heading) list.push(element("li", { class: "heading", role: "presentation" }, row.heading));
      list.push(this.row(row, index, index === selected));
    });
    queueMicrotask(() => this.parts.box.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }));
    return [
      ...(title ? [element("h2", {}, title)] : []),
      ...(prompt ? [element("p", { class: "prompt" }, prompt)] : []),
      ...(rows.length > 0 ? [element("ul", { role: "listbox", "aria-label": title || "Choose" }, ...list)] : []),
      element("div", { class: "hints" }, ...hints.map((hint) => this.hint(hint))),
    ];
  }

  private row(row: DialogRow, index: number, selected: boolean): HTMLElement {
    const details = [row.detail, row.note].filter((text) => text !== "").map((text) => element("small", {}, text));
    const item = element(
      "li",
      { role: "option", "aria-selected": String(selected) },
      element("kbd", {}, row.key),
      element("span", {}, row.color ? colored("span", this.color(row.color), row.text) : element("span", {}, row.text), ...details),
    );
    item.addEventListener("click", () => void this.playing()?.ask("choose", [index]));
    return item;
  }
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  if (LINES.has(name)) made.append("\n"); // apart from the next one where they are read as text
  return made;
}

/** Elements that stand on lines of their own. */
const LINES: ReadonlySet<string> = new Set(["li", "h2", "h3", "small", "button", "p"]);

function colored(name: "span" | "b", color: string, text: string): HTMLElement {
  const made = element(name, {}, text);
  made.style.color = color;
  return made;
}
