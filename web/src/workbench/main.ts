// The workbench: a ruleset's text on one side, and what it means on the other.

import { InputProblem, PythonWorker } from "../python/client";
import { keepFolder } from "../keep_folder";
import type { Checked, Finding, Rolled, Schema, Survey } from "./answers";
import { areasOf, colorOf, legendOf, type Line, linesOf } from "./charts";
import { CurvesPanel } from "./curves";
import { Editor } from "./editor";
import { mapOf, type Place, Walk } from "./floor";
import { element, fail } from "./elements";
import { Exchange } from "./exchange";
import { LatestCalls, RestartedWorker } from "./latest";
import { linkTo, textOf } from "./link";
import { MeasuredPanel } from "./measured";
import { placesIn } from "./places";

/** Where the text is kept between visits. */
const DRAFT = "steep-workbench-text";
/** The ruleset of a first visit. */
const FIRST = "tcod-2020";
/** Milliseconds without a key after which floors are generated. */
const PAUSE = 600;
const SAMPLES = 100;
/** Seconds that an answer may take, and that surveying may. */
const PATIENCE = 20;
const LONG_PATIENCE = 180;

const said = element("#said");
const trouble = element("#trouble");

function startWorker(): Promise<PythonWorker> {
  return PythonWorker.start("workbench", false, ({ text, share }) => {
    element("#loading p").textContent = `${text} …`;
    element<HTMLProgressElement>("#progress").value = share;
  });
}

/** Everything that is shown of one text. */
class Workbench {
  private readonly checks: LatestCalls;
  private readonly surveys: LatestCalls;
  private readonly rolls: LatestCalls;
  private readonly editor: Editor;
  private readonly curves: CurvesPanel;
  private checked: Checked = { problems: [] };
  private listsMistakes = false;
  private readonly walk = new Walk(() => this.place());
  private pause: ReturnType<typeof setTimeout> | undefined;

  private constructor(
    schema: Schema,
    quick: RestartedWorker,
  ) {
    const slow = new RestartedWorker(startWorker);
    this.checks = new LatestCalls(quick, PATIENCE);
    this.surveys = new LatestCalls(slow, LONG_PATIENCE);
    this.rolls = new LatestCalls(slow, LONG_PATIENCE);
    this.editor = new Editor(element("#text"), schema, (text) => this.changed(text));
    this.curves = new CurvesPanel(this.editor);
    new MeasuredPanel(() => ({ text: this.editor.text, floors: this.checked.played ?? 1 }), quick, startWorker);
  }

  static async start(): Promise<void> {
    const quick = new RestartedWorker(startWorker);
    const python = await quick.ready();
    const bench = new Workbench(await python.call<Schema>("schema"), quick);
    new Exchange(bench.editor, await python.call("rulesets"), await python.call("shapes"), quick);
    element("#loading").hidden = true;
    element("main").hidden = false;
    bench.listen();
    let broken: unknown = null;
    const linked = await textOf(location.hash).catch((fault: unknown) => ((broken = fault), null));
    bench.editor.begin(linked ?? localStorage.getItem(DRAFT) ?? (await python.call<string>("source", [FIRST])));
    if (broken) fail(broken);
    await keepFolder();
  }

  private listen(): void {
    for (const id of ["#seed", "#floor"]) element(id).addEventListener("input", () => (this.roll(), void this.walk.begin()));
    element("#share").addEventListener("click", async () => {
      history.replaceState(null, "", `#${await linkTo(this.editor.file)}`);
      await navigator.clipboard.writeText(location.href).then(
        () => (said.textContent = "The link is copied. It holds the whole ruleset."),
        () => (said.textContent = "The link is in the address bar. It holds the whole ruleset."),
      );
    });
    element("#play").addEventListener("click", async () => {
      location.href = `./#${await linkTo(this.editor.file)}`;
    });
  }

  private changed(text: string): void {
    trouble.hidden = true;
    localStorage.setItem(DRAFT, this.editor.file);
    this.checks.ask<Checked>("check", [text], (checked) => this.show(checked, text), fail);
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.survey(text), PAUSE);
  }

  /** Show the mistakes, or else the odds. What was shown stays while there are mistakes. */
  private show(checked: Checked, of: string): void {
    this.editor.mark(checked.problems);
    if (checked.problems.length) {
      this.list(checked.problems.map(({ path, text }) => ({ severity: "error", path, text: path ? `${path}: ${text}` : text })));
      this.listsMistakes = true;
      return;
    }
    if (this.listsMistakes) this.found(notice("Floors are being generated …"));
    this.checked = checked;
    element("#odds").replaceChildren(
      ...(["monsters", "items"] as const).flatMap((family) => [
        areasOf(checked[family]!, checked.floors!, `Odds of ${family} by floor`),
        legendOf(checked[family]!.map(({ name }, index) => ({ name, color: colorOf(index) }))),
      ]),
    );
    this.curves.show(checked, of);
    this.roll();
    void this.walk.change(this.editor.text);
    document.dispatchEvent(new Event("steep-answers"));
  }

  private survey(text: string): void {
    this.surveys.ask<Survey>(
      "survey",
      [text, SAMPLES],
      (survey) => {
        if (text === this.editor.text) this.showSurvey(survey);
      },
      (fault) => {
        if (!(fault instanceof InputProblem)) fail(fault); // mistakes are shown already
      },
    );
  }

  private showSurvey(survey: Survey): void {
    const lines: Line[] = [
      { name: "threat", color: colorOf(5), estimates: survey.threat },
      { name: "healing, in hundreds of HP", color: colorOf(2), estimates: survey.healing.map(([a, b, c]) => [a / 100, b / 100, c / 100]) },
    ];
    element("#threat").replaceChildren(linesOf(lines, survey.threat.length, "Threat and healing by floor"), legendOf(lines));
    this.list(survey.findings.map((finding) => ({ ...finding, path: this.pathOf(finding) })));
  }

  /** Where the text has what a finding is about. */
  private pathOf({ subject }: Finding): string {
    const places = placesIn(this.editor.text);
    const paths = [`monsters.${subject}`, `items.${subject}`, `${subject}`, "counts"];
    return paths.find((path) => places?.has(path)) ?? "";
  }

  private list(entries: readonly { readonly severity: string; readonly path: string; readonly text: string }[]): void {
    const list = document.createElement("ul");
    list.className = "findings";
    for (const { severity, path, text } of entries) {
      const button = list.appendChild(document.createElement("li")).appendChild(document.createElement("button"));
      button.type = "button";
      button.className = severity;
      button.textContent = `${severity}: ${text}`;
      button.addEventListener("click", () => this.editor.jump(path));
    }
    this.found(entries.length ? list : notice("Nothing was found."));
  }

  private found(shown: Element): void {
    this.listsMistakes = false;
    element("#found").replaceChildren(shown);
  }

  private place(): Place {
    const [seed, floor] = ["#seed", "#floor"].map((id) => element<HTMLInputElement>(id).valueAsNumber) as [number, number];
    return { text: this.editor.text, seed, floor };
  }

  private roll(): void {
    const { seed, floor } = this.place();
    if (!Number.isInteger(seed) || !Number.isInteger(floor) || this.checked.problems.length) return;
    const onFault = (fault: Error) => (fault instanceof InputProblem ? element("#rolled").replaceChildren(fault.message) : fail(fault));
    this.rolls.ask<Rolled>("roll", [this.editor.text, seed, floor], (rolled) => element("#rolled").replaceChildren(mapOf(rolled)), onFault);
  }
}

function notice(text: string): Element {
  const paragraph = document.createElement("p");
  paragraph.className = "dim";
  paragraph.textContent = text;
  return paragraph;
}

/** The theme is the one that was chosen in the game, or the system's. */
function setTheme(): void {
  const light = matchMedia("(prefers-color-scheme: light)");
  document.documentElement.dataset["theme"] = localStorage.getItem("theme") ?? (light.matches ? "light" : "dark");
  light.addEventListener("change", setTheme, { once: true });
}

setTheme();
Workbench.start().catch(fail);
