// The workbench itself: it has the text read whenever it changes, and holds what is opened and compared.

import { effect } from "@preact/signals";
import type { Checked, Finding, Mend, Surveyed } from "../python/calls";
import { InputProblem, PythonWorker } from "../python/client";
import type { Schema } from "./completion";
import { keep, putBy } from "./drafts";
import { Editor, forRulesets, type Pointed } from "./editor";
import { Games } from "./games";
import { LatestCalls, RestartedWorker } from "./latest";
import { linkTo, textOf } from "./link";
import * as model from "./model";
import { baseline, colours, dragged, fail, family, meaning, measured, mends, problems, rolled, said, say, survey, text, trial, trouble } from "./model";
import { type Own, OwnFiles } from "./own";
import { changed, changeOf, placesIn } from "./places";

/** Milliseconds without a key after which floors are generated. */
const PAUSE = 400;
const SAMPLES = 100;
/** Seconds that an answer may take, and that surveying may. */
const PATIENCE = 20;
const LONG_PATIENCE = 180;
/** Kinds of monsters above which mends are only looked for when they are asked for: each takes seconds. */
const MOST_MENDED = 20;

export class Bench {
  readonly editor: Editor;
  readonly games: Games;
  /** The text as it was opened, which is not the maker's own; null if it is. */
  private opened: string | null = null;
  /** The files that the text was imported from, if it was. */
  readonly own: OwnFiles;
  private readonly checks: LatestCalls;
  private readonly surveys: LatestCalls;
  private readonly rolls: LatestCalls;
  private readonly mending: LatestCalls;
  /** Those who wait until all that can be answered of the text is. */
  private readonly waiting: (() => void)[] = [];
  private answering = true;
  private pause: ReturnType<typeof setTimeout> | undefined;
  /** What the next meaning is to be compared with from then on: the name of a new baseline. */
  private pinning: string | null = null;
  /** The floor of the map. */
  private place = { seed: 1, floor: 1 };

  constructor(
    parent: HTMLElement,
    schema: Schema,
    readonly worker: RestartedWorker,
  ) {
    const slow = new RestartedWorker(() => PythonWorker.start("workbench", false, () => undefined));
    this.checks = new LatestCalls(worker, PATIENCE);
    this.surveys = new LatestCalls(slow, LONG_PATIENCE);
    this.rolls = new LatestCalls(slow, LONG_PATIENCE);
    this.mending = new LatestCalls(slow, LONG_PATIENCE);
    const onDrag = (dragging: boolean): void => void (dragged.value = dragging ? { path: "", was: 0 } : null);
    const extensions = forRulesets(schema, (path) => this.showTable(path), (at) => this.pointAt(at));
    this.editor = new Editor(parent, (now) => this.changed(now), onDrag, { label: "Ruleset, as TOML", extensions });
    this.own = new OwnFiles(this);
    this.games = new Games(worker);
    effect(() => {
      if (dragged.value) this.games.stop();
      else if (text.peek()) [this.own.rest(), this.keep(), this.check(text.peek())];
    });
    effect(() => {
      const { value } = model.pointed;
      if (!dragged.peek()) this.editor.point(model.shown.peek()?.lines.find(({ key }) => key === value)?.points[0]?.path ?? "");
    });
    effect(() => {
      const all = [...colours.value].map(([key, colour]) => [`${family.value}.${key}`, colour] as const);
      if (meaning.value?.of === this.editor.text) this.editor.colour(new Map(all));
    });
  }

  /** The text with the ends of lines that its file had. */
  get file(): string {
    return this.editor.file;
  }

  /** Begin with the text of the last visit, or of a first one. */
  begin(file: string, own: boolean): void {
    this.opened = own ? null : file;
    this.pinning = own ? "as it was when you came" : "as opened";
    this.own.recall(file.replaceAll("\r\n", "\n"));
    this.editor.begin(file);
  }

  /**
   * Open another text, as one change that can be undone, and say so. The maker's own text whose place it takes is put
   * by, and a button leads back to it. `own` says that the other one is the maker's own, too, and `from` has the files
   * that it was imported from.
   */
  open(file: string, message: string, { own = false, from = null }: { own?: boolean; from?: Own | null } = {}): void {
    const former = this.file === this.opened || this.file === file ? null : this.file;
    try {
      if (former !== null) putBy(former);
    } catch (fault) {
      fail(fault);
      return;
    }
    this.opened = own ? null : file;
    this.own.remember(this.editor.text, this.own.now.value);
    this.own.remember(file.replaceAll("\r\n", "\n"), from);
    model.source.value = from ? "own" : "toml";
    this.pinning = from ? "as imported" : "as opened";
    // What is known of another ruleset is none of this one's.
    survey.value = measured.value = rolled.value = baseline.value = null;
    model.kind.value = model.told.value = "";
    this.editor.open(file);
    model.notes.value = null;
    say(former === null ? message : `${message} Your own text is kept under “Open or import”.`);
    model.former.value = former;
  }

  /** Open the ruleset of a link's fragment. The address loses it: the text goes on from here. */
  async openLink(fragment: string): Promise<void> {
    try {
      const linked = await textOf(fragment);
      if (linked !== null && linked !== this.file) this.open(linked, "The ruleset of the link is open.");
    } catch (fault) {
      fail(fault);
    }
    dropLink();
  }

  /** Go back to a text of the maker's own. */
  goBack(to: string): void {
    this.open(to, "This is your own text again.", { own: true });
  }

  /** Compare with the text as it is now, from now on. */
  pin(name: string): void {
    const now = meaning.value;
    if (!now) return;
    trial.value = null;
    baseline.value = { text: now.of, name, meaning: now, survey: survey.value?.of === now.of ? survey.value : null };
    this.games.compareWith(now);
  }

  /** Look for what makes a finding of the text go away, and tell then. */
  findMend(place: number, then: (mend: Mend | null) => void = () => undefined): void {
    const { of } = survey.peek()!;
    const show = (mend: Mend | null): void => {
      const known = mends.value.of === of ? mends.value.found : [];
      mends.value = { of, found: new Map([...known, [place, mend]]) };
      then(mend);
    };
    if (of === text.peek()) this.mending.ask("mend", [of, SAMPLES, place], show, fail);
  }

  /** Change the text for a trial: until it is kept or taken back, all is compared with the text before. */
  try(mend: Mend): void {
    const change = changeOf(text.value, mend.path, mend.number);
    if (!change || meaning.value?.of !== text.value) return;
    const before = baseline.value;
    this.pin("before the trial");
    trial.value = { mend, of: changed(text.value, [change]), before };
    this.editor.replace(change);
  }

  /** Take a trial back, or keep what it changed. */
  endTrial(keep: boolean): void {
    if (!trial.value) return;
    const { before } = trial.value;
    trial.value = null;
    baseline.value = before;
    if (before) this.games.compareWith(before.meaning);
    if (!keep) this.editor.undo();
    else if (meaning.value) void this.games.playAtRest(meaning.value);
  }

  async share(): Promise<void> {
    const link = await linkTo(this.file).catch(fail);
    if (!link) return;
    history.replaceState(null, "", `#${link}`);
    await navigator.clipboard.writeText(location.href).then(
      () => say("The link is copied. It holds the whole ruleset as it is now."),
      () => say("The link is in the address bar until you type on. It holds the whole ruleset."),
    );
  }

  async play(): Promise<void> {
    await linkTo(this.file).then((link) => (location.href = `./#${link}`), fail);
  }

  /** Ends when all is shown that can be of the text as it is. */
  async answered(): Promise<void> {
    if (this.answering) await new Promise<void>((done) => this.waiting.push(done));
  }

  /** Generate the floor of the map. */
  roll(seed = this.place.seed, floor = this.place.floor): void {
    this.place = { seed, floor };
    const of = this.editor.text;
    if (!Number.isInteger(seed) || !Number.isInteger(floor) || problems.value.length) return;
    const show = (found: NonNullable<typeof rolled.value>["floor"]): void => void (rolled.value = { of, floor: found });
    this.rolls.ask("roll", [of, seed, floor], show, (fault) => (fault instanceof InputProblem ? show(fault.message) : fail(fault)));
  }

  /** Where the text has what a finding is about. */
  pathOf({ subject }: Finding): string {
    const places = placesIn(this.editor.text);
    const paths = [`monsters.${subject}`, `items.${subject}`, subject, "counts"];
    return paths.find((path) => places?.has(path)) ?? "";
  }

  /** Show what stands at a path, in the maker's own file if a number of it does. */
  showLine(path: string): void {
    const own = this.own.placeOf(path);
    model.source.value = own ? "own" : "toml";
    if (document.querySelector("#tab-source")?.checkVisibility()) model.tab.value = "source";
    requestAnimationFrame(() => (own ? this.own.editor.select(own) : this.editor.jump(path)));
  }

  private changed(now: string): void {
    text.value = now;
    model.steps.value = this.editor.steps;
    if (trial.value && trial.value.of !== now) this.endTrial(true);
    this.own.follow(now);
    dropLink();
    trouble.value = null;
    // The way back to the maker's own text stays open.
    if (model.former.value === null) said.value = "";
    if (!dragged.value) this.keep();
    this.answering = true;
    clearTimeout(this.pause);
    this.games.stop();
    if (dragged.peek()) this.preview(now);
    else this.check(now);
  }

  private check(now: string): void {
    this.checks.ask("check", [now], (checked) => this.show(checked, now), fail);
  }

  /** While weights are dragged only the odds are worked out anew, which a large ruleset lets no check do in time. */
  private preview(now: string): void {
    const show = (found: Checked | null): void => (found ? this.show(found, now) : this.check(now));
    this.checks.ask("preview", [now], show, fail);
  }

  private keep(): void {
    try {
      keep(this.file, this.file === this.opened);
    } catch (fault) {
      fail(fault);
    }
  }

  /** Once the hand rests, floors are generated and bots play. */
  private rest(): void {
    clearTimeout(this.pause);
    const subject = meaning.peek();
    if (!dragged.peek() && subject?.of === text.peek()) this.pause = setTimeout(() => this.survey(subject), PAUSE);
  }

  /** Show the mistakes, or else what the text means. What was shown stays while there are mistakes. */
  private show(checked: Checked, of: string): void {
    if (of !== text.value && meaning.value?.of === text.value) return; // the text was changed back while it was read
    this.editor.mark(checked.problems);
    problems.value = checked.problems;
    model.read.value = of;
    if (checked.monsters) meaning.value = { ...(checked as Required<Checked>), of };
    if (checked.monsters && !dragged.value && of === text.value) this.own.commit(of);
    if (checked.problems.length) {
      if (!checked.monsters) this.own.release();
      return this.answer(of);
    }
    if (this.pinning !== null) {
      this.pin(this.pinning);
      this.pinning = null;
    }
    this.rest();
    document.dispatchEvent(new Event("steep-answers"));
  }

  private survey(subject: model.Meaning): void {
    const { of } = subject;
    const show = (found: Surveyed): void => {
      if (of === text.value) {
        survey.value = { ...found, of, meaning: subject };
        if (baseline.value?.text === of) baseline.value = { ...baseline.value, survey: survey.value };
        if (subject.monsters.length <= MOST_MENDED) this.findNextMend();
        this.surveyBaseline();
      }
      this.answer(of);
    };
    this.surveys.ask("survey", [of, SAMPLES], show, (fault) => {
      if (!(fault instanceof InputProblem)) fail(fault); // mistakes are shown already
      this.answer(of);
    });
    if (model.tab.value === "map") this.roll();
    void this.games.playAtRest(subject);
  }

  /** Generate the floors of the baseline, too, if its text was changed before they were there. */
  private surveyBaseline(): void {
    const before = baseline.value;
    if (!before || before.survey) return;
    const show = (found: Surveyed): void => {
      if (baseline.value === before) baseline.value = { ...before, survey: { ...found, of: before.text, meaning: before.meaning } };
    };
    this.surveys.ask("survey", [before.text, SAMPLES], show, () => undefined); // its mistakes were shown with it
  }

  /** Look for what makes each finding go away that one number may, one after the other. */
  private findNextMend(): void {
    const known = mends.value.of === text.value ? mends.value.found : new Map();
    const next = survey.value?.findings.findIndex((each, place) => each.may_mend && !known.has(place)) ?? -1;
    if (next >= 0) this.findMend(next, () => this.findNextMend());
  }

  private answer(of: string): void {
    if (of !== text.value) return;
    this.answering = false;
    for (const done of this.waiting.splice(0)) done();
  }

  /** The pointer is in the text: the curve that its line writes is marked, or else the only one of its table. */
  private pointAt(at: Pointed | null): void {
    const places = placesIn(this.editor.text);
    const curves = at ? (model.shown.value?.lines ?? []) : [];
    const here = (path: string): boolean => at!.from <= (places?.get(path)?.key[0] ?? -1) && places!.get(path)!.key[0] <= at!.to;
    const ofTable = curves.filter(({ points }) => points.some(({ path }) => path.startsWith(`${at!.table}.`)));
    const curve = curves.find(({ points }) => points.some(({ path }) => here(path))) ?? (ofTable.length === 1 ? ofTable[0] : undefined);
    model.pointed.value = curve?.key ?? "";
  }

  /** The cursor is in a table: if that is a kind's, it is chosen. */
  private showTable(path: string): void {
    const [of, key] = path.split(".");
    if ((of !== "monsters" && of !== "items") || !meaning.value?.[of].some((each) => each.key === key)) return;
    model.kind.value = key!;
    const name = `${of}: spawn`;
    if (model.family.value !== of && model.groups.value.some((each) => each.name === name)) model.group.value = name;
  }
}

/** Take a ruleset out of the page's address, where a reload would put it in the place of what was typed since. */
function dropLink(): void {
  if (location.hash.includes("toml=")) history.replaceState(null, "", location.pathname + location.search);
}
