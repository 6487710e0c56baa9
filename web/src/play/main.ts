// The page that plays.

import { keepFolder } from "../keep_folder";
import { PythonWorker } from "../python/client";
import { linkTo, textOf as rulesetOf } from "../workbench/link";
import { Board } from "./board";
import { Buttons, listenToTyping } from "./buttons";
import { Files, openReplay, type Say } from "./files";
import { type Frame, textOf } from "./frame";
import { Game } from "./game";
import { listen } from "./input";
import { readLink, replayAddress } from "./link";
import { holdFiles } from "./only_tab";
import { fit } from "./size";
import { Tiles } from "./tiles";

const MOST_SAID = 50;

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
  trouble.querySelector("button")!.addEventListener("click", () => {
    trouble.hidden = true;
    canvas.focus();
  });
  await holdFiles(() => progress("Steep is open in another tab; this one waits until you close that", 0));
  const python = PythonWorker.start("play", true, ({ text, share }) => progress(text, share));
  const zoomed = () => Number(localStorage.getItem("zoom") ?? 0);
  let size = fit(stage.clientWidth, stage.clientHeight, devicePixelRatio, zoomed());
  const board = new Board(canvas, await Tiles.load(size.tile));
  followTheme(board);
  let game: Game | null = null;
  const buttons = new Buttons(element("buttons"), () => game);
  const show = (frame: Frame) => {
    board.draw(frame);
    element("text").textContent = textOf(frame);
    buttons.show(frame);
    speak(frame);
    if (!loading.hidden) performance.mark("first-frame");
    loading.hidden = true;
    document.dispatchEvent(new Event("steep-frame"));
  };
  const playing = (game = new Game(await python, show, fail));
  listen(canvas, board, playing);
  listenToTyping(element<HTMLInputElement>("typed"), playing);
  new Files(playing);
  canvas.focus();

  const showZoom = () => {
    // Not `disabled`, which would take the focus away.
    element("smaller").ariaDisabled = String(size.smallest);
    element("larger").ariaDisabled = String(size.largest);
  };
  const refit = async () => {
    const wanted = fit(stage.clientWidth, stage.clientHeight, devicePixelRatio, zoomed());
    if (wanted.tile !== size.tile) board.use(await Tiles.load(wanted.tile));
    size = wanted;
    showZoom();
    await playing.ask("resize", [size.columns, size.rows]);
  };
  for (const [id, by] of [["smaller", -1], ["larger", 1]] as const) {
    element(id).addEventListener("click", () => {
      if (by < 0 ? size.smallest : size.largest) return;
      localStorage.setItem("zoom", String(size.zoom + by));
      void refit();
    });
  }
  showZoom();
  const link = readLink(location.hash);
  const ruleset = await rulesetOf(location.hash).catch((error: unknown) => (fail(error), null));
  const started = await playing.ask("start", [size.columns, size.rows, link.ruleset, link.seed, ruleset, matchMedia("(pointer: coarse)").matches]);
  if (!started) await playing.ask("resize", [size.columns, size.rows]);
  new ResizeObserver(() => void refit()).observe(stage);
  openReplays(playing);
  element("workbench").addEventListener("click", () => void openWorkbench(playing));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") playing.python.call("put_away").catch(fail);
  });
  window.addEventListener("hashchange", () => location.reload()); // another link
  if (link.replay) await fetchReplay(playing, link.replay);
  await keepFolder();
}

function openReplays(game: Game): void {
  const open = async (file: File | undefined) => {
    if (file) await openReplay(game, file.name, new Uint8Array(await file.arrayBuffer()), say);
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
  const text = await game.python.call<string>("ruleset_text");
  if (tab) tab.location.href = new URL(text ? `workbench.html#${await linkTo(text)}` : "workbench.html", document.baseURI).href;
}

async function fetchReplay(game: Game, path: string): Promise<void> {
  const address = replayAddress(path, document.baseURI);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${path.slice(0, 80)}: ${response.status} ${response.statusText}`);
  await openReplay(game, address.pathname.split("/").at(-1)!, new Uint8Array(await response.arrayBuffer()), say);
}

/** The theme is the system's until the player chooses. */
function followTheme(board: Board): void {
  const system = matchMedia("(prefers-color-scheme: light)");
  const apply = () => {
    const chosen = localStorage.getItem("theme");
    // The manual, which keeps its theme under the same name, also knows "auto".
    const light = chosen === "light" || (chosen !== "dark" && system.matches);
    document.documentElement.dataset["theme"] = light ? "light" : "dark";
    element("theme").textContent = light ? "Dark" : "Light";
    board.theme = light;
  };
  element("theme").addEventListener("click", () => {
    localStorage.setItem("theme", document.documentElement.dataset["theme"] === "light" ? "dark" : "light");
    apply();
  });
  system.addEventListener("change", apply);
  apply();
}

main().catch(fail);
