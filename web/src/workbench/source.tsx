// The source: the maker's own file as the document, with what it does not say, and the ways to look at it.

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Bench } from "./bench";
import { changeToOverride } from "./entries";
import type { Exchange } from "./exchange";
import { group, groups, source, text } from "./model";
import type { Own } from "./own";
import { changeOf, placesIn } from "./places";

export function SourceTabs({ bench }: { readonly bench: Bench }): JSX.Element {
  const own = bench.own.now.value;
  const names = bench.own.names;
  const shown = source.value === "own" && !own ? "toml" : source.value;
  useEffect(() => void (source.value = shown), [shown]);
  const tabs = [...(own ? [["own", own.name.split("/").at(-1)!] as const] : []), ["table", "Table"] as const, ["toml", own ? "TOML" : "Text"] as const];
  return (
    <p class="switch" role="group" aria-label="The ruleset as">
      {tabs.map(([what, name]) => <button key={what} type="button" id={`as-${what}`} aria-pressed={shown === what} onClick={() => (source.value = what)}>{name}</button>)}
      {own && names.length > 1 && (
        <select aria-label="Your own file" value={own.name} onChange={({ currentTarget }) => bench.own.show(currentTarget.value)}>
          {names.map((name) => <option key={name}>{name}</option>)}
        </select>
      )}
    </p>
  );
}

/** The maker's own file; below it what it doesn't say, and a button that gives it back. */
export function OwnFile({ bench, exchange, own }: { readonly bench: Bench; readonly exchange: Exchange; readonly own: Own }): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current!.append(bench.own.editor.view.dom), []);
  const refused = own.refused.filter((line) => !(line.split(":")[0]! in own.assumed));
  return (
    <div id="own" hidden={source.value !== "own"}>
      <div class="editor" ref={place} />
      <section class="unsaid" aria-label="What your file does not say">
        {Object.keys(own.assumed).length > 0 && <h3>Not said by your file, so assumed</h3>}
        {[...new Set(Object.keys(own.assumed).map((path) => path.split(".")[0]!))].map((section) => (
          <p key={section} class="assumed">
            {section === "monsters" && <span class="soft">Stats, as the tutorial's first monster has them:</span>}
            {section !== "counts" && section !== "monsters" && <span class="soft">{section.replaceAll("_", " ")}</span>}
            {Object.entries(own.assumed).map(([path, line]) => path.startsWith(`${section}.`) && <Assumed key={path} bench={bench} path={path} line={line} />)}
          </p>
        ))}
        {refused.length > 0 && <h3>Only in the ruleset, as your file can't say it</h3>}
        <ul>{refused.map((line) => <li key={line}>{line}</li>)}</ul>
        <p class="acts"><button id="save-own" type="button" class="main" onClick={() => void exchange.give(`own ${own.name}`)}>Save {own.name.split("/").at(-1)}</button></p>
      </section>
    </div>
  );
}

interface AssumedProps {
  readonly bench: Bench;
  readonly path: string;
  /** What would write it. */
  readonly line: string;
}

/** A number that no file of the maker's says, to be changed; or a curve, to be drawn. */
function Assumed({ bench, path, line }: AssumedProps): JSX.Element {
  const [section, key] = [path.slice(0, path.lastIndexOf(".")), path.split(".").at(-1)!];
  const kind = section.split(".")[1];
  const name = `${kind ? `${kind.replaceAll("_", " ")} ` : ""}${key}`.replaceAll("_", " ").replace("hp", "HP");
  const write = (written: string): void => {
    const change = changeToOverride(text.value, section, written);
    if (change) bench.editor.replace(change);
  };
  if (line.includes("{")) {
    const draw = (): void => {
      if (!placesIn(text.value)?.has(path)) write(line);
      group.value = section;
    };
    const curve = [...line.matchAll(/(\d+) = (\d+)/g)].map(([, floor, value], n) => (n ? `${value} from floor ${floor}` : value)).join(", ");
    const drawn = groups.value.find((each) => each.name === section)?.lines.some((each) => each.key === key);
    return <span>{name} <button type="button" onClick={draw}>{drawn ? "in the strips" : curve}</button></span>;
  }
  const set = (number: number): void => {
    if (!Number.isInteger(number)) return;
    const change = changeOf(text.value, path, number);
    if (change) bench.editor.replace(change);
    else write(line.replace(/\d+$/, String(number)));
  };
  const now = placesIn(text.value)?.get(path)?.number ?? Number(line.split("= ")[1]);
  return <label>{name} <input type="number" aria-label={kind ? name : `${section.replaceAll("_", " ")} ${name}`} value={now} min={0} onChange={({ currentTarget }) => set(currentTarget.valueAsNumber)} /></label>;
}
