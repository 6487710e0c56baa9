// The curves that are drawn, as a sheet: a row for each, a column for each floor. What is typed goes into the text.

import type { JSX } from "preact";
import type { Line as Curve } from "../python/calls";
import type { Bench } from "./bench";
import { changeToAdd } from "./entries";
import { colourOfCurve, familyOf, kind, meaning, say, shown, text } from "./model";
import { changed, changeOf, placesIn } from "./places";
import { nameOf, valueAt, writing } from "./weights";

/** How many rows the keys lead down from a cell. */
const WAYS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Enter: 1 };

export function Sheet({ bench }: { readonly bench: Bench }): JSX.Element {
  const curves = shown.value?.lines ?? [];
  const floors = Array.from({ length: meaning.value?.floors ?? 1 }, (_, row) => row + 1);
  const set = (curve: Curve, floor: number, input: HTMLInputElement): void => {
    const value = Number(input.value);
    const is = curve.values[floor - 1]!;
    const refuse = (why: string): void => {
      input.value = String(is);
      say(why);
    };
    if (input.value.trim() === "" || !Number.isInteger(value) || value < 0) return refuse(`Found “${input.value}”; allowed: a whole number from 0.`);
    if (value === is) return;
    const old = writing(text.value, curve);
    const there = valueAt(curve, floor);
    const additions = curve.override === undefined ? curve.additions : { rows: curve.points.map(({ floor: at, path }) => ({ floor: at, path })), entry: "{floor} = {value}", instead: false };
    const change = there ? changeOf(old, there.path, value) : additions && changeToAdd(old, additions, floor, value);
    if (!change) return refuse("A formula gives this curve: write its numbers into the text.");
    const now = changed(old, [change]);
    const place = there && placesIn(now)?.get(there.path)?.value;
    bench.editor.drag(now, place ?? [change.from, change.from + change.insert.length], "");
    bench.editor.endDrag();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const way = WAYS[event.key];
    const cell = (event.target as HTMLElement).closest("td");
    if (way === undefined || !cell) return;
    event.preventDefault();
    (event.target as HTMLElement).blur(); // which sets what was typed
    const rows = [...cell.closest("tbody")!.rows];
    const next = rows[rows.indexOf(cell.parentElement as HTMLTableRowElement) + way]?.cells[cell.cellIndex]?.querySelector("input");
    next?.focus();
    next?.select();
  };
  return (
    <div id="sheet" onKeyDown={onKeyDown}>
      <table>
        <thead><tr><th scope="col">{shown.value?.name}</th>{floors.map((floor) => <th key={floor} scope="col">{floor}</th>)}</tr></thead>
        <tbody>
          {curves.map((curve) => (
            <tr key={curve.key} class={curve.override === undefined ? "" : "inherited"}>
              <th scope="row" style={`--kind: ${colourOfCurve(curve.key)}`}>{nameOf(curve.key)}</th>
              {floors.map((floor) => (
                <td key={floor}>
                  <input inputmode="numeric" class={valueAt(curve, floor) ? "point" : ""} value={curve.values[floor - 1]} aria-label={`${curve.key}, floor ${floor}`}
                    onFocus={() => familyOf(shown.value?.name) && (kind.value = curve.key)} onChange={({ currentTarget }) => set(curve, floor, currentTarget)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="soft">A value holds until the next bold one. Typing into a pale row writes it into the text.</p>
    </div>
  );
}
