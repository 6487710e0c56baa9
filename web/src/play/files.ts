// The dialog of the player's files: save them, add some. And replays, which are dropped or opened.

import { holdFocus } from "../hold_focus";
import type { VerifyCalls } from "../python/calls";
import { type InputProblem, PythonWorker } from "../python/client";
import type { Game } from "./game";

/** Seconds: a call takes about one. */
const MOST_SECONDS = 120;

export class Files {
  private readonly dialog = document.querySelector<HTMLDialogElement>("#files-dialog")!;
  private readonly list = document.querySelector<HTMLElement>("#files-list")!;
  private readonly said = document.querySelector<HTMLElement>("#files-said")!;

  constructor(
    private readonly game: Game,
    private readonly failed: (error: unknown) => void,
  ) {
    holdFocus(this.dialog);
    const add = document.querySelector<HTMLInputElement>("#add")!;
    document.querySelector("#files")!.addEventListener("click", () => void this.open().catch(failed));
    document.querySelector("#files-close")!.addEventListener("click", () => this.dialog.close());
    document.querySelector("#save-all")!.addEventListener("click", async () => {
      await game.python.call("read_all_files", []).then((data) => download("steep-files.zip", data), failed);
    });
    add.addEventListener("change", async () => {
      const said = [];
      for (const file of add.files ?? []) said.push(await this.take(file));
      this.said.textContent = said.join(" ");
      add.value = "";
      await this.fill().catch(failed);
      await game.ask("show_menu", []);
    });
  }

  private async open(): Promise<void> {
    this.said.textContent = "";
    await this.fill();
    this.dialog.showModal();
  }

  private async take(file: File): Promise<string> {
    try {
      return await this.game.python.call("take_file", [file.name, new Uint8Array(await file.arrayBuffer())]);
    } catch (error) {
      return (error as InputProblem).message;
    }
  }

  private async fill(): Promise<void> {
    const files = JSON.parse(await this.game.python.call("list_files", [])) as [string, number][];
    this.list.replaceChildren(
      ...files.map(([name, size]) => {
        const [row, text, button] = [document.createElement("li"), document.createElement("span"), document.createElement("button")];
        text.textContent = `${name}, ${size.toLocaleString("en")} bytes`;
        button.type = "button";
        button.textContent = "Save";
        button.setAttribute("aria-label", `Save ${name}`);
        button.addEventListener("click", async () => {
          const read = this.game.python.call("read_file", [name]);
          await read.then((data) => download(name.split("/").at(-1)!, data), this.failed);
        });
        row.append(text, button);
        return row;
      }),
    );
  }
}

function download(name: string, data: Uint8Array<ArrayBuffer>): void {
  const address = URL.createObjectURL(new Blob([data]));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Says something below the buttons; `progress` follows it, but is not read out. */
export type Say = (text: string, progress?: string) => unknown;

/** How many replays have been opened. Only what is found of the last one is said. */
let opened = 0;

/**
 * Show a replay, some turns before its end if that is given, and verify it beside that in a worker of its own. `say` shows
 * how far that is. A link may hold the text of its ruleset.
 */
export async function openReplay(game: Game, name: string, data: Uint8Array<ArrayBuffer>, say: Say, beforeEnd: number | null = null, ruleset: string | null = null): Promise<void> {
  const number = ++opened;
  const sayOfIt: Say = (text, progress) => number === opened && say(text, progress);
  say("");
  if (!(await game.ask("open_replay", [name, data, beforeEnd, ruleset]))) return;
  sayOfIt("Verifying …");
  let worker: PythonWorker<VerifyCalls> | null = null;
  try {
    worker = await PythonWorker.start("verify", false, () => {});
    const actions = await worker.call("begin", [name, data, await game.python.call("own_rulesets", [])], MOST_SECONDS);
    let [done, verified, sentence] = [0, false, ""];
    while (!sentence && number === opened) {
      [done, verified, sentence] = await worker.call("go_on", [], MOST_SECONDS);
      sayOfIt("Verifying …", `${done} of ${actions} actions`);
    }
    sayOfIt(`${name}: ${verified ? "" : "not as recorded: "}${sentence}.`);
  } catch (error) {
    sayOfIt(`${name}: not verified: ${(error as Error).message}`);
  } finally {
    worker?.end();
  }
}
