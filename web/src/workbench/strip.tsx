// A strip: one chart by floor among several over the same floors, with a crosshair that goes through all of them.

import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { chosenFloor, floor, hovered, meaning, pointed } from "./model";

const LEFT = 44;
const RIGHT = 10;
const TOP = 6;
const BOTTOM = 18;
/** Pixels between the numbers of floors. */
const APART = 26;

/** Where floors and values are, in pixels. A floor takes the width from its number to the next. */
export interface Scales {
  readonly width: number;
  readonly height: number;
  readonly floors: number;
  readonly most: number;
  x(floor: number): number;
  y(value: number): number;
  /** The place of an event: a floor with a fraction, and a value. */
  at(event: MouseEvent): { readonly floor: number; readonly value: number };
}

/** Round values from 0 to the first that is not below the highest. */
export function ticksTo(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(most / 3));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => most / each <= 4.001)!;
  return Array.from({ length: Math.ceil(most / step - 0.001) + 1 }, (_, n) => Number((n * step).toPrecision(6)));
}

interface StripProps {
  readonly id: string;
  readonly title: ComponentChildren;
  /** What is at the right of the title. */
  readonly aside?: ComponentChildren;
  readonly label: string;
  readonly most: number;
  readonly format: (value: number) => string;
  readonly group?: boolean;
  readonly onDblClick?: (at: { readonly floor: number; readonly value: number }) => void;
  readonly children: (scales: Scales) => ComponentChildren;
}

export function Strip({ id, title, aside, label, most, format, group, onDblClick, children }: StripProps): JSX.Element {
  const plot = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const [[width, height], setSize] = useState<readonly [number, number]>([0, 0]);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setSize([Math.floor(entry!.contentRect.width), Math.floor(entry!.contentRect.height)]));
    observer.observe(plot.current!);
    return () => observer.disconnect();
  }, []);
  const floors = meaning.value?.floors ?? 1;
  const ticks = ticksTo(most);
  const top = ticks.at(-1)!;
  const scales: Scales = {
    width, height, floors, most: top,
    x: (at) => LEFT + ((at - 1) * (width - LEFT - RIGHT)) / floors,
    y: (value) => height - BOTTOM - (value * (height - TOP - BOTTOM)) / top,
    at: (event) => {
      const box = svg.current!.getBoundingClientRect();
      return {
        floor: 1 + ((event.clientX - box.left - LEFT) * floors) / (width - LEFT - RIGHT),
        value: ((height - BOTTOM - (event.clientY - box.top)) * top) / (height - TOP - BOTTOM),
      };
    },
  };
  const floorAt = (event: MouseEvent): number => Math.max(1, Math.min(floors, Math.floor(scales.at(event).floor)));
  return (
    <section class="strip" id={id} aria-labelledby={`${id}-title`}>
      <header><h2 id={`${id}-title`}>{title}</h2>{aside}</header>
      <div class="plot" ref={plot}>
        {width > 0 && height > 0 && (
          <svg ref={svg} class="chart" width={width} height={height} role={group ? "group" : "img"} aria-label={label}
            onPointerMove={(event) => (hovered.value = floorAt(event))}
            onPointerLeave={() => (hovered.value = null)}
            onClick={(event) => (chosenFloor.value = floorAt(event))}
            onDblClick={(event) => onDblClick?.(scales.at(event))}>
            {ticks.map((tick) => [
              <line key={`line ${tick}`} class="grid" x1={LEFT} x2={width - RIGHT} y1={scales.y(tick)} y2={scales.y(tick)} />,
              <text key={`text ${tick}`} class="soft" x={LEFT - 10} y={scales.y(tick) + 4} text-anchor="end">{format(tick)}</text>,
            ])}
            <Crosshair scales={scales} />
            {children(scales)}
          </svg>
        )}
      </div>
    </section>
  );
}

/** The floor under the pointer or, without one, the chosen one; and the numbers of floors. */
function Crosshair({ scales }: { readonly scales: Scales }): JSX.Element {
  const { x, width, height, floors } = scales;
  const every = Math.ceil(floors / Math.max(1, (width - LEFT - RIGHT) / APART));
  return (
    <g>
      <rect class="crosshair" x={x(floor.value)} width={x(2) - x(1)} y={TOP} height={height - TOP - BOTTOM} />
      {Array.from({ length: floors }, (_, row) => row + 1).map((each) => {
        const here = each === floor.value;
        const near = Math.abs(each - floor.value) < every;
        return here || ((each - 1) % every === 0 && !near)
          ? <text key={each} class={here ? "here" : "soft"} x={x(each + 0.5)} y={height - 4} text-anchor="middle">{each}</text>
          : null;
      })}
    </g>
  );
}

/** The path of a level line by floor, in parts where values are missing. */
export function stepsOf({ x, y }: Scales, values: readonly number[]): string {
  let path = "";
  values.forEach((value, row) => {
    if (Number.isNaN(value)) return;
    path += `${row === 0 || Number.isNaN(values[row - 1]!) ? "M" : "L"}${x(row + 1)} ${y(value)}H${x(row + 2)}`;
  });
  return path;
}

/** The path around an area by floor between two level lines. */
export function areaOf({ x, y }: Scales, lows: readonly number[], highs: readonly number[]): string {
  return lows.map((low, row) => (Number.isNaN(low) ? "" : `M${x(row + 1)} ${y(low)}V${y(highs[row]!)}H${x(row + 2)}V${y(low)}Z`)).join("");
}

interface LineProps {
  readonly scales: Scales;
  readonly values: readonly number[];
  readonly colour: string;
  /** What it was before, dashed. */
  readonly before?: readonly number[] | undefined;
  readonly faint?: boolean;
  /** Whether the text has it from what it extends. */
  readonly ghost?: boolean;
  /** The key that the pointer is told by, where lines are pointed at. */
  readonly name?: string;
}

/** What tells that the pointer is on the curve of a key. */
export function pointing(key: string): { readonly onPointerEnter: () => void; readonly onPointerLeave: () => void } {
  return { onPointerEnter: () => (pointed.value = key), onPointerLeave: () => (pointed.value = "") };
}

export function StepLine({ scales, values, colour, before, faint, ghost, name }: LineProps): JSX.Element {
  const differs = before?.some((value, row) => value !== values[row]);
  const here = name !== undefined && name === pointed.value;
  return (
    <g opacity={faint && !here ? 0.3 : 1} class={here ? "pointed" : ""} data-curve={name} {...(name === undefined ? {} : pointing(name))}>
      {name !== undefined && <path class="reach" d={stepsOf(scales, values)} />}
      {differs && <path class="dashed" d={stepsOf(scales, before!)} stroke={colour} />}
      <path class={ghost ? "steps ghost" : "steps"} d={stepsOf(scales, values)} stroke={colour} />
    </g>
  );
}
