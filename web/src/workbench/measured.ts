// The panel in which bots measure: figures before and after side by side, how they changed, and the bands of a target.

import type { GamesToPlay } from "../rules/games";
import { Player } from "../rules/player";
import { loadRules } from "../rules/rules";
import type { BandOfFloor, Bands, Change, Figure, Measured, Verdict } from "./answers";
import { addLines, colorOf, type Frame, frameOf, legendOf, type Line, percent, svgOf } from "./charts";
import { keepIn, keptIn } from "./drafts";
import { clearTrouble, element, fail, succeed } from "./elements";
import { LatestCalls, type RestartedWorker } from "./latest";
import { Measurement } from "./measure";
import type { Parts } from "./parts";
import { changeOf } from "./places";
import { handleOf } from "./points";

const FIGURES = ["survival", "hazard"] as const;
const MEANING = { survival: "heroes who leave the floor alive", hazard: "of those who reach the floor, who die there" } as const;
const BEFORE = colorOf(0);
const AFTER = colorOf(4);
const BAND = colorOf(2);
/** A change with a lower p-value is called real. */
const ALPHA = 0.05;
/** The name under which the target is kept between visits. */
const DRAFT = "steep-workbench-target";
/** Seconds that an answer may take. */
const PATIENCE = 20;
/** Percent to each side of a figure that bands have at first. */
const ABOUT = 10;

const NO_BANDS: Bands = { problems: [], floors: 0, drawn: { survival: [], hazard: [] }, points: { survival: [], hazard: [] }, others: [] };

/** What the panel needs to know of the text. */
export interface Subject {
  readonly text: string;
  readonly floors: number;
}

export class MeasuredPanel {
  private before: Measurement | null = null;
  private after: Measurement | null = null;
  private measured: Measured | null = null;
  private bands = NO_BANDS;
  private readonly figures: LatestCalls;
  private readonly targets: LatestCalls;
  private playing = false;
  /** Games of the measurement that was asked for last. */
  private wanted = 0;
  private readonly target = element<HTMLTextAreaElement>("#target");
  private rules: Promise<WebAssembly.Module> | null = null;

  constructor(
    private readonly subject: () => Subject,
    private readonly parts: Parts,
    private readonly worker: RestartedWorker,
  ) {
    this.figures = new LatestCalls(worker, PATIENCE);
    this.targets = new LatestCalls(worker, PATIENCE);
    this.target.value = keptIn(DRAFT);
    element("#measure").addEventListener("click", () => void this.measure());
    element("#bot").addEventListener("change", () => this.readTarget());
    element("#bands").addEventListener("click", () => this.beginBands());
    this.target.addEventListener("input", () => this.readTarget());
    this.target.addEventListener("dragover", (event) => event.preventDefault());
    this.target.addEventListener("drop", async (event) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      event.stopPropagation();
      this.target.value = await file.text();
      this.readTarget();
    });
    if (this.target.value) this.readTarget();
  }

  private get bot(): string {
    return element<HTMLSelectElement>("#bot").value;
  }

  /** Play the games of the text. Those of another text that were played before stay beside them. */
  private async measure(): Promise<void> {
    const button = element("#measure");
    if (this.playing) {
      this.after?.stop();
      return;
    }
    const { text, floors } = this.subject();
    const wanted = Math.max(5, Math.min(2000, element<HTMLInputElement>("#games").valueAsNumber || 100));
    let next = new Measurement(text, this.bot, Math.max(floors, this.bands.floors));
    if (this.after?.isLike(next)) next = this.after;
    else this.before = this.after?.bot === next.bot ? this.after : null;
    this.after = next;
    this.playing = true;
    button.textContent = "Stop";
    clearTrouble();
    this.wanted = wanted;
    this.count();
    await next.run(wanted, this.starting(next), () => this.ask()).catch((fault: unknown) => fail(fault, "games"));
    this.playing = false;
    button.textContent = "Measure";
    this.count();
  }

  /** What starts a worker for the games of a measurement. The first one waits for the rules and the ruleset. */
  private starting({ text, bot, floors }: Measurement): () => Promise<Player> {
    let games: Promise<GamesToPlay> | null = null;
    return async () => {
      this.rules ??= loadRules(new URL("rules.wasm", document.baseURI));
      this.rules.catch(() => (this.rules = null)); // another try may load them
      games ??= this.worker.call<GamesToPlay>("games_to_play", [text, bot, floors], PATIENCE);
      return new Player(await this.rules, await games);
    };
  }

  /** Say how many games there are. */
  private count(): void {
    const { before, after, wanted } = this;
    const games = after?.games ?? 0;
    const all = this.playing || games < wanted ? ` of ${wanted}` : "";
    element("#played").textContent = `${games}${all} games${before ? `, ${before.games} before` : ""}`;
  }

  /** Ask what the games that have come in say. */
  private ask(): void {
    const { before, after } = this;
    if (!after?.games) return;
    const floors = Math.min(after.floors, before?.floors ?? after.floors);
    const args = [after.text, after.bot, floors, this.target.value, after.visits, before?.visits ?? new Uint8Array()];
    const show = (measured: Measured): void => {
      this.measured = measured;
      succeed("figures");
      this.parts.show("curves", after.text);
      this.draw();
    };
    this.count();
    this.figures.ask<Measured>("figures", args, show, (fault) => fail(fault, "figures"));
  }

  /** Read the target, draw its bands, and judge the games by it. */
  private readTarget(): void {
    keepIn(DRAFT, this.target.value);
    if (!this.target.value.trim()) {
      this.showBands(NO_BANDS);
      return;
    }
    this.targets.ask<Bands>("bands_of", [this.target.value, this.bot], (bands) => this.showBands(bands), fail);
  }

  private showBands(bands: Bands): void {
    this.bands = bands;
    element("#target-problems").textContent = bands.problems.map(({ path, text }) => `${path}: ${text}`).join("\n");
    this.draw();
    if (!bands.problems.length) this.ask();
  }

  /** Begin a target with bands around what was measured, or anywhere, to be dragged. */
  private beginBands(): void {
    const { floors } = this.subject();
    const alive = this.measured?.after.survival.map(([value]) => Math.round(value * 100)) ?? new Array<number>(floors).fill(50);
    // The figure of a floor that no game got to is not known.
    const pairs = alive.flatMap((value, row) => (Number.isNaN(value) ? [] : [`${row + 1} = [${Math.max(0, value - ABOUT)}, ${Math.min(100, value + ABOUT)}]`]));
    this.target.value = `floors = [1, ${alive.length}]\n\n[bands.${this.bot}]\nsurvival = { ${pairs.join(", ")} }\n`;
    this.readTarget();
  }

  /** Say which bands the games that were played can't judge. */
  private adviseOnBands(): void {
    const { after, bands } = this;
    const others = bands.others.join(" and ");
    const advice = [];
    if (others) advice.push(`Bands of ${others} are not judged by games of ${this.bot}: choose that bot, and measure.`);
    if (after && after.floors < bands.floors) {
      advice.push(`Games were played to floor ${after.floors}, and the target goes to floor ${bands.floors}: measure again.`);
    }
    element("#target-others").textContent = advice.join(" ");
  }

  private draw(): void {
    this.adviseOnBands();
    const floors = this.measured?.after.survival.length ?? this.subject().floors;
    const { drawn, points } = this.bands;
    if (!this.measured && !drawn.survival.length && !drawn.hazard.length) {
      element("#curves").replaceChildren();
      return;
    }
    const focused = document.activeElement?.getAttribute("data-path");
    const charts = FIGURES.flatMap((figure) => {
      const frame = frameOf(floors, 1, `${figure} by floor: ${MEANING[figure]}`, percent);
      drawBands(frame, drawn[figure], floors);
      const lines = this.linesOf(figure);
      addLines(frame, lines, percent);
      // A band's ends stand in the middle of their floor, as the figures do.
      const middle = { ...frame, x: frame.x.copy().domain([0.5, floors + 0.5]) };
      for (const point of points[figure]) {
        if (point.floor > floors) continue;
        const name = `band of ${figure}, floor ${point.floor}`;
        const move = (path: string, number: number): void => this.moveBand(path, number);
        frame.svg.append(handleOf(middle, point, name, BAND, move, 0.01, 100));
      }
      if (points[figure].length) frame.svg.setAttribute("role", "group");
      const entries = drawn[figure].length ? [...lines, { name: "target", color: BAND }] : lines;
      const change = this.measured?.change?.[figure];
      const side = change ? [changesOf(change, figure), sentenceOf(change, figure)] : [];
      const panel = document.createElement("div");
      const title = panel.appendChild(document.createElement("h3"));
      title.textContent = `${figure}: ${MEANING[figure]}`;
      panel.append(frame.svg, legendOf(entries), ...side);
      return [panel];
    });
    element("#curves").replaceChildren(...charts, verdictsOf(this.measured?.verdicts ?? []));
    if (focused) element("#curves").querySelector<SVGElement>(`[data-path="${CSS.escape(focused)}"]`)?.focus();
  }

  private linesOf(figure: Figure): Line[] {
    const { measured } = this;
    if (!measured) return [];
    const before = measured.before ? [{ name: `${figure} before`, color: BEFORE, estimates: measured.before[figure] }] : [];
    return [...before, { name: before.length ? `${figure} after` : figure, color: AFTER, estimates: measured.after[figure] }];
  }

  private moveBand(path: string, number: number): void {
    const change = changeOf(this.target.value, path, number);
    if (!change) return;
    this.target.setRangeText(change.insert, change.from, change.to);
    this.readTarget();
  }
}

function drawBands({ svg, x, y }: Frame, bands: readonly BandOfFloor[], floors: number): void {
  for (const { floor, low, high } of bands) {
    if (floor > floors) continue;
    svg.append(svgOf("rect", { x: x(floor), width: x(floor + 1) - x(floor), y: y(high), height: y(low) - y(high), fill: BAND, class: "band" }));
  }
}

/** After minus before, by floor, in points of percent, with the interval of the pairs. */
function changesOf(change: readonly Change[], figure: Figure): SVGSVGElement {
  const ends = change.flatMap(({ value, low, high }) => (Number.isNaN(value) ? [] : [low, high]));
  const most = Math.max(0.05, ...ends.map(Math.abs));
  const frame = frameOf(change.length, most, `${figure}, after minus before, of the same seeds`, signed, -most);
  const { svg, x, y } = frame;
  svg.append(svgOf("line", { x1: x(1), x2: x(change.length + 1), y1: y(0), y2: y(0), class: "zero" }));
  addLines(frame, [{ name: "after minus before", color: AFTER, estimates: change.map(({ value, low, high }) => [value, low, high]) }], signed);
  return svg;
}

/** What changed, in words. */
function sentenceOf(change: readonly Change[], figure: Figure): HTMLElement {
  const real = change.flatMap(({ value, low, high, p }, row) => (p <= ALPHA ? [`floor ${row + 1} ${signed(value)} (${signed(low)} to ${signed(high)})`] : []));
  const sentence = document.createElement("p");
  sentence.textContent = real.length
    ? `${figure} changed, by pairs of the same seeds: ${real.join(", ")}.`
    : `No change of ${figure} shows yet: it may be chance. More games narrow the intervals.`;
  return sentence;
}

function signed(share: number): string {
  return `${share > 0 ? "+" : ""}${Math.round(share * 100)}`;
}

function verdictsOf(verdicts: readonly Verdict[]): HTMLElement {
  const table = document.createElement("table");
  if (!verdicts.length) return table;
  const head = table.createTHead().insertRow();
  for (const heading of ["target", "band", "measured", "interval", ""]) {
    const cell = head.appendChild(document.createElement("th"));
    cell.scope = "col";
    cell.textContent = heading;
  }
  const body = table.createTBody();
  for (const { figure, band, value, interval, verdict } of verdicts) {
    const row = body.insertRow();
    row.className = verdict.split(/[: ]/)[0]!;
    for (const text of [figure, band, value, interval, verdict]) row.insertCell().textContent = text;
  }
  return table;
}
