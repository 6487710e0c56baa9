// The dialog of the player's files: save them, add some. And replays, which are dropped or opened.

import { holdFocus } from "../hold_focus";
import { type InputProblem, PythonWorker } from "../python/client";
import type { Game } from "./game";

/** Seconds: a call takes about one. */
const MOST_SECONDS = 120;

export class Files {
  private readonly dialog = document.querySelector<HTMLDialogElement>("#files-dialog")!;
  private readonly list = document.querySelector<HTMLElement>("#files-list")!;
  private readonly said = document.querySelector<HTMLElement>("#files-said")!;

  constructor(private readonly game: Game) {
    holdFocus(this.dialog);
    const add = document.querySelector<HTMLInputElement>("#add")!;
    document.querySelector("#files")!.addEventListener("click", () => void this.open());
    document.querySelector("#files-close")!.addEventListener("click", () => this.dialog.close());
    document.querySelector("#save-all")!.addEventListener("click", async () => {
      download("steep-files.zip", await game.python.call<Uint8Array<ArrayBuffer>>("read_all_files"));
    });
    add.addEventListener("change", async () => {
      const said = [];
      for (const file of add.files ?? []) said.push(await this.take(file));
      this.said.textContent = said.join(" ");
      add.value = "";
      await this.fill();
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
      return await this.game.python.call<string>("take_file", [file.name, new Uint8Array(await file.arrayBuffer())]);
    } catch (error) {
      return (error as InputProblem).message;
    }
  }

  private async fill(): Promise<void> {
    const files = JSON.parse(await this.game.python.call<string>("list_files")) as [string, number][];
    this.list.replaceChildren(
      ...files.map(([name, size]) => {
        const [row, text, button] = [document.createElement("li"), document.createElement("span"), document.createElement("button")];
        text.textContent = `${name}, ${size.toLocaleString("en")} bytes`;
        button.type = "button";
        button.textContent = "Save";
        button.setAttribute("aria-label", `Save ${name}`);
        button.addEventListener("click", async () => {
          download(name.split("/").at(-1)!, await this.game.python.call<Uint8Array<ArrayBuffer>>("read_file", [name]));
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
export type Say = (text: string, progress?: string) => void;

/** Show a replay, and verify it beside that in a worker of its own. `say` shows how far that is. */
export async function openReplay(game: Game, name: string, data: Uint8Array, say: Say): Promise<void> {
  say("");
  if (!(await game.ask("open_replay", [name, data]))) return;
  say("Verifying …");
  const worker = await PythonWorker.start("verify", false, () => {});
  try {
    const actions = await worker.call<number>("begin", [name, data], MOST_SECONDS);
    let [done, verified, sentence] = [0, false, ""];
    while (!sentence) {
      [done, verified, sentence] = await worker.call<[number, boolean, string]>("go_on", [], MOST_SECONDS);
      say("Verifying …", `${done} of ${actions} actions`);
    }
    say(`${name}: ${verified ? "" : "not as recorded: "}${sentence}.`);
  } catch (error) {
    say(`${name}: not verified: ${(error as Error).message}`);
  } finally {
    worker.end();
  }
}
