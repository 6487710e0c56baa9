// A point of a chart that can be moved by the pointer and by keys: a number of a text.

import type { JSX, TargetedPointerEvent } from "preact";
import { useRef } from "preact/hooks";
import type { Point } from "../python/calls";
import type { Scales } from "./strip";

/** Steps of the keys that move a point. */
const STEPS: Readonly<Record<Point["moves"], Readonly<Record<string, number>>>> = {
  value: { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 },
  floor: { ArrowRight: 1, ArrowLeft: -1 },
};
/** The lowest and the highest floor that a point may move to; what a key of the ruleset allows is checked afterwards. */
const FLOORS = [1, 100] as const;

/** What a point becomes: its number, the floor that it moves to if it does, and whether its whole curve goes along. */
export interface Moved {
  readonly number: number;
  readonly floor?: number | undefined;
  readonly whole: boolean;
}

interface HandleProps {
  readonly scales: Scales;
  readonly point: Point;
  readonly name: string;
  readonly colour: string;
  /** What 1 in the text is on the chart's scale. */
  readonly unit?: number;
  readonly highest?: number;
  /** How far right of a floor's left edge a value stands, in floors. */
  readonly aside?: number;
  /** The floors that a value may move to. */
  readonly range?: readonly [number, number] | undefined;
  readonly onMove: (moved: Moved) => void;
  readonly onGrab: () => void;
  /** While it is dragged; null when it is let go. */
  readonly onDrag: (moved: Moved | null) => void;
  readonly onFocus?: () => void;
}

export function Handle(props: HandleProps): JSX.Element {
  const { scales, point, name, colour, unit = 1, highest = 1_000_000, aside = 0, range } = props;
  const { path, moves } = point;
  const number = point[moves];
  const grabbed = useRef(false);
  const [least, most] = moves === "value" ? [0, highest] : FLOORS;
  const within = (wanted: number): number => Math.max(least, Math.min(most, Math.round(wanted)));
  const what = moves === "value" ? `value from floor ${point.floor} on` : `floor, ${path.slice(path.lastIndexOf(".") + 1)}`;
  const movedTo = (event: PointerEvent): Moved => {
    const at = scales.at(event);
    if (moves === "floor") return { number: within(at.floor), whole: event.shiftKey };
    const floor = range && !event.shiftKey ? Math.max(range[0], Math.min(range[1], Math.round(at.floor))) : undefined;
    return { number: within(at.value / unit), floor, whole: event.shiftKey };
  };
  const [x, y] = [scales.x(point.floor + aside), scales.y(Math.min(point.value * unit, scales.most))];
  const common = {
    class: `handle ${moves}`, fill: colour, tabindex: 0, role: "slider" as const, "data-path": path,
    "aria-label": `${name}: ${what}`, "aria-valuenow": number, "aria-valuemin": least, "aria-valuemax": most,
    "aria-orientation": moves === "value" ? ("vertical" as const) : ("horizontal" as const),
    onFocus: () => props.onFocus?.(),
    onClick: (event: MouseEvent) => event.stopPropagation(),
    onPointerDown: (event: TargetedPointerEvent<SVGElement>) => {
      event.preventDefault();
      event.currentTarget.focus();
      event.currentTarget.setPointerCapture(event.pointerId);
      grabbed.current = true;
      props.onGrab();
    },
    onPointerMove: (event: PointerEvent) => {
      if (grabbed.current) props.onDrag(movedTo(event));
    },
    onLostPointerCapture: () => {
      if (grabbed.current) props.onDrag(null);
      grabbed.current = false;
    },
    onKeyDown: (event: KeyboardEvent) => {
      const [step, side] = [STEPS[moves][event.key], STEPS.floor[event.key]];
      if (moves === "value" && range && side !== undefined) {
        props.onMove({ number, floor: Math.max(range[0], Math.min(range[1], point.floor + side)), whole: false });
      } else if (step !== undefined) props.onMove({ number: within(number + step), whole: event.shiftKey });
      else return;
      event.preventDefault();
    },
  };
  const title = <title>{`${name}: ${number} (${what})`}</title>;
  return moves === "value"
    ? <circle {...common} cx={x} cy={y} r={7}>{title}</circle>
    : <rect {...common} x={x - 6} y={y - 6} width={12} height={12}>{title}</rect>;
}
