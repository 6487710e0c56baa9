// Bringing rulesets and other games' tables in, and giving rulesets, tables, pictures and reports out.

import { InputProblem } from "../python/client";
import type { Bench } from "./bench";
import { columnsOf, type Files } from "./bring_in";
import { titleOf } from "./drafts";
import { pictureOf, pngOf, reportOf, save, svgText } from "./give_out";
import { LatestCalls } from "./latest";
import { chosenFloor, columns, fail, measured, notes, say } from "./model";
import { OwnFiles, textOf } from "./own";

/** Seconds that reading a project may take, and that writing tables may. */
const PATIENCE = { import: 60, export: 20 } as const;
/** How files of a shape of tables end. */
const ENDINGS: Readonly<Record<string, string>> = { "tcod-2020": "py", "tcod-2019": "py", rotjs: "js", godot: "gd", json: "json" };
const LANGUAGES: Readonly<Record<string, string>> = { py: "Python", js: "JavaScript", gd: "GDScript", json: "JSON" };

/** What a menu calls tables of a shape. */
export function nameOf(shape: string): string {
  return `${LANGUAGES[ENDINGS[shape] ?? ""] ?? "Tables"} tables, as ${shape}`;
}

export class Exchange {
  private readonly imports: LatestCalls;
  private readonly exports: LatestCalls;

  constructor(private readonly bench: Bench) {
    this.imports = new LatestCalls(bench.worker, PATIENCE.import);
    this.exports = new LatestCalls(bench.worker, PATIENCE.export);
  }

  /** Open a bundled ruleset. */
  begin(name: string, title: string): void {
    this.imports.ask("source", [name], (text) => this.bench.open(text, `${title} is open.`), fail);
  }

  /** Open a ruleset, or import anything else. `fill` lets the tutorial supply what a part of a game lacks. */
  take(files: Files, fill = false): void {
    notes.value = null;
    const names = Object.keys(files);
    if (names.length === 1 && names[0]!.endsWith(".toml")) {
      const text = textOf(files[names[0]!]!);
      if (text === null) fail(new Error(`${names[0]} is not text in UTF-8, as rulesets are: save it as that, then open it again.`));
      else this.bench.open(text, `${names[0]} is open.`);
      return;
    }
    say("Reading …");
    const onFault = (fault: Error): void => {
      say("");
      const names = columnsOf(files);
      if (fault instanceof InputProblem && names.length >= 3) columns.value = { files, fill, names, why: fault.message };
      else fail(fault);
    };
    this.imports.ask("import_project", [files, fill], (imported) => {
      const { toml, report, missing } = imported;
      this.imports.ask("assumed", [toml], ({ toml: filled, lines }) => {
        const from = OwnFiles.of(imported, fill, lines);
        this.bench.open(filled, "Imported. What was read is listed beside the strips; undo brings the old text back.", { from });
        notes.value = { title: "What was read", lines: [...report, ...missing.map((line) => `to fill in: ${line}`)] };
      }, onFault);
    }, onFault);
  }

  /** Give something out: "toml", "svg", "png", "report", "patch", or tables "as " a shape. */
  async give(what: string): Promise<void> {
    const { bench } = this;
    if (["svg", "png", "report"].includes(what)) {
      say("It is saved as soon as all answers are there …");
      await bench.answered();
    }
    say("");
    if (what === "toml") save("ruleset.toml", bench.file, "application/toml");
    else if (what === "svg") save("steep.svg", svgText(pictureOf()), "image/svg+xml");
    else if (what === "png") save("steep.png", await pngOf(pictureOf()), "image/png");
    else if (what === "report") save("report.html", await this.report(), "text/html");
    else if (what === "patch") {
      const { original, fill } = bench.own.now.value!;
      this.exports.ask("change_source", [bench.editor.text, original, fill], ({ diff, numbers, refused }) => {
        if (diff) save("changes.patch", diff, "text/plain");
        say(diff ? `The patch changes ${numbers} numbers of the project.` : "The project has these numbers already.");
        notes.value = { title: "What numbers of the project can't say", lines: refused };
      }, fail);
    } else if (what.startsWith("own ")) {
      const name = what.slice(4);
      await bench.own.settled();
      save(name.split("/").at(-1)!, bench.own.bytes(name), "text/plain");
    } else if (what.startsWith("as ")) {
      const shape = what.slice(3);
      this.exports.ask("export", [bench.editor.text, shape], ({ text, left_out }) => {
        save(`tables.${ENDINGS[shape] ?? "txt"}`, text, "text/plain");
        notes.value = { title: `What tables as ${shape} can't say`, lines: left_out };
        say(left_out.length ? "The tables are saved. What they can't say is listed beside the text." : "The tables are saved. They say all of the ruleset.");
      }, fail);
    }
  }

  private async report(): Promise<string> {
    const part = (selector: string): Element => {
      const copy = document.querySelector(selector)!.cloneNode(true) as Element;
      for (const each of copy.querySelectorAll("h2, h3, textarea, .acts, #trial, button#bands, #target-problems, #target-others")) each.remove();
      for (const folded of copy.querySelectorAll("details")) folded.open = true;
      for (const button of copy.querySelectorAll("button")) button.replaceWith(...button.childNodes);
      return copy;
    };
    const { games } = this.bench;
    const death = measured.value?.of === this.bench.editor.text ? games.deathNear(chosenFloor.value) : null;
    const watch = document.createElement("a");
    if (death) {
      watch.href = await games.linkToGame(death.seed);
      watch.textContent = `Watch a death on floor ${death.floor}`;
    }
    const heading = (selector: string): string => document.querySelector(selector)!.textContent ?? "";
    return reportOf(`${titleOf(this.bench.editor.text)}: a report of Steep's workbench`, [
      [heading("#found-title"), part("#found")],
      ["By floor", pictureOf()],
      [heading("#measure-title"), part("#played"), part("#curves"), ...(death ? [watch] : [])],
      ["The ruleset", this.bench.editor.text],
    ]);
  }
}
