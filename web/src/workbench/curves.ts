// The panel in which the curves of the text are drawn: their points are moved, added and removed.

import type { Checked, Curve, CurveGroup, Point } from "./answers";
import { colorOf, HEIGHT, legendOf, WIDTH } from "./charts";
import type { Editor } from "./editor";
import { element } from "./elements";
import { changeToAdd, changeToRemove } from "./entries";
import { bothOf, type Change, changeOf, floorChangeOf } from "./places";
import { type CurvesChart, curvesOf } from "./points";

/** Keys that add a point after the one that is chosen, and that remove it. */
const ADD = ["Insert", "+"];
const REMOVE = ["Delete", "Backspace"];
const BY_FORMULA = "A formula gives this curve, so no point can be added to it.";
const NO_PLACE = "No point can be added there by drawing: write it into the text.";

const STAYS = "This point stays on its floor: write another into the text.";

/** A point of a curve. */
interface Chosen {
  readonly curve: Curve;
  readonly point: Point;
}

export class CurvesPanel {
  private checked: Checked = { problems: [] };
  private readonly select = element<HTMLSelectElement>("#group");
  private readonly drawn = element("#drawn");
  private readonly panel = this.drawn.closest("section")!;
  /** The path of the point that was focused last, for the buttons. */
  private path = "";
  /** The point that gets the focus once the changed text is drawn. */
  private wanted: { readonly key: string; readonly floor: number } | null = null;

  constructor(private readonly editor: Editor) {
    this.select.addEventListener("change", () => this.draw());
    this.drawn.addEventListener("focusin", ({ target }) => {
      this.path = (target as Element).getAttribute("data-path") ?? "";
      element<HTMLButtonElement>("#remove-point").disabled = !this.chosen?.point.entry;
    });
    this.drawn.addEventListener("keydown", (event) => {
      const act = ADD.includes(event.key) ? () => this.addAfter() : REMOVE.includes(event.key) ? () => this.remove() : null;
      const stays = ["ArrowLeft", "ArrowRight"].includes(event.key) && this.chosen?.point.moves === "value" && !this.changesFloor(this.chosen.point);
      if (stays) say(STAYS);
      if (!act || !this.chosen) return;
      event.preventDefault();
      act();
    });
    element("#add-point").addEventListener("click", () => this.addAfter());
    element("#remove-point").addEventListener("click", () => this.remove());
  }

  /** Show the curves of a text without mistakes, which may have changed since. */
  show(checked: Checked, text: string): void {
    this.checked = checked;
    const names = checked.curves!.map(({ name }) => name);
    if (names.join() !== Array.from(this.select.options, ({ value }) => value).join()) {
      const chosen = this.select.value;
      this.select.replaceChildren(...names.map((name) => new Option(name)));
      if (names.includes(chosen)) this.select.value = chosen;
    }
    element("#no-curves").hidden = names.length > 0;
    this.draw();
    if (text === this.editor.text) this.wanted = null;
  }

  private get group(): CurveGroup | undefined {
    return this.checked.curves?.find(({ name }) => name === this.select.value);
  }

  private get chosen(): Chosen | undefined {
    const points = this.group?.lines.flatMap((curve) => curve.points.map((point) => ({ curve, point })));
    return points?.find(({ point }) => point.path === this.path);
  }

  private draw(): void {
    const { group } = this;
    element<HTMLButtonElement>("#add-point").disabled = !group;
    if (!group) {
      this.drawn.replaceChildren();
      return;
    }
    const colors = this.colorsIn(group);
    const focused = document.activeElement;
    const here = focused === document.body || this.panel.contains(focused);
    const move = (path: string, number: number, floor?: number): void => this.move(path, number, floor);
    const chart = curvesOf(group, this.checked.floors!, (key) => colors.get(key)!, move, (point) => this.changesFloor(point));
    chart.frame.svg.addEventListener("dblclick", (event) => this.addAt(chart, event));
    this.drawn.replaceChildren(chart.frame.svg, legendOf(group.lines.map(({ key }) => ({ name: key, color: colors.get(key)! }))));
    if (here) this.focus(group, focused);
    element<HTMLButtonElement>("#remove-point").disabled = !this.chosen?.point.entry;
  }

  /** Whether the text writes the floor of a value for this value alone. */
  private changesFloor({ path, floor }: Point): boolean {
    return floorChangeOf(this.editor.text, path, floor, floor) !== null;
  }

  /** Move a point to another value, and to another floor. */
  private move(path: string, number: number, floor?: number): void {
    const { text } = this.editor;
    const curve = this.group?.lines.find(({ points }) => points.some((point) => point.path === path));
    const from = curve?.points.find((point) => point.path === path)?.floor;
    const value = changeOf(text, path, number);
    if (floor === undefined || from === undefined || floor === from) {
      this.change(value);
      return;
    }
    const aside = floorChangeOf(text, path, from, floor);
    this.wanted = { key: curve!.key, floor };
    if (value && aside && this.change(bothOf(text, value, aside))) say(`${curve!.key} has this point on floor ${floor} now.`);
  }

  /** Give the focus back to the point that had it, or to the one that was added or is left. */
  private focus(group: CurveGroup, focused: Element | null): void {
    const { wanted } = this;
    const added = wanted && valueAt(group.lines.find(({ key }) => key === wanted.key), wanted.floor);
    const path = added?.path ?? focused?.getAttribute("data-path");
    if (path) this.drawn.querySelector<SVGElement>(`[data-path="${CSS.escape(path)}"]`)?.focus();
  }

  /** The colours of a group's curves: where they have odds, too, those of the odds. */
  private colorsIn(group: CurveGroup): ReadonlyMap<string, string> {
    const family = group.name.startsWith("items") ? this.checked.items! : this.checked.monsters!;
    const keys = [...new Set([...family.map(({ key }) => key), ...group.lines.map(({ key }) => key)])];
    return new Map(keys.map((key, index) => [key, colorOf(index)]));
  }

  /** Add a point on the next floor that has none, after the chosen point or else after a curve's last. */
  private addAfter(): void {
    const curve = this.chosen?.curve ?? this.group!.lines[0]!;
    const from = this.chosen?.point.floor ?? curve.points.findLast(({ moves }) => moves === "value")?.floor ?? 1;
    const floors = Array.from({ length: this.checked.floors! }, (_, row) => row + 1);
    const free = floors.filter((floor) => !valueAt(curve, floor));
    const floor = free.find((each) => each > from) ?? free.at(-1);
    if (floor === undefined) say(`${curve.key} has a point on every floor.`);
    else this.add(curve, floor, Math.round(curve.values[floor - 1]!));
  }

  /** Add a point where the pointer is, to the curve that is nearest above or below. */
  private addAt({ frame, highest }: CurvesChart, event: MouseEvent): void {
    if ((event.target as Element).matches(".handle")) return;
    const box = frame.svg.getBoundingClientRect();
    const floor = Math.floor(frame.x.invert(((event.clientX - box.left) / box.width) * WIDTH));
    const value = Math.round(frame.y.invert(((event.clientY - box.top) / box.height) * HEIGHT));
    if (floor < 1 || floor > this.checked.floors! || value < 0 || value > highest) return;
    const far = ({ values }: Curve): number => Math.abs(values[floor - 1]! - value);
    const curves = [...this.group!.lines].sort((one, other) => far(one) - far(other));
    const curve = curves.find(({ additions }) => additions) ?? curves[0]!;
    const there = valueAt(curve, floor);
    if (there) this.change(changeOf(this.editor.text, there.path, value));
    else this.add(curve, floor, value);
  }

  private add({ key, additions }: Curve, floor: number, value: number): void {
    const change = additions ? changeToAdd(this.editor.text, additions, floor, value) : null;
    this.wanted = { key, floor };
    if (this.change(change)) say(`${key} has a point on floor ${floor} now: ${value}.`);
    else say(additions ? NO_PLACE : BY_FORMULA);
  }

  private remove(): void {
    const { chosen } = this;
    if (!chosen) return;
    const { curve, point } = chosen;
    const left = curve.points.filter(({ moves, path }) => moves === "value" && path !== point.path);
    const near = left.findLast(({ floor }) => floor < point.floor) ?? left[0];
    if (near) this.wanted = { key: curve.key, floor: near.floor };
    const change = point.entry ? changeToRemove(this.editor.text, point.entry) : null;
    say(this.change(change) ? `The point on floor ${point.floor} is gone from ${curve.key}.` : "This point can't be removed by drawing: the curve needs it.");
  }

  private change(change: Change | null): boolean {
    if (change) this.editor.replace(change.from, change.to, change.insert);
    return change !== null;
  }
}

function valueAt(curve: Curve | undefined, floor: number): Point | undefined {
  return curve?.points.find((point) => point.moves === "value" && point.floor === floor);
}

function say(text: string): void {
  element("#drawn-said").textContent = text;
}
