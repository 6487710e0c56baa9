// Curves whose points are numbers of the text, and can be dragged, or moved with the arrow keys.

import { curveStepAfter, line } from "d3-shape";
import type { CurveGroup, Point } from "./answers";
import { type Frame, frameOf, HEIGHT, svgOf, WIDTH } from "./charts";

/** Steps of the keys that move a point. */
const STEPS: Readonly<Record<Point["moves"], Readonly<Record<string, number>>>> = {
  value: { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 },
  floor: { ArrowRight: 1, ArrowLeft: -1 },
};
/** The lowest and the highest floor that a point may move to; what a key of the ruleset allows is checked afterwards. */
const FLOORS = [1, 100] as const;

/** Called with the path of a number in the text, what it becomes, and the floor that its point moves to, if it does. */
export type OnChange = (path: string, number: number, floor?: number) => void;

/** A chart of curves, and the highest value that it has room for. */
export interface CurvesChart {
  readonly frame: Frame;
  readonly highest: number;
}

/** The curves of a group, by floor. `colorOf` gives the colour of each, and `changesFloor` the values that can move to another floor. */
export function curvesOf(
  group: CurveGroup,
  floors: number,
  colorOf: (key: string) => string,
  onChange: OnChange,
  changesFloor: (point: Point) => boolean,
): CurvesChart {
  const most = Math.max(4, ...group.lines.flatMap(({ values, points }) => [...values, ...points.map(({ value }) => value)])) * 1.25;
  const frame = frameOf(floors, most, `${group.name}, by floor`, String);
  frame.svg.setAttribute("aria-description", "Points can be dragged, added and removed.");
  frame.svg.setAttribute("role", "group");
  for (const { key, values } of group.lines) {
    const ends = [...values, values.at(-1) ?? 0];
    const path = line<number>().curve(curveStepAfter).x((_, row) => frame.x(row + 1)).y((value) => frame.y(value));
    frame.svg.append(svgOf("path", { d: path(ends) ?? "", fill: "none", stroke: colorOf(key), "stroke-width": 2 }));
  }
  // Points lie on all lines, so that none hides one.
  for (const { key, points } of group.lines) {
    for (const point of points) {
      if (point.floor > floors) continue;
      const range = point.moves === "value" && changesFloor(point) ? floorsFor(point, points, floors) : undefined;
      frame.svg.append(handleOf(frame, point, key, colorOf(key), onChange, 1, 1_000_000, range));
    }
  }
  return { frame, highest: frame.y.domain()[1]! };
}

/** The floors that a value may move to: those between its neighbours. */
function floorsFor(point: Point, points: readonly Point[], floors: number): [number, number] {
  const others = points.filter((each) => each.moves === "value" && each !== point).map(({ floor }) => floor);
  const below = others.filter((floor) => floor <= point.floor);
  const above = others.filter((floor) => floor > point.floor);
  return [Math.max(0, ...below) + 1, Math.min(floors + 1, ...above) - 1];
}

/**
 * A point of a chart that can be moved up and down, or from floor to floor. `unit` is what 1 in the text is on the
 * chart's scale, and `highest` the highest value. A value with a `range` of floors can be moved to these, too.
 */
export function handleOf(
  frame: Frame,
  point: Point,
  name: string,
  color: string,
  onChange: OnChange,
  unit = 1,
  highest = 1_000_000,
  range?: readonly [number, number],
): SVGElement {
  const { svg, x, y } = frame;
  const { path, moves } = point;
  const number = point[moves];
  const [least, most] = moves === "value" ? [0, highest] : FLOORS;
  const within = (wanted: number): number => Math.max(least, Math.min(most, Math.round(wanted)));
  const what = moves === "value" ? `value from floor ${point.floor} on` : `floor, ${path.slice(path.lastIndexOf(".") + 1)}`;
  const [shape, place] = moves === "value" ? (["circle", ["cx", "cy"]] as const) : (["rect", ["x", "y"]] as const);
  // A floor's mark is a square whose corner is its place, moved back by half its side.
  const dot: SVGGraphicsElement = svgOf(shape, {
    [place[0]]: x(point.floor), [place[1]]: y(point.value * unit), fill: color, class: `handle ${moves}`, tabindex: 0, role: "slider",
    "aria-label": `${name}: ${what}`, "aria-valuenow": number, "aria-valuemin": least, "aria-valuemax": most, "data-path": path,
    "aria-orientation": moves === "value" ? "vertical" : "horizontal",
    ...(shape === "circle" ? { r: 7 } : { width: 12, height: 12, transform: "translate(-6 -6)" }),
  });
  dot.append(svgOf("title"));
  dot.firstElementChild!.textContent = `${name}: ${number} (${what})`;
  const numberAt = (event: PointerEvent): number => {
    const box = svg.getBoundingClientRect();
    if (moves === "value") return within(y.invert(((event.clientY - box.top) / box.height) * HEIGHT) / unit);
    return within(x.invert(((event.clientX - box.left) / box.width) * WIDTH));
  };
  const floorAt = (event: PointerEvent): number | undefined => {
    if (!range) return undefined;
    const box = svg.getBoundingClientRect();
    return Math.max(range[0], Math.min(range[1], Math.round(x.invert(((event.clientX - box.left) / box.width) * WIDTH))));
  };
  const move = (event: PointerEvent): void => {
    if (moves === "value") {
      dot.setAttribute(place[1], String(y(numberAt(event) * unit)));
      if (range) dot.setAttribute(place[0], String(x(floorAt(event)!)));
    } else dot.setAttribute(place[0], String(x(numberAt(event))));
  };
  dot.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    dot.focus();
    dot.setPointerCapture(event.pointerId);
    dot.addEventListener("pointermove", move);
    dot.addEventListener("pointerup", (ended) => onChange(path, numberAt(ended), floorAt(ended)), { once: true });
    dot.addEventListener("lostpointercapture", () => dot.removeEventListener("pointermove", move), { once: true });
  });
  dot.addEventListener("keydown", (event) => {
    const step = STEPS[moves][event.key];
    const aside = STEPS.floor[event.key];
    if (range && aside !== undefined) {
      event.preventDefault();
      onChange(path, number, Math.max(range[0], Math.min(range[1], point.floor + aside)));
    }
    if (step === undefined) return;
    event.preventDefault();
    onChange(path, within(number + step));
  });
  return dot;
}
