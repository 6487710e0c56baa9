// Bringing rulesets and other games' tables in, and giving rulesets, tables, pictures and reports out.

import type { Exported, Imported, Patch } from "./answers";
import { chosen, dropped, type Files, pasted } from "./bring_in";
import { titleOf } from "./drafts";
import { element, fail, say } from "./elements";
import { pictureOf, pngOf, reportOf, save, svgText } from "./give_out";
import { ofEarlier } from "./parts";
import { LatestCalls, type RestartedWorker } from "./latest";

/** Seconds that reading a project may take, and that writing tables may. */
const PATIENCE = { import: 60, export: 20 } as const;
/** How files of a shape of tables end. */
const ENDINGS: Readonly<Record<string, string>> = { "tcod-2020": "py", "tcod-2019": "py", rotjs: "js", godot: "gd", json: "json" };
const LANGUAGES: Readonly<Record<string, string>> = { py: "Python", js: "JavaScript", gd: "GDScript", json: "JSON" };

/** A bundled ruleset. */
export interface Bundled {
  readonly name: string;
  readonly title: string;
}

/** What the exchange needs of the workbench. */
export interface Bench {
  readonly text: string;
  /** The text with the ends of lines that its file had. */
  readonly file: string;
  /** The files that the text was imported from, if it was. */
  readonly files: Files | null;
  /** Open another text, and say so. */
  open(file: string, message: string, of?: { readonly files: Files | null }): void;
  /** Ends when all is shown that can be of the text as it is. */
  answered(): Promise<void>;
}

export class Exchange {
  private readonly imports: LatestCalls;
  private readonly exports: LatestCalls;
  private readonly dialog = element<HTMLDialogElement>("#import");

  constructor(
    private readonly bench: Bench,
    rulesets: readonly Bundled[],
    shapes: readonly string[],
    worker: RestartedWorker,
  ) {
    this.imports = new LatestCalls(worker, PATIENCE.import);
    this.exports = new LatestCalls(worker, PATIENCE.export);
    this.listenForFiles();
    element("#rulesets").append(
      ...rulesets.map(({ name, title }) => {
        const button = buttonOf(title);
        button.addEventListener("click", () => {
          this.dialog.close();
          this.imports.ask<string>("source", [name], (text) => this.bench.open(text, `${title} is open.`), fail);
        });
        return button;
      }),
    );
    this.listenForSaving(shapes);
  }

  private listenForSaving(shapes: readonly string[]): void {
    const dialog = element<HTMLDialogElement>("#saving");
    const tables = shapes.map((shape) => {
      const button = buttonOf(`${LANGUAGES[ENDINGS[shape] ?? ""] ?? "Tables"} tables, as ${shape}`);
      button.dataset["what"] = `as ${shape}`;
      return button;
    });
    element("#save-as").append(...tables);
    element("#save").addEventListener("click", () => {
      element("#save-as [data-what=patch]").hidden = !this.bench.files;
      dialog.showModal();
    });
    element("#saving-close").addEventListener("click", () => dialog.close());
    element("#save-as").addEventListener("click", ({ target }) => {
      const what = (target as HTMLElement).dataset["what"];
      if (!what) return;
      dialog.close();
      void this.give(what).catch(fail);
    });
  }

  private listenForFiles(): void {
    const [file, folder] = ["#file", "#folder"].map((id) => element<HTMLInputElement>(id)) as [HTMLInputElement, HTMLInputElement];
    element("#open").addEventListener("click", () => this.dialog.showModal());
    element("#import-close").addEventListener("click", () => this.dialog.close());
    element("#choose-file").addEventListener("click", () => file.click());
    element("#choose-folder").addEventListener("click", () => folder.click());
    for (const input of [file, folder]) {
      input.addEventListener("change", async () => {
        await chosen(input.files ?? []).then((files) => this.take(files), fail);
        input.value = "";
      });
    }
    element("#paste-import").addEventListener("click", () => this.take(pasted(element<HTMLTextAreaElement>("#paste").value), true));
    document.addEventListener("dragover", (event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
    document.addEventListener("drop", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      void dropped(event.dataTransfer.items).then((files) => this.take(files), fail);
    });
  }

  /** Open a ruleset, or import anything else. `fill` lets the tutorial supply what a part of a game lacks. */
  private take(files: Files, fill = false): void {
    this.dialog.close();
    const names = Object.keys(files);
    if (names.length === 1 && names[0]!.endsWith(".toml")) {
      const text = textOf(files[names[0]!]!);
      if (text === null) fail(new Error(`${names[0]} is not text in UTF-8, as rulesets are: save it as that, then open it again.`));
      else this.bench.open(text, `${names[0]} is open.`);
      return;
    }
    say("Reading …");
    const show = (imported: Imported): void => {
      const message = "Imported. What was read is listed beside the text; undo brings the old text back.";
      this.bench.open(imported.toml, message, { files: fill ? null : files });
      this.note("What was read", [...imported.report, ...imported.missing.map((line) => `to fill in: ${line}`)]);
    };
    const onFault = (fault: Error): void => {
      say("");
      fail(fault);
    };
    this.imports.ask<Imported>("import_project", [files, fill], show, onFault);
  }

  /** Show lines beside the text. */
  private note(title: string, lines: readonly string[]): void {
    element("#notes").hidden = !lines.length;
    element("#notes-title").textContent = lines.length ? title : "";
    element("#notes-lines").replaceChildren(
      ...lines.map((line) => {
        const entry = document.createElement("li");
        entry.textContent = line;
        return entry;
      }),
    );
    if (lines.length) element("#notes").scrollIntoView({ block: "nearest" });
  }

  private async give(what: string): Promise<void> {
    if (["svg", "png", "report"].includes(what)) {
      say("It is saved as soon as all answers are there …");
      await this.bench.answered();
    }
    say("");
    if (what === "toml") save("ruleset.toml", this.bench.file, "application/toml");
    else if (what === "svg") save("steep.svg", svgText(pictureOf(element("#figures"))), "image/svg+xml");
    else if (what === "png") save("steep.png", await pngOf(pictureOf(element("#figures"))), "image/png");
    else if (what === "report") save("report.html", this.report(), "text/html");
    else if (what === "patch") {
      const give = ({ diff, numbers, refused }: Patch): void => {
        if (diff) save("changes.patch", diff, "text/plain");
        say(diff ? `The patch changes ${numbers} numbers of the project.` : "The project has these numbers already.");
        this.note("What numbers of the project can't say", refused);
      };
      this.exports.ask<Patch>("change_source", [this.bench.text, this.bench.files], give, fail);
    } else if (what.startsWith("as ")) {
      const shape = what.slice(3);
      const give = ({ text, left_out }: Exported): void => {
        save(`tables.${ENDINGS[shape] ?? "txt"}`, text, "text/plain");
        this.note(`What tables as ${shape} can't say`, left_out);
        say(left_out.length ? "The tables are saved. What they can't say is listed beside the text." : "The tables are saved. They say all of the ruleset.");
      };
      this.exports.ask<Exported>("export", [this.bench.text, shape], give, fail);
    }
  }

  private report(): string {
    const measured = element("#curves").querySelectorAll("p, table");
    const found = element("#found").cloneNode(true) as Element;
    for (const button of found.querySelectorAll("button")) button.replaceWith(button.textContent ?? "");
    return reportOf(`${titleOf(this.bench.text)}: a report of Steep's workbench`, [
      [`What is wrong with it${ofEarlier(element("#found"))}`, found],
      ["By floor", pictureOf(element("#figures"))],
      ...(measured.length ? ([[`How bots fare${ofEarlier(element("#curves"))}`, element("#played"), ...measured]] as const) : []),
      ["The ruleset", this.bench.text],
    ]);
  }
}

/** The text of a file; null if its bytes are not UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function buttonOf(text: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  return button;
}
