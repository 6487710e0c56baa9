// The workbench: a ruleset's text on one side, and what it means on the other.

import { InputProblem, PythonWorker } from "../python/client";
import { keepFolder } from "../keep_folder";
import { recall } from "../local_storage";
import type { Checked, Finding, Rolled, Schema, Survey } from "./answers";
import type { Files } from "./bring_in";
import { areasOf, colorOf, legendOf, type Line, linesOf } from "./charts";
import { CurvesPanel } from "./curves";
import { Editor } from "./editor";
import { mapOf, type Place, Walk } from "./floor";
import { formerTexts, keep, keptText, putBy, titleOf, wasUntouched } from "./drafts";
import { clearTrouble, element, fail, listenForClosing, say } from "./elements";
import { Exchange } from "./exchange";
import { LatestCalls, RestartedWorker } from "./latest";
import { linkTo, textOf } from "./link";
import { MeasuredPanel, type Subject } from "./measured";
import { Parts } from "./parts";
import { placesIn } from "./places";

/** The ruleset of a first visit. */
const FIRST = "tcod-2020";
/** Milliseconds without a key after which floors are generated. */
const PAUSE = 600;
const SAMPLES = 100;
/** Seconds that an answer may take, and that surveying may. */
const PATIENCE = 20;
const LONG_PATIENCE = 180;

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
  /** The text as it was opened, which is not the maker's own; null if it is. */
  private opened: string | null = null;
  /** The files that the text was imported from, if it was. */
  files: Files | null = null;
  private listsMistakes = false;
  private readonly parts = new Parts();
  /** Those who wait until all that can be answered of the text is. */
  private readonly waiting: (() => void)[] = [];
  private answering = true;
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
    const subject = (): Subject => ({ text: this.editor.text, floors: this.checked.played ?? 1 });
    new MeasuredPanel(subject, this.parts, quick);
  }

  static async start(): Promise<void> {
    const quick = new RestartedWorker(startWorker);
    const python = await quick.ready();
    const bench = new Workbench(await python.call<Schema>("schema"), quick);
    new Exchange(bench, await python.call("rulesets"), await python.call("shapes"), quick);
    element("#loading").hidden = true;
    element("main").hidden = false;
    bench.listen();
    const link = location.hash; // before the text begins, which takes it from the address
    const kept = keptText();
    bench.begin(kept ?? (await python.call<string>("source", [FIRST])), kept !== null && !wasUntouched());
    await bench.openLink(link);
    addEventListener("hashchange", () => void bench.openLink(location.hash));
    await keepFolder();
  }

  get text(): string {
    return this.editor.text;
  }

  get file(): string {
    return this.editor.file;
  }

  /** Begin with the text of the last visit, or of a first one. */
  private begin(file: string, own: boolean): void {
    this.opened = own ? null : file;
    this.editor.begin(file);
    this.listFormer();
  }

  /**
   * Open another text, as one change that can be undone, and say so. The maker's own text whose place it takes is put
   * by, and a button leads back to it. `own` says that the other one is the maker's own, too, and `files` are those
   * that it was imported from.
   */
  open(file: string, message: string, { own = false, files = null }: { own?: boolean; files?: Files | null } = {}): void {
    const former = this.file === this.opened || this.file === file ? null : this.file;
    try {
      if (former !== null) putBy(former);
    } catch (fault) {
      fail(fault);
      return;
    }
    this.opened = own ? null : file;
    this.files = files;
    this.editor.open(file);
    element("#notes").hidden = true;
    this.listFormer();
    say(former === null ? message : `${message} Your own text is kept under “Open or import”.`);
    this.offer(former);
  }

  /** Open the ruleset of a link's fragment. The address loses it: the text goes on from here. */
  private async openLink(fragment: string): Promise<void> {
    try {
      const linked = await textOf(fragment);
      if (linked !== null && linked !== this.file) this.open(linked, "The ruleset of the link is open.");
    } catch (fault) {
      fail(fault);
    }
    dropLink();
  }

  /** Offer the way back to a text, or to none. */
  private offer(text: string | null): void {
    const button = element<HTMLButtonElement>("#back-to-own");
    button.hidden = text === null;
    button.onclick = () => {
      button.hidden = true;
      if (text !== null) this.open(text, "This is your own text again.", { own: true });
    };
  }

  /** List the maker's former texts among those to begin with. */
  private listFormer(): void {
    const buttons = formerTexts().map((text) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = titleOf(text);
      button.addEventListener("click", () => {
        element<HTMLDialogElement>("#import").close();
        this.open(text, "This is your own text again.", { own: true });
      });
      return button;
    });
    element("#former").replaceChildren(...buttons);
    element("#former-texts").hidden = !buttons.length;
  }

  private listen(): void {
    listenForClosing();
    element("#open").addEventListener("click", () => this.listFormer()); // another tab may have added to them
    for (const id of ["#seed", "#floor"]) element(id).addEventListener("input", () => (this.roll(), void this.walk.begin()));
    element("#share").addEventListener("click", async () => {
      const link = await linkTo(this.file).catch(fail);
      if (!link) return;
      history.replaceState(null, "", `#${link}`);
      await navigator.clipboard.writeText(location.href).then(
        () => say("The link is copied. It holds the whole ruleset as it is now."),
        () => say("The link is in the address bar until you type on. It holds the whole ruleset."),
      );
    });
    element("#play").addEventListener("click", async () => {
      await linkTo(this.file).then((link) => (location.href = `./#${link}`), fail);
    });
  }

  private changed(text: string): void {
    dropLink();
    clearTrouble();
    // The way back to the maker's own text stays open.
    if (element("#back-to-own").hidden) say("");
    try {
      keep(this.file, this.file === this.opened);
    } catch (fault) {
      fail(fault);
    }
    this.checks.ask<Checked>("check", [text], (checked) => this.show(checked, text), fail);
    this.parts.change(text);
    this.answering = true;
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.survey(text), PAUSE);
  }

  /** Ends when all is shown that can be of the text as it is. */
  async answered(): Promise<void> {
    if (this.answering) await new Promise<void>((done) => this.waiting.push(done));
  }

  private answer(text: string): void {
    if (text !== this.text) return;
    this.answering = false;
    for (const done of this.waiting.splice(0)) done();
  }

  /** Show the mistakes, or else the odds. What was shown stays while there are mistakes, unless the odds are known all the same. */
  private show(checked: Checked, of: string): void {
    this.editor.mark(checked.problems);
    if (checked.problems.length) {
      this.list(checked.problems.map(({ path, text }) => ({ severity: "error", path, text: path ? `${path}: ${text}` : text })));
      this.parts.show("found", of);
      this.listsMistakes = true;
      if (checked.monsters) this.showOdds(checked, of);
      this.answer(of);
      return;
    }
    if (this.listsMistakes) {
      this.found(notice("Floors are being generated …"));
      this.parts.show("found", of);
    }
    this.checked = checked;
    this.showOdds(checked, of);
    this.curves.show(checked, of);
    this.parts.show("drawn", of);
    this.roll();
    void this.walk.change(this.editor.text);
    document.dispatchEvent(new Event("steep-answers"));
  }

  private showOdds(checked: Checked, of: string): void {
    element("#odds").replaceChildren(
      ...(["monsters", "items"] as const).flatMap((family) => [
        areasOf(checked[family]!, checked.floors!, `Odds of ${family} by floor`),
        legendOf(checked[family]!.map(({ name }, index) => ({ name, color: colorOf(index) }))),
      ]),
    );
    this.parts.show("odds", of);
  }

  private survey(text: string): void {
    this.surveys.ask<Survey>(
      "survey",
      [text, SAMPLES],
      (survey) => {
        if (text !== this.text) return;
        this.showSurvey(survey);
        for (const name of ["found", "threat"] as const) this.parts.show(name, text);
        this.answer(text);
      },
      (fault) => {
        if (!(fault instanceof InputProblem)) fail(fault); // mistakes are shown already
        this.answer(text);
      },
    );
  }

  private showSurvey(survey: Survey): void {
    const lines: Line[] = [
      { name: "threat", color: colorOf(5), estimates: survey.threat },
      { name: "healing, in hundreds of HP", color: colorOf(2), estimates: survey.healing.map(([a, b, c]) => [a / 100, b / 100, c / 100]) },
    ];
    element("#threat").replaceChildren(linesOf(lines, survey.threat.length, "Threat and healing by floor"), legendOf(lines));
    this.list(
      survey.findings.map((finding) => {
        const { severity, text, accepted } = finding;
        const shown = accepted ? { severity: "accepted", text: `${text} (accepted: ${accepted})` } : { severity, text };
        return { ...shown, path: this.pathOf(finding) };
      }),
    );
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
    const { text } = this;
    const show = (...content: (Element | string)[]): void => {
      element("#rolled").replaceChildren(...content);
      this.parts.show("rolled", text);
    };
    const onFault = (fault: Error): void => (fault instanceof InputProblem ? show(fault.message) : fail(fault));
    this.rolls.ask<Rolled>("roll", [text, seed, floor], (rolled) => show(mapOf(rolled)), onFault);
  }
}

/** Take a ruleset out of the page's address, where a reload would put it in the place of what was typed since. */
function dropLink(): void {
  if (location.hash.includes("toml=")) history.replaceState(null, "", location.pathname + location.search);
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
  document.documentElement.dataset["theme"] = recall("theme") ?? (light.matches ? "light" : "dark");
  light.addEventListener("change", setTheme, { once: true });
}

setTheme();
Workbench.start().catch((fault: unknown) => {
  element("#loading").hidden = true;
  fail(fault);
});
