// The page that plays.

import { keepFolder } from "../keep_folder";
import { recall, remember } from "../local_storage";
import { PythonWorker } from "../python/client";
import { linkTo, textOf as rulesetOf } from "../workbench/link";
import { Board } from "./board";
import { Buttons, listenToTyping } from "./buttons";
import { Files, openReplay, type Say } from "./files";
import type { Frame } from "../python/calls";
import { textOf } from "./frame";
import { Game } from "./game";
import { listen } from "./input";
import { readLink, replayAddress } from "./link";
import { holdFiles } from "./only_tab";
import { fit } from "./size";
import { Tiles } from "./tiles";

const MOST_SAID = 50;
/** Milliseconds after which what was done is saved: a page that is reloaded or left is not given the time. */
const SAVED_AFTER = 1000;

const element = <T extends HTMLElement = HTMLElement>(id: string) => document.querySelector<T>(`#${id}`)!;
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
  const progress = (text: string, share: number) => {
    loading.querySelector("p")!.textContent = `${text} …`;
    element<HTMLProgressElement>("progress").value = share;
  };
  trouble.querySelector("button")!.addEventListener("click", ({ currentTarget }) => {
    if ((currentTarget as HTMLElement).textContent === "Reload") location.reload();
    trouble.hidden = true;
    canvas.focus();
  });
  await holdFiles(() => progress("Steep is open in another tab; this one waits until you close that", 0));
  const python = PythonWorker.start("play", true, ({ text, share }) => progress(text, share), sayKeeping);
  let zoom = Number(recall("zoom")) || 0;
  let size = fit(stage.clientWidth, stage.clientHeight, devicePixelRatio, zoom);
  const board = new Board(canvas, await Tiles.load(size.tile));
  followTheme(board);
  let game: Game | null = null;
  let saving: ReturnType<typeof setTimeout> | undefined;
  const buttons = new Buttons(element("buttons"), () => game);
  const show = (frame: Frame) => {
    board.draw(frame);
    element("text").textContent = textOf(frame);
    buttons.show(frame);
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
  const playing = (game = new Game(worker, show, (error) => (worker.ended ? failForGood(error) : fail(error))));
  listen(canvas, board, playing);
  listenToTyping(element<HTMLInputElement>("typed"), playing);
  new Files(playing, fail);
  canvas.focus();

  const showZoom = () => {
    // Not `disabled`, which would take the focus away.
    element("smaller").ariaDisabled = String(size.smallest);
    element("larger").ariaDisabled = String(size.largest);
  };
  const refit = async () => {
    const wanted = fit(stage.clientWidth, stage.clientHeight, devicePixelRatio, zoom);
    const before = size;
    size = wanted;
    if (wanted.tile !== before.tile) {
      const tiles = await Tiles.load(wanted.tile).catch((error: unknown) => {
        if (size === wanted) size = before;
        throw error;
      });
      if (size !== wanted) return; // it has changed again since
      board.use(tiles);
    }
    showZoom();
    await playing.ask("resize", [size.columns, size.rows]);
  };
  for (const [id, by] of [["smaller", -1], ["larger", 1]] as const) {
    element(id).addEventListener("click", () => {
      if (by < 0 ? size.smallest : size.largest) return;
      zoom = size.zoom + by;
      remember("zoom", String(zoom));
      void refit().catch(fail);
    });
  }
  showZoom();
  const link = readLink(location.hash);
  const ruleset = await rulesetOf(location.hash).catch((error: unknown) => (fail(error), null));
  const started = await playing.ask("start", [size.columns, size.rows, link.ruleset, link.seed, ruleset, matchMedia("(pointer: coarse)").matches]);
  if (!started) await playing.ask("resize", [size.columns, size.rows]);
  new ResizeObserver(() => void refit().catch(fail)).observe(stage);
  openReplays(playing);
  element("workbench").addEventListener("click", () => void openWorkbench(playing).catch(fail));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") playing.python.call("put_away", []).catch(fail);
  });
  window.addEventListener("hashchange", () => location.reload()); // another link
  if (link.replay) await fetchReplay(playing, link.replay).catch(fail);
  await keepFolder();
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

async function fetchReplay(game: Game, path: string): Promise<void> {
  const address = replayAddress(path, document.baseURI);
  const response = await fetch(address).catch(() => {
    throw new Error(`${path.slice(0, 80)}: it could not be fetched; is there a network?`);
  });
  if (!response.ok) throw new Error(`${path.slice(0, 80)}: ${response.status} ${response.statusText}`);
  await openReplay(game, decodeURIComponent(address.pathname).split("/").at(-1)!, new Uint8Array(await response.arrayBuffer()), say);
}

/** The theme is the system's until the player chooses. */
function followTheme(board: Board): void {
  const system = matchMedia("(prefers-color-scheme: light)");
  let theme: string | null = null;
  const apply = () => {
    const chosen = theme ?? recall("theme");
    // The manual, which keeps its theme under the same name, also knows "auto".
    const light = chosen === "light" || (chosen !== "dark" && system.matches);
    document.documentElement.dataset["theme"] = light ? "light" : "dark";
    element("theme").textContent = light ? "Dark" : "Light";
    board.theme = light;
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
