// Charts by floor, as SVG: shares as areas, and figures with their intervals.

import { type ScaleLinear, scaleLinear } from "d3-scale";
import { area, curveStepAfter, line } from "d3-shape";
import type { Band, Estimate } from "./answers";

export const WIDTH = 480;
export const HEIGHT = 190;
const LEFT = 44;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 24;

/** Colours that people with any colour vision tell apart (Okabe and Ito, 2008), without black; then they come again. */
const COLORS = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#999999"];

export function colorOf(index: number): string {
  return COLORS[index % COLORS.length]!;
}

export function svgOf<K extends keyof SVGElementTagNameMap>(name: K, attributes: Record<string, string | number> = {}): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

export interface Frame {
  readonly svg: SVGSVGElement;
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
}

/** An empty chart with its axes. A floor takes the width from its number to the next. */
export function frameOf(floors: number, most: number, label: string, format: (value: number) => string, least = 0): Frame {
  const svg = svgOf("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label });
  const x = scaleLinear([1, floors + 1], [LEFT, WIDTH - RIGHT]);
  const y = scaleLinear([least, most], [HEIGHT - BOTTOM, TOP]).nice(4);
  for (const tick of y.ticks(4)) {
    svg.append(svgOf("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(tick), y2: y(tick), class: "grid" }));
    const text = svgOf("text", { x: LEFT - 6, y: y(tick) + 4, "text-anchor": "end" });
    text.textContent = format(tick);
    svg.append(text);
  }
  const every = Math.ceil(floors / 12);
  for (let floor = 1; floor <= floors; floor += every) {
    const text = svgOf("text", { x: x(floor + 0.5), y: HEIGHT - 8, "text-anchor": "middle" });
    text.textContent = String(floor);
    svg.append(text);
  }
  return { svg, x, y };
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** The shares of kinds as areas that lie on each other. */
export function areasOf(bands: readonly Band[], floors: number, label: string): SVGSVGElement {
  const { svg, x, y } = frameOf(floors, 1, label, percent);
  const below = new Array<number>(floors).fill(0);
  bands.forEach((band, index) => {
    const rows = Array.from({ length: floors + 1 }, (_, row) => {
      const floor = Math.min(row, floors - 1);
      return { at: row + 1, low: below[floor]!, high: below[floor]! + band.shares[floor]! };
    });
    const path = area<(typeof rows)[number]>().curve(curveStepAfter).x((row) => x(row.at)).y0((row) => y(row.low)).y1((row) => y(row.high));
    const shape = svgOf("path", { d: path(rows) ?? "", fill: colorOf(index), "data-key": band.key });
    const title = svgOf("title");
    title.textContent = `${band.name}: ${band.shares.map((share, floor) => `floor ${floor + 1} ${percent(share)}`).join(", ")}`;
    shape.append(title);
    svg.append(shape);
    rows.slice(0, floors).forEach((row, floor) => (below[floor] = row.high));
  });
  return svg;
}

export interface Line {
  readonly name: string;
  readonly color: string;
  readonly estimates: readonly Estimate[];
}

/** Figures by floor with their 95% intervals. */
export function linesOf(lines: readonly Line[], floors: number, label: string): SVGSVGElement {
  const top = Math.max(0.1, ...lines.flatMap((each) => each.estimates.map(([, , high]) => high)));
  const frame = frameOf(floors, top, label, String);
  addLines(frame, lines, (value) => value.toFixed(2));
  return frame.svg;
}

/** Add lines with their intervals to a chart; `text` writes a figure. */
export function addLines({ svg, x, y }: Frame, lines: readonly Line[], text: (value: number) => string): void {
  for (const { name, color, estimates } of lines) {
    const known = estimates.map((estimate, row) => ({ estimate, at: x(row + 1.5) })).filter(({ estimate }) => !Number.isNaN(estimate[0]));
    const around = area<(typeof known)[number]>().x((row) => row.at).y0((row) => y(row.estimate[1])).y1((row) => y(row.estimate[2]));
    const through = line<(typeof known)[number]>().x((row) => row.at).y((row) => y(row.estimate[0]));
    svg.append(svgOf("path", { d: around(known) ?? "", fill: color, opacity: 0.25 }));
    svg.append(svgOf("path", { d: through(known) ?? "", fill: "none", stroke: color, "stroke-width": 2 }));
    for (const { estimate, at } of known) {
      const dot = svgOf("circle", { cx: at, cy: y(estimate[0]), r: 3, fill: color });
      const title = svgOf("title");
      title.textContent = `${name}: ${text(estimate[0])} (${text(estimate[1])} to ${text(estimate[2])})`;
      dot.append(title);
      svg.append(dot);
    }
  }
}

/** Names and colours of what a chart shows. */
export function legendOf(entries: readonly { readonly name: string; readonly color: string }[]): HTMLElement {
  const list = document.createElement("ul");
  list.className = "legend";
  for (const { name, color } of entries) {
    const entry = list.appendChild(document.createElement("li"));
    const mark = entry.appendChild(svgOf("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" }));
    mark.append(svgOf("rect", { width: 10, height: 10, fill: color }));
    entry.append(name);
  }
  return list;
}
