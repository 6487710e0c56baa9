// The page that plays.

import { keepFolder } from "../keep_folder";
import { recall, remember } from "../local_storage";
import { PythonWorker } from "../python/client";
import type { Progress } from "../python/messages";
import { linkTo, textOf as rulesetOf } from "../workbench/link";
import { Board } from "./board";
import { Buttons, listenToTyping } from "./buttons";
import { Files, openReplay, type Say } from "./files";
import type { Frame } from "../python/calls";
import { textOf } from "./frame";
import { Game } from "./game";
import { listen } from "./input";
import { BEFORE_END, linkToRun, readLink, replayAddress, runOf } from "./link";
import { holdFiles } from "./only_tab";
import { Panels } from "./panels";
import { type Fit, fit, fitMap } from "./size";
import { Tiles } from "./tiles";

const MOST_SAID = 50;
/** Milliseconds after which what was done is saved: a page that is reloaded or left is not given the time. */
const SAVED_AFTER = 1000;
/** Milliseconds for keys to come before a part of a ruleset is read. */
const READ_AFTER = 20;

/** How much larger text beside a map is with each size of the map, and for how many sizes. */
const [LARGER, MOST_LARGER] = [0.125, 3];

const element = <T extends HTMLElement = HTMLElement>(id: string) => document.querySelector<T>(`#${id}`)!;
const area = element("game");
const stage = element("stage");
const canvas = element<HTMLCanvasElement>("canvas");
const loading = element("loading");
const trouble = element("trouble");
const verdict = element("verdict");

function fail(error: unknown): void {
  trouble.hidden = false;
  trouble.querySelector("p")!.textContent = error instanceof Error ? error.message : String(error);
}

/** Something failed after which the page can't go on. */
function failForGood(error: unknown): void {
  loading.hidden = true;
  fail(error);
  trouble.querySelector("button")!.textContent = "Reload";
}

/** Say why the browser doesn't keep the files, or, with null, that it does again. */
function sayKeeping(problem: string | null): void {
  say(
    problem === null
      ? "Your files are kept again."
      : `This browser does not keep your files (${problem}): what you do now is lost when the page is closed. ` +
          "A private window or a full disk may be why. Files, Save all puts them into an archive.",
  );
}

const say: Say = (text, progress = "") => {
  verdict.hidden = text === "";
  const said = verdict.querySelector("span")!;
  if (said.textContent !== text) said.textContent = text;
  verdict.querySelector("[aria-hidden]")!.textContent = progress;
};

/** What is said of a frame goes into a log that screen readers read out. */
function speak({ said }: Frame): void {
  const log = element("log");
  for (const text of said) {
    const line = document.createElement("p");
    line.textContent = text;
    log.append(line);
  }
  while (log.childElementCount > MOST_SAID) log.firstElementChild!.remove();
}

async function main(): Promise<void> {
  const progress = ({ text, amount, share }: Progress) => {
    const [line, bytes] = [loading.querySelector("p")!, loading.querySelector("small")!];
    if (line.textContent !== `${text} …`) line.textContent = `${text} …`; // screen readers read it out
    bytes.textContent = amount;
    element<HTMLProgressElement>("progress").value = share;
  };
  trouble.querySelector("button")!.addEventListener("click", ({ currentTarget }) => {
    if ((currentTarget as HTMLElement).textContent === "Reload") location.reload();
    trouble.hidden = true;
    canvas.focus();
  });
  await holdFiles(() => progress({ text: "Steep is open in another tab; this one waits until you close that", amount: "", share: 0 }));
  const python = PythonWorker.start("play", true, progress, sayKeeping);
  const zooms = { text: Number(recall("zoom")) || 0, map: Number(recall("map-zoom")) || 0 };
  let sizes = fitBoth(zooms);
  scaleText(zooms.map);
  const board = new Board(canvas, await Tiles.load(sizes.text.tile), await Tiles.load(sizes.map.tile));
  const panels = new Panels(area, () => game);
  followTheme(board, panels);
  let game: Game | null = null;
  let shown: "text" | "map" = "text";
  let saving: ReturnType<typeof setTimeout> | undefined;
  const buttons = new Buttons(element("buttons"), () => game);
  const link = readLink(location.hash);
  let opening = Boolean(link.run ?? link.replay);
  let linked = false;
  const show = (frame: Frame) => {
    if (opening && !frame.panels) return; // the title: a replay is to come
    if (linked && !frame.shares) {
      history.replaceState(null, "", location.pathname + location.search); // a reload would open the run that was left
      say("");
    }
    linked = Boolean(link.run) && frame.shares;
    const kind = frame.panels ? "map" : "text";
    panels.show(frame);
    board.draw(frame);
    if (kind !== shown) {
      shown = kind;
      showZoom();
    }
    element("text").textContent = textOf(frame);
    buttons.show(frame);
    element("share").hidden = !frame.shares;
    speak(frame);
    if (!loading.hidden) performance.mark("first-frame");
    loading.hidden = true;
    document.dispatchEvent(new Event("steep-frame"));
    saving ??= setTimeout(() => {
      saving = undefined;
      game?.python.call("save_if_changed", []).catch(() => undefined); // the next key says that too
    }, SAVED_AFTER);
  };
  const worker = await python;
  const failedToAnswer = (error: Error) => (worker.ended ? failForGood(error) : fail(error));
  const playing = (game = new Game(worker, show, failedToAnswer, (waits) => (element("waiting").hidden = !waits || !loading.hidden)));
  listen(canvas, board, playing, (by) => zoomBy(by));
  listenToTyping(element<HTMLInputElement>("typed"), playing);
  new Files(playing, fail);
  canvas.focus();

  const showZoom = () => {
    // Not `disabled`, which would take the focus away.
    element("smaller").ariaDisabled = String(sizes[shown].smallest);
    element("larger").ariaDisabled = String(sizes[shown].largest);
  };
  let drawn = sizes;
  const refit = async () => {
    const wanted = (sizes = fitBoth(zooms));
    if (wanted.text.tile !== drawn.text.tile || wanted.map.tile !== drawn.map.tile) {
      const tiles = await Promise.all([Tiles.load(wanted.text.tile), Tiles.load(wanted.map.tile)]).catch((error: unknown) => {
        if (sizes === wanted) sizes = drawn;
        throw error;
      });
      if (sizes !== wanted) return; // they have changed again since
      board.use(...tiles);
      drawn = wanted;
    }
    showZoom();
    await playing.ask("resize", cellsOf(sizes));
  };
  const zoomBy = (by: number) => {
    const size = sizes[shown];
    if (by < 0 ? size.smallest : size.largest) return;
    zooms[shown] = size.zoom + by;
    remember(shown === "map" ? "map-zoom" : "zoom", String(zooms[shown]));
    scaleText(zooms.map);
    void refit().catch(fail);
  };
  element("smaller").addEventListener("click", () => zoomBy(-1));
  element("larger").addEventListener("click", () => zoomBy(1));
  showZoom();
  const ruleset = await rulesetOf(location.hash).catch((error: unknown) => (fail(error), null));
  const started = await playing.ask("start", [...cellsOf(sizes), link.ruleset, link.seed, link.run ? null : ruleset, matchMedia("(pointer: coarse)").matches]);
  if (!started) await playing.ask("resize", cellsOf(sizes));
  new ResizeObserver(() => void refit().catch(fail)).observe(stage);
  openReplays(playing);
  element("workbench").addEventListener("click", () => void openWorkbench(playing).catch(fail));
  element("share").addEventListener("click", () => void shareRun(playing).catch(fail));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") playing.python.call("put_away", []).catch(fail);
  });
  window.addEventListener("hashchange", () => location.reload()); // another link
  if (link.run) await openRun(playing, link.run, ruleset).catch(fail);
  else if (link.replay) await fetchReplay(playing, link.replay).catch(fail);
  opening = false;
  if (!loading.hidden && playing.frame) show(playing.frame); // there is no such replay
  void readAhead(playing);
  await keepFolder((takeOver) => {
    element("update").hidden = false;
    element("update").querySelector("button")!.onclick = () => void playing.python.call("put_away", []).then(takeOver, fail);
  });
}

/** While no game is shown and no key is answered, read what a new game needs, a part at a time. */
async function readAhead(game: Game): Promise<void> {
  for (let more = true; more && !game.frame?.panels; ) {
    await new Promise((resolve) => setTimeout(resolve, READ_AFTER));
    if (!game.busy) more = await game.python.call("read_ahead", []).catch(() => false); // the next key says why
  }
}

interface Sizes {
  readonly text: Fit;
  readonly map: Fit;
}

/** The sizes for the space that there is now: for screens of text all of it, for a map what the panels leave. */
function fitBoth(zooms: { readonly text: number; readonly map: number }): Sizes {
  const before = area.className;
  area.classList.remove("described");
  const text = fit(stage.clientWidth, stage.clientHeight, devicePixelRatio, zooms.text);
  area.classList.add("described");
  const map = fitMap(stage.clientWidth, stage.clientHeight, devicePixelRatio, zooms.map);
  area.className = before;
  return { text, map };
}

/** What stands beside a map grows and shrinks with it. */
function scaleText(zoom: number): void {
  area.style.setProperty("--larger", String(1 + Math.max(-1, Math.min(zoom, MOST_LARGER)) * LARGER));
}

/** The arguments of `resize`. */
function cellsOf({ text, map }: Sizes): readonly [number, number, readonly [number, number]] {
  return [text.columns, text.rows, [map.columns, map.rows]];
}

function openReplays(game: Game): void {
  const open = async (file: File | undefined) => {
    // A folder has no bytes, and a file may have gone.
    const data = await file?.arrayBuffer().catch(() => fail(new Error(`${file.name} can't be read: drop a file that is there, not a folder.`)));
    if (file && data) await openReplay(game, file.name, new Uint8Array(data), say);
    canvas.focus();
  };
  const field = element<HTMLInputElement>("replay-file");
  element("open").addEventListener("click", () => field.click());
  field.addEventListener("change", async () => {
    await open(field.files?.[0]);
    field.value = "";
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    void open(event.dataTransfer?.files[0]);
  });
  element("typing").addEventListener("click", () => element("typed").focus());
}

/** Open the ruleset that was played last in the workbench, in a tab of its own: the game stays here. */
async function openWorkbench(game: Game): Promise<void> {
  const tab = open("", "_blank"); // before anything is waited for, or browsers take it for an advertisement
  const text = await game.python.call("ruleset_text", []);
  if (!tab) throw new Error("This browser did not open a tab for the workbench: allow this page to open tabs.");
  tab.location.href = new URL(text ? `workbench.html#${await linkTo(text)}` : "workbench.html", document.baseURI).href;
}

/** Put a link that holds the run that is shown where it can be pasted from. */
async function shareRun(game: Game): Promise<void> {
  const fragment = linkToRun(await game.python.call("run_shown", []));
  const link = new URL(`#${fragment}`, location.href.replace(/[?#].*/, "")).href;
  await navigator.clipboard.writeText(link).then(
    () => say(`A link that holds this run is copied: ${link.length.toLocaleString("en")} letters. It opens ${BEFORE_END} turns before the end.`),
    () => say(`This browser copies nothing for a page. The link: ${link}`),
  );
}

async function openRun(game: Game, letters: string, ruleset: string | null): Promise<void> {
  await openReplay(game, "linked.replay", runOf(letters), say, BEFORE_END, ruleset);
}

async function fetchReplay(game: Game, path: string): Promise<void> {
  const address = replayAddress(path, document.baseURI);
  const response = await fetch(address).catch(() => {
    throw new Error(`${path.slice(0, 80)}: it could not be fetched; is there a network?`);
  });
  if (!response.ok) throw new Error(`${path.slice(0, 80)}: ${response.status} ${response.statusText}`);
  await openReplay(game, decodeURIComponent(address.pathname).split("/").at(-1)!, new Uint8Array(await response.arrayBuffer()), say);
}

/** The theme is the system's until the player chooses. */
function followTheme(board: Board, panels: Panels): void {
  const system = matchMedia("(prefers-color-scheme: light)");
  let theme: string | null = null;
  const apply = () => {
    const chosen = theme ?? recall("theme");
    // The manual, which keeps its theme under the same name, also knows "auto".
    const light = chosen === "light" || (chosen !== "dark" && system.matches);
    document.documentElement.dataset["theme"] = light ? "light" : "dark";
    element("theme").textContent = light ? "Dark" : "Light";
    board.theme = light;
    panels.light = light;
    panels.recolor();
  };
  element("theme").addEventListener("click", () => {
    theme = document.documentElement.dataset["theme"] === "light" ? "dark" : "light";
    remember("theme", theme);
    apply();
  });
  system.addEventListener("change", apply);
  apply();
}

main().catch(failForGood);
