// The strip of curves that the text writes: their points are dragged, added and removed, and the text follows.

import { batch, signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Line as Curve, Point } from "../python/calls";
import type { Bench } from "./bench";
import { changeToAdd, changeToOverride, changeToRemove } from "./entries";
import { Handle, type Moved } from "./handle";
import { baseline, chosenFloor, colourOfCurve, colours, dragged, earlier, family, familyOf, group, groups, kind, meaning, OF_EARLIER, shown, text, told } from "./model";
import { type Change, changed, changeOf, floorChangeOf, oneOf, placesIn } from "./places";
import { pointing, type Scales, StepLine, Strip } from "./strip";

/** Keys that add a point after the one that is chosen, and that remove it. */
const ADD = ["Insert", "+"];
const REMOVE = ["Delete", "Backspace"];
const BY_FORMULA = "A formula gives this curve, so no point can be added to it.";
const NO_PLACE = "No point can be added there by drawing: write it into the text.";
const STAYS = "This point stays on its floor: write another into the text.";

/** The path of the point that was focused last. */
const path = signal("");
/** The point that gets the focus once the changed text is drawn. */
let wanted: { readonly key: string; readonly floor: number } | null = null;

/** What is dragged: the text before it, and its point there. */
interface Grabbed {
  readonly text: string;
  readonly curve: Curve;
  readonly point: Point;
  /** The highest value of the chart, which stays while something is dragged. */
  readonly most: number;
}

export function Weights({ bench }: { readonly bench: Bench }): JSX.Element {
  const grabbed = useRef<Grabbed | null>(null);
  const here = useRef<HTMLDivElement>(null);
  const curves = shown.value?.lines ?? [];
  const before = baseline.value?.meaning.curves.find(({ name }) => name === shown.value?.name);
  const floors = meaning.value?.floors ?? 1;
  const highest = Math.max(4, ...curves.flatMap(({ values, points }) => [...values, ...points.map(({ value }) => value)])) * 1.12;
  const most = dragged.value && grabbed.current ? grabbed.current.most : highest;
  const chosen = curves.flatMap((curve) => curve.points.map((point) => ({ curve, point }))).find(({ point }) => point.path === path.value);

  useEffect(() => {
    const curve = wanted && curves.find(({ key }) => key === wanted!.key);
    const found = curve && valueAt(curve, wanted!.floor);
    if (!found || meaning.value?.of !== text.value || dragged.value) return;
    wanted = null;
    here.current?.querySelector<SVGElement>(`[data-path="${CSS.escape(found.path)}"]`)?.focus();
  });

  const say = (sentence: string): void => void (told.value = sentence);
  const change = (found: Change | null): boolean => {
    if (found) bench.editor.replace(found);
    return found !== null;
  };
  const move = (curve: Curve, point: Point, moved: Moved): void => {
    const inText = placesIn(text.value)?.has(point.path);
    if (curve.override !== undefined && !inText) {
      grab(curve, point);
      drag(moved);
      drag(null);
      return;
    }
    // Keys may come faster than answers: the text has the number as it is.
    const by = moved.number - point[point.moves];
    const number = Math.max(0, (placesIn(text.value)?.get(point.path)?.number ?? point[point.moves]) + by);
    const changes = changesOf(text.value, curve, point, { ...moved, number: point.moves === "value" ? number : moved.number });
    if (moved.floor !== undefined && moved.floor !== point.floor) wanted = { key: curve.key, floor: moved.floor };
    if (changes.length && change(oneOf(text.value, changes)) && wanted) say(`${curve.key} has this point on floor ${wanted.floor} now.`);
  };
  const grab = (curve: Curve, point: Point): void => {
    grabbed.current = { text: writing(text.value, curve), curve, point, most };
  };
  const drag = (moved: Moved | null): void => {
    const { text: old, curve, point } = grabbed.current!;
    if (!moved) {
      bench.editor.endDrag();
      grabbed.current = null;
      dragged.value = null;
      return;
    }
    const now = changed(old, changesOf(old, curve, point, moved));
    const at = moved.floor === undefined || moved.floor === point.floor ? point.path : point.path.replace(/[^.]+$/, String(moved.floor));
    const place = placesIn(now)?.get(at);
    batch(() => {
      path.value = at;
      dragged.value = { path: at, was: point[point.moves] };
      bench.editor.drag(now, place?.value ?? [0, 0], String(point[point.moves]));
    });
  };
  /** Add a point on the next floor that has none, after the chosen point or else after a curve's last. */
  const addAfter = (): void => {
    const curve = chosen?.curve ?? curves.find(({ key }) => key === kind.value) ?? curves[0]!;
    const from = chosen?.point.floor ?? curve.points.findLast(({ moves }) => moves === "value")?.floor ?? 1;
    const free = Array.from({ length: floors }, (_, row) => row + 1).filter((floor) => !valueAt(curve, floor));
    const floor = free.find((each) => each > from) ?? free.at(-1);
    if (floor === undefined) say(`${curve.key} has a point on every floor.`);
    else add(curve, floor, Math.round(curve.values[floor - 1]!));
  };
  const add = ({ key, additions }: Curve, floor: number, value: number): void => {
    wanted = { key, floor };
    if (change(additions ? changeToAdd(text.value, additions, floor, value) : null)) say(`${key} has a point on floor ${floor} now: ${value}.`);
    else say(additions ? NO_PLACE : BY_FORMULA);
  };
  /** Add a point where the pointer is, to the curve that is nearest above or below. */
  const addAt = (at: { readonly floor: number; readonly value: number }): void => {
    const [floor, value] = [Math.floor(at.floor), Math.round(at.value)];
    if (floor < 1 || floor > floors || value < 0 || value > most || !curves.length) return;
    const far = ({ values }: Curve): number => Math.abs(values[floor - 1]! - value);
    const near = [...curves].sort((one, other) => far(one) - far(other));
    const curve = near.find(({ additions }) => additions) ?? near[0]!;
    const there = valueAt(curve, floor);
    if (there) change(changeOf(text.value, there.path, value));
    else add(curve, floor, value);
  };
  const remove = (): void => {
    if (!chosen) return;
    const { curve, point } = chosen;
    const left = curve.points.filter(({ moves, path: other }) => moves === "value" && other !== point.path);
    const near = left.findLast(({ floor }) => floor < point.floor) ?? left[0];
    if (near) wanted = { key: curve.key, floor: near.floor };
    const found = point.entry ? changeToRemove(text.value, point.entry) : null;
    say(change(found) ? `The point on floor ${point.floor} is gone from ${curve.key}.` : "This point can't be removed by drawing: the curve needs it.");
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!chosen || !(event.target as Element).matches(".handle")) return;
    const { point } = chosen;
    const aside = ["ArrowLeft", "ArrowRight"].includes(event.key);
    if (aside && point.moves === "value" && !changesFloor(text.value, point)) say(STAYS);
    const act = ADD.includes(event.key) ? addAfter : REMOVE.includes(event.key) ? remove : null;
    if (!act) return;
    event.preventDefault();
    act();
  };

  const title = <>{shown.value && familyOf(shown.value.name) ? "Weights" : "Curves"}{earlier.value && <small class="of-earlier">{OF_EARLIER}</small>}</>;
  const aside = (
    <span class="tools">
      <label>of <select id="group" value={shown.value?.name ?? ""} onChange={({ currentTarget }) => (group.value = currentTarget.value)}>
        {groups.value.map(({ name }) => <option key={name}>{name}</option>)}
      </select></label>
      <button id="add-point" type="button" disabled={!curves.length} aria-label="Add a point" title="Add a point (+)" onClick={addAfter}>+</button>
      <button id="remove-point" type="button" disabled={!chosen?.point.entry} aria-label="Remove the point" title="Remove the point (Delete)" onClick={remove}>−</button>
      <output id="drawn-said" role="status">{told.value || "drag a point · Shift: the whole curve · double click: one more"}</output>
    </span>
  );
  const isShown = ({ key }: Curve): boolean => !familyOf(shown.value?.name) || colours.value.has(key) || key === kind.value;
  return (
    <div ref={here} class={earlier.value ? "earlier" : ""} onKeyDown={onKeyDown}>
      <Strip id="drawn" title={title} aside={aside} group label={`${shown.value?.name ?? "Curves"}, by floor`} most={most} format={String} onDblClick={addAt}>
        {(scales) => (
          <>
            {!curves.length && <text class="soft" x={scales.width / 2} y={scales.height / 2} text-anchor="middle">This text writes no weights or counts of its own.</text>}
            {curves.map((curve) => {
              const was = before?.lines.find(({ key }) => key === curve.key)?.values ?? before?.lines.map(() => 0) ?? undefined;
              return <StepLine key={curve.key} name={curve.key} scales={scales} values={curve.values} colour={colourOfCurve(curve.key)} before={was} faint={isFaint(curve.key)} ghost={curve.override !== undefined} />;
            })}
            {namesOf(curves.filter((each) => isShown(each) && !isFaint(each.key)), scales)}
            {/* Points lie on all lines, so that none hides one; in an order that no drag changes, which would end it. */}
            {curves.filter(isShown).sort((one, other) => (one.key < other.key ? -1 : 1)).map((curve) => <g key={`${shown.value!.name} ${curve.key}`} {...pointing(curve.key)}>{curve.points.map((point, n) => point.floor <= floors && (
              <Handle key={n} scales={scales} point={point} name={curve.key} colour={colourOfCurve(curve.key)}
                range={changesFloor(text.value, point) ? floorsFor(point, curve.points, floors) : undefined}
                onMove={(moved) => move(curve, point, moved)} onGrab={() => grab(curve, point)} onDrag={drag}
                onFocus={() => batch(() => {
                  path.value = point.path;
                  chosenFloor.value = Math.min(point.floor, floors);
                  if (familyOf(shown.value?.name)) kind.value = curve.key;
                })} />
            ))}</g>)}
            <DragTip scales={scales} curves={curves} />
          </>
        )}
      </Strip>
    </div>
  );
}

/** What the number is that is being dragged, beside its point. */
function DragTip({ scales, curves }: { readonly scales: Scales; readonly curves: readonly Curve[] }): JSX.Element | null {
  const drag = dragged.value;
  const found = drag && curves.flatMap((curve) => curve.points.map((point) => ({ curve, point }))).find(({ point }) => point.path === drag.path);
  if (!found) return null;
  const { curve, point } = found;
  const said = `${curve.key} ${point[point.moves]}, was ${drag.was}`;
  const width = said.length * 6.6 + 14;
  const [x, y] = [Math.min(scales.x(point.floor) + 12, scales.width - width - 4), Math.max(4, scales.y(Math.min(point.value, scales.most)) - 30)];
  return <g class="tip"><rect x={x} y={y} width={width} height={20} rx={4} /><text x={x + 7} y={y + 14}>{said}</text></g>;
}

/** The names of curves at their right ends, as far as there is room. */
function namesOf(curves: readonly Curve[], { y, width }: Scales): JSX.Element[] {
  const taken: number[] = [];
  return curves.flatMap(({ key, values }) => {
    const at = y(values.at(-1)!) - 5;
    if (values.at(-1) === 0 || taken.some((other) => Math.abs(other - at) < 11)) return [];
    taken.push(at);
    return [<text key={key} x={width - 14} y={Math.max(12, at)} text-anchor="end" class="name halo" fill={colourOfCurve(key)}>{nameOf(key)}</text>];
  });
}

/** A text that writes a curve itself, if it only had it from what it extends. */
export function writing(old: string, { key, override }: Curve): string {
  const table = `${shown.value!.name.split(":")[0]}.${key}`;
  const found = override === undefined ? null : changeToOverride(old, table, override);
  return found ? changed(old, [found]) : old;
}

/** What a curve's kind is called. */
export function nameOf(key: string): string {
  return meaning.value?.[family.value].find((each) => each.key === key)?.name ?? key;
}

/** Whether another kind was chosen, or this one is one of many. */
function isFaint(key: string): boolean {
  const curves = shown.value?.lines ?? [];
  if (familyOf(shown.value?.name) && !colours.value.has(key)) return true;
  return kind.value !== "" && kind.value !== key && curves.some((each) => each.key === kind.value) && curves.length > 4;
}

/** The changes of a text that move a point. */
function changesOf(old: string, curve: Curve, point: Point, { number, floor, whole }: Moved): Change[] {
  const some = (changes: readonly (Change | null)[]): Change[] => changes.filter((each) => each !== null);
  if (whole && point.moves === "value") {
    const by = number - point.value;
    return some(curve.points.flatMap((each) => (each.moves === "value" ? [changeOf(old, each.path, Math.max(0, each.value + by))] : [])));
  }
  const aside = floor !== undefined && floor !== point.floor ? floorChangeOf(old, point.path, point.floor, floor) : null;
  return some([changeOf(old, point.path, number), aside]);
}

/** Whether the text writes the floor of a value for this value alone. */
function changesFloor(old: string, { path: at, floor, moves }: Point): boolean {
  return moves === "value" && floorChangeOf(old, at, floor, floor) !== null;
}

/** The floors that a value may move to: those between its neighbours. */
function floorsFor(point: Point, points: readonly Point[], floors: number): [number, number] {
  const others = points.filter((each) => each.moves === "value" && each !== point).map(({ floor }) => floor);
  return [Math.max(0, ...others.filter((floor) => floor <= point.floor)) + 1, Math.min(floors + 1, ...others.filter((floor) => floor > point.floor)) - 1];
}

export function valueAt(curve: Curve, floor: number): Point | undefined {
  return curve.points.find((point) => point.moves === "value" && point.floor === floor);
}
