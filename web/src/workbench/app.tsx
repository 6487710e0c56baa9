// The page: a bar above, the source, the strips and what is beside them, and the bots below.

import type { JSX, TargetedEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Bundled } from "../python/calls";
import type { Bench } from "./bench";
import { BotsLine, BotsPanel } from "./bots";
import { chosen, COLUMNS, dropped, pasted } from "./bring_in";
import { formerTexts, keepIn, keptIn, titleOf } from "./drafts";
import { type Exchange, nameOf } from "./exchange";
import { Floor } from "./floor";
import { Inspector } from "./inspector";
import { baseline, busy, columns, dragged, fail, former, meaning, say, said, source, steps, tab, TABS, text, trouble } from "./model";
import { placesIn } from "./places";
import { OwnFile, SourceTabs } from "./source";
import { Sheet } from "./sheet";
import { Cost, Lives, Odds } from "./strips";
import { Weights } from "./weights";

/** The name under which the widths of the panels are kept between visits. */
const WIDTHS = "steep-workbench-widths";
const SMALLEST = 220;
const STEP = 16;

export interface Parts {
  readonly bench: Bench;
  readonly exchange: Exchange;
  readonly rulesets: readonly Bundled[];
  readonly shapes: readonly string[];
}

export function App(parts: Parts): JSX.Element {
  const { bench, exchange } = parts;
  const toml = useRef<HTMLDivElement>(null);
  useEffect(() => {
    toml.current!.append(bench.editor.view.dom);
    document.addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
    document.addEventListener("drop", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      void dropped(event.dataTransfer.items).then((files) => exchange.take(files), fail);
    });
  }, []);
  const [widths, setWidths] = useState((): readonly [number, number] => {
    const kept = keptIn(WIDTHS).split(" ").map(Number);
    return kept.length === 2 && kept.every((width) => width >= SMALLEST) ? [kept[0]!, kept[1]!] : [Math.round(innerWidth * 0.27), Math.round(Math.min(360, innerWidth * 0.22))];
  });
  const resize = (side: 0 | 1, width: number): void => {
    const most = innerWidth - widths[side ? 0 : 1] - 2 * SMALLEST;
    const now = Math.round(Math.max(SMALLEST, Math.min(most, width)));
    const next: [number, number] = side ? [widths[0], now] : [now, widths[1]];
    setWidths(next);
    keepIn(WIDTHS, next.join(" "));
  };
  return (
    <>
      <Bar {...parts} />
      <Messages bench={bench} />
      <main aria-busy={busy} data-tab={tab.value} style={`--source: ${widths[0]}px; --beside: ${widths[1]}px`}>
        <section id="text" aria-label="The ruleset">
          <SourceTabs bench={bench} />
          {bench.own.now.value && <OwnFile bench={bench} exchange={exchange} own={bench.own.now.value} />}
          <div id="source" ref={toml} hidden={source.value !== "toml"} />
          {source.value === "table" && <Sheet bench={bench} />}
          <p class="hint soft" hidden={source.value !== "toml"}>Every number is a slider: hold Alt and drag it, or press Alt and an arrow.</p>
        </section>
        <Splitter label="Width of the source" width={widths[0]} onMove={(x) => resize(0, x)} onStep={(by) => resize(0, widths[0] + by)} />
        <div id="figures">
          <Weights bench={bench} />
          <Odds />
          <Cost />
          <Lives bench={bench} what="survival" />
        </div>
        <Splitter label="Width of what is beside the strips" width={widths[1]} onMove={(x) => resize(1, innerWidth - x)} onStep={(by) => resize(1, widths[1] - by)} />
        <aside id="beside">
          <Tabs />
          <div role="tabpanel" id="panel-inspect" aria-labelledby="tab-inspect" hidden={tab.value !== "inspect" && tab.value !== "source"}><Inspector bench={bench} /></div>
          <div role="tabpanel" id="panel-map" aria-labelledby="tab-map" hidden={tab.value !== "map"}><Floor bench={bench} /></div>
          <div role="tabpanel" id="panel-bots" aria-labelledby="tab-bots" hidden={tab.value !== "bots"}>
            <Lives bench={bench} what="hazard" />
            <BotsPanel bench={bench} />
          </div>
        </aside>
      </main>
      <Echo />
      <BotsLine bench={bench} />
    </>
  );
}

/** The line of the text that is being dragged, on screens where the text itself is out of view. */
function Echo(): JSX.Element | null {
  const value = dragged.value && placesIn(text.value)?.get(dragged.value.path)?.value;
  if (!value) return null;
  const [from, to] = value;
  const end = text.value.indexOf("\n", to);
  return <p id="echo" aria-hidden="true">{text.value.slice(text.value.lastIndexOf("\n", from - 1) + 1, from)}<mark>{text.value.slice(from, to)}</mark>{text.value.slice(to, end < 0 ? undefined : end)}</p>;
}

function Bar({ bench, exchange, rulesets, shapes }: Parts): JSX.Element {
  const open = useRef<HTMLDialogElement>(null);
  const saving = useRef<HTMLDialogElement>(null);
  const [own, setOwn] = useState<readonly string[]>([]);
  return (
    <header class="bar">
      <a class="home" href="./">Steep</a>
      <h1>workbench</h1>
      <button id="open" type="button" title="Open or import" onClick={() => (setOwn(formerTexts()), open.current!.showModal())}>{text.value ? bench.own.now.value?.name.split("/").at(-1) ?? titleOf(text.value) : "Open"} ▾</button>
      <span class="pair">
        <button id="undo" type="button" aria-label="Undo" title="Undo" disabled={!steps.value.undo} onClick={() => bench.editor.undo()}>↶</button>
        <button id="redo" type="button" aria-label="Redo" title="Redo" disabled={!steps.value.redo} onClick={() => bench.editor.redo()}>↷</button>
      </span>
      <span class="space" />
      <span class="pair">
        <span class="soft">compared with the text {baseline.value?.name}</span>
        <button id="pin" type="button" title="Compare with the text as it is now" disabled={!meaning.value || baseline.value?.text === text.value} onClick={() => bench.pin("as pinned")}>Pin</button>
      </span>
      <button id="save" type="button" onClick={() => saving.current!.showModal()}>Share and save ▾</button>
      <a href="manual/">Manual</a>
      <button id="play" type="button" class="main" onClick={() => void bench.play()}>▶ Play it</button>
      {columns.value && <ColumnsDialog exchange={exchange} refused={columns.value} />}
      <OpenDialog dialog={open} bench={bench} exchange={exchange} rulesets={rulesets} own={own} />
      <SaveDialog dialog={saving} bench={bench} exchange={exchange} shapes={shapes} />
    </header>
  );
}

type Dialog = { readonly current: HTMLDialogElement | null };

function OpenDialog({ dialog, bench, exchange, rulesets, own }: Pick<Parts, "bench" | "exchange" | "rulesets"> & { readonly dialog: Dialog; readonly own: readonly string[] }): JSX.Element {
  const [file, folder, paste] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null), useRef<HTMLTextAreaElement>(null)];
  const then = (act: () => void): (() => void) => () => {
    dialog.current!.close();
    act();
  };
  const take = async ({ currentTarget: input }: TargetedEvent<HTMLInputElement>): Promise<void> => {
    dialog.current!.close();
    await chosen(input.files ?? []).then((files) => exchange.take(files), fail);
    input.value = "";
  };
  return (
    <dialog id="import" ref={dialog} aria-labelledby="import-title">
      <h2 id="import-title">Open or import</h2>
      <h3>Rulesets that come with Steep</h3>
      <p id="rulesets" class="choices">{rulesets.map(({ name, title }) => <button key={name} type="button" onClick={then(() => exchange.begin(name, title))}>{title}</button>)}</p>
      <h3>Your own</h3>
      {own.length > 0 && <p>Texts that another took the place of, the newest first:</p>}
      {own.length > 0 && <p id="former" class="choices">{own.map((text) => <button key={text} type="button" onClick={then(() => bench.goBack(text))}>{titleOf(text)}</button>)}</p>}
      <p>A ruleset's file is opened. Anything else is read as a game like the roguelike tutorials, without running any of it. You can also drop files or a folder on the page.</p>
      <p class="choices">
        <button id="choose-file" type="button" onClick={() => file.current!.click()}>Choose a file</button>
        <button id="choose-folder" type="button" onClick={() => folder.current!.click()}>Choose a project's folder</button>
        <input id="file" ref={file} type="file" hidden onChange={take} />
        <input id="folder" ref={folder} type="file" {...{ webkitdirectory: true }} hidden onChange={take} />
      </p>
      <label for="paste">You can paste a table, such as <code>enemy_chances = {"{…}"}</code>; the tutorial it is like supplies the rest:</label>
      <textarea id="paste" ref={paste} rows={8} spellcheck={false} />
      <p class="choices">
        <button id="paste-import" type="button" onClick={then(() => exchange.take(pasted(paste.current!.value), true))}>Import what is pasted</button>
        <button type="button" onClick={then(() => undefined)}>Close</button>
      </p>
    </dialog>
  );
}

/** Asks which column is which. The answer is a file beside the one that was refused. */
function ColumnsDialog({ exchange, refused: { files, fill, names, why } }: Pick<Parts, "exchange"> & { readonly refused: NonNullable<typeof columns.value> }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  const read = ({ currentTarget }: TargetedEvent<HTMLFormElement>): void => {
    const name = Object.keys(files).find((each) => !each.endsWith(COLUMNS))!;
    const lines = [...new FormData(currentTarget)].map(([what, column]) => `${what} = ${JSON.stringify(column)}`);
    exchange.take({ ...files, [name + COLUMNS]: new TextEncoder().encode(["[columns]", ...lines].join("\n")) }, fill);
  };
  return (
    <dialog id="columns" ref={dialog} aria-labelledby="columns-title" onClose={() => (columns.value = null)}>
      <h2 id="columns-title">Which column is which?</h2>
      <p>{why}.</p>
      <form method="dialog" onSubmit={read}>
        <p class="choices">{["kind", "floor", "weight"].map((what, n) => <label key={what}>{what} <select name={what}>{names.map((name, at) => <option key={name} selected={at === n}>{name}</option>)}</select></label>)}</p>
        <p class="choices"><button>Import</button><button type="button" onClick={() => dialog.current!.close()}>Close</button></p>
      </form>
    </dialog>
  );
}

function SaveDialog({ dialog, bench, exchange, shapes }: Pick<Parts, "bench" | "exchange" | "shapes"> & { readonly dialog: Dialog }): JSX.Element {
  const choices = [
    ...bench.own.changed.map((name) => [`own ${name}`, `Your own ${name}`] as const),
    ["toml", "The ruleset"], ["svg", "A picture of the charts, SVG"], ["png", "A picture of the charts, PNG"], ["report", "A report, HTML"],
    ...(bench.own.changed.length ? [["patch", "A patch for the imported project"]] : []), ...shapes.map((shape) => [`as ${shape}`, nameOf(shape)]),
  ] as const;
  const then = (act: () => Promise<void>): (() => void) => () => {
    dialog.current!.close();
    void act().catch(fail);
  };
  return (
    <dialog id="saving" ref={dialog} aria-labelledby="saving-title">
      <h2 id="saving-title">Share and save</h2>
      <p class="choices">
        <button id="share" type="button" onClick={then(() => bench.share())}>Copy a link</button>
        {choices.map(([what, name]) => <button key={what} type="button" data-what={what} onClick={then(() => exchange.give(what!))}>{name}</button>)}
      </p>
      <p><button type="button" onClick={() => dialog.current!.close()}>Close</button></p>
    </dialog>
  );
}

function Messages({ bench }: { readonly bench: Bench }): JSX.Element {
  const back = former.value;
  return (
    <div id="messages">
      <div role="status">
        {said.value && (
          <p id="said"><span>{said.value}</span>
            {back !== null && <button id="back-to-own" type="button" onClick={() => bench.goBack(back)}>Back to my own text</button>}
            <button type="button" class="close" aria-label="Close this message" onClick={() => say("")}>×</button></p>
        )}
      </div>
      <div role="alert">
        {trouble.value && (
          <p id="trouble"><span>{trouble.value.text}</span>
            <button type="button" class="close" aria-label="Close this message" onClick={() => (trouble.value = null)}>×</button></p>
        )}
      </div>
    </div>
  );
}

/** Tabs of what is beside the strips; the arrow keys lead from one to another. */
function Tabs(): JSX.Element {
  const names = Object.keys(TABS) as (keyof typeof TABS)[];
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const shown = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[role=tab]")].filter((each) => each.checkVisibility());
    const next = by && shown[(shown.findIndex((each) => each.id === `tab-${tab.value}`) + by + shown.length) % shown.length];
    if (next) [next.focus(), next.click()];
  };
  return (
    <div role="tablist" aria-label="Beside the strips" onKeyDown={onKeyDown}>
      {names.map((name) => (
        <button key={name} id={`tab-${name}`} type="button" role="tab" aria-selected={tab.value === name} tabindex={tab.value === name ? 0 : -1} onClick={() => (tab.value = name)}>{TABS[name]}</button>
      ))}
    </div>
  );
}

interface SplitterProps {
  readonly label: string;
  readonly width: number;
  readonly onMove: (x: number) => void;
  readonly onStep: (by: number) => void;
}

function Splitter({ label, width, onMove, onStep }: SplitterProps): JSX.Element {
  return (
    <div class="splitter" role="separator" aria-orientation="vertical" aria-label={label} aria-valuenow={width} aria-valuemin={SMALLEST} tabindex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && onMove(event.clientX)}
      onKeyDown={({ key }) => (key === "ArrowLeft" || key === "ArrowRight") && onStep(key === "ArrowLeft" ? -STEP : STEP)} />
  );
}
