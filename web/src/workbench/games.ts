// Bots' games: they are played anew whenever the hand rests, beside those of the baseline, and judged by a target.

import { signal } from "@preact/signals";
import type { Bands, GamesToPlay } from "../python/calls";
import { Player } from "../rules/player";
import { loadRules } from "../rules/rules";
import { keepIn, keptIn } from "./drafts";
import { LatestCalls, type RestartedWorker } from "./latest";
import { lettersOf, linkTo } from "./link";
import { Measurement } from "./measure";
import { baseline, fail, type Meaning, measured, meaning, succeed, trouble } from "./model";

/** The first one plays at once. */
export const BOTS = ["diver", "brawler", "explorer", "masher", "random"] as const;
/** The names under which the number of games and the target are kept between visits. */
const GAMES = "steep-workbench-games";
const DRAFT = "steep-workbench-target";
const USUAL = 200;
/** Games of both texts before either gets more. */
const AT_FIRST = 100;
/** Seconds that an answer may take. */
const PATIENCE = 60;
/** Percent to each side of a figure that bands have at first. */
const ABOUT = 10;

const NO_BANDS: Bands = { problems: [], floors: 0, drawn: { survival: [], hazard: [] }, points: { survival: [], hazard: [] }, others: [] };

export class Games {
  readonly bot = signal<string>(BOTS[0]);
  readonly wanted = signal(Number(keptIn(GAMES)) || USUAL);
  readonly playing = signal(false);
  readonly played = signal({ now: 0, before: 0 });
  readonly target = signal(keptIn(DRAFT));
  readonly bands = signal(NO_BANDS);
  private now: Measurement | null = null;
  private before: Measurement | null = null;
  /** Counts what was begun, so that what is stopped goes on no more. */
  private begun = 0;
  private stoppedByHand = false;
  private rules: Promise<WebAssembly.Module> | null = null;
  private readonly figures: LatestCalls;
  private readonly targets: LatestCalls;

  constructor(private readonly worker: RestartedWorker) {
    this.figures = new LatestCalls(worker, PATIENCE);
    this.targets = new LatestCalls(worker, PATIENCE);
    if (this.target.value) this.readTarget();
  }

  /** The last floor that was played. */
  get floors(): number {
    return this.now?.floors ?? 0;
  }

  /** Choose another bot, which plays at once if bots do. */
  choose(bot: string): void {
    this.stop();
    this.bot.value = bot;
    this.readTarget();
    if (meaning.value) void this.playAtRest(meaning.value);
  }

  /** Set how many games are played. */
  want(games: number): void {
    this.wanted.value = Math.max(5, Math.min(2000, games || USUAL));
    keepIn(GAMES, String(this.wanted.value));
    if (meaning.value) void this.playAtRest(meaning.value);
  }

  /** The hand rests on a text. */
  async playAtRest(subject: Meaning): Promise<void> {
    if (!this.stoppedByHand) await this.play(subject);
  }

  /** Play until it is stopped, or stop. */
  async toggle(): Promise<void> {
    this.stoppedByHand = this.playing.value;
    if (this.playing.value) this.stop();
    else if (meaning.value) await this.play(meaning.value);
  }

  stop(): void {
    this.begun += 1;
    this.playing.value = false;
    for (const each of [this.now, this.before]) each?.stop();
  }

  /** Another text is what games are compared with. */
  compareWith(subject: Meaning): void {
    if (this.now?.text === subject.of) {
      this.before = null;
      this.ask();
    } else if (this.before?.text !== subject.of) this.before = null;
  }

  /** Play the games of a text that are left, and those of the baseline on the same seeds. */
  private async play(subject: Meaning): Promise<void> {
    this.stop();
    const { begun } = this;
    const floors = Math.max(subject.played, this.bands.value.floors, baseline.value?.meaning.played ?? 0);
    const known = [this.now, this.before];
    const of = (text: string): Measurement => {
      const next = new Measurement(text, this.bot.value, floors);
      const found = known.find((each) => each?.isLike(next)) ?? next;
      known.push(found);
      return found;
    };
    const now = (this.now = of(subject.of));
    const before = baseline.value ? of(baseline.value.text) : null;
    this.before = before === now ? null : before;
    this.playing.value = true;
    if (trouble.value?.of === "games") succeed("games");
    this.count();
    if (now.games) this.ask();
    try {
      for (const games of [Math.min(AT_FIRST, this.wanted.value), this.wanted.value]) {
        for (const each of [now, this.before]) {
          if (each && this.begun === begun) await each.run(games, this.starting(each), () => this.ask());
        }
      }
    } catch (fault) {
      fail(fault, "games");
    }
    if (this.begun === begun) this.playing.value = false;
    this.count();
  }

  /** What starts a worker for the games of a measurement. The first one waits for the rules and the ruleset. */
  private starting({ text, bot, floors }: Measurement): () => Promise<Player> {
    let games: Promise<GamesToPlay> | null = null;
    return async () => {
      this.rules ??= loadRules(new URL("rules.wasm", document.baseURI));
      this.rules.catch(() => (this.rules = null)); // another try may load them
      games ??= this.worker.call("games_to_play", [text, bot, floors], PATIENCE);
      return new Player(await this.rules, await games);
    };
  }

  /** The game that is watched for a floor: of those that ended in death, one on the nearest floor. */
  deathNear(floor: number): { readonly floor: number; readonly seed: number } | null {
    const far = (death: readonly [number, number]): number => Math.abs(death[0] - floor);
    const [death] = [...(measured.value?.figures.deaths ?? [])].sort((one, other) => far(one) - far(other));
    return death ? { floor: death[0], seed: death[1] } : null;
  }

  /** Open the replay of a game that was played, in a tab of its own, before its end. */
  async watch(seed: number): Promise<void> {
    const tab = open("", "_blank"); // before anything is waited for, or browsers take it for an advertisement
    if (!tab) throw new Error("This browser did not open a tab for the replay: allow this page to open tabs.");
    try {
      tab.location.href = await this.linkToGame(seed);
    } catch (fault) {
      tab.close();
      throw fault;
    }
  }

  /** A link that plays a game that was played, before its end. */
  async linkToGame(seed: number): Promise<string> {
    const now = this.now!;
    const player = await this.starting(now)();
    const actions = await player.record(seed).finally(() => player.end());
    const replay = await this.worker.call("replay", [now.text, seed, actions], PATIENCE);
    return new URL(`./#${await linkTo(now.text)}&run=${lettersOf(replay)}`, document.baseURI).href;
  }

  private count(): void {
    this.played.value = { now: this.now?.games ?? 0, before: this.before?.games ?? 0 };
  }

  private ask(): void {
    this.count();
    const { now, before } = this;
    if (!now?.games) return;
    const show = (figures: NonNullable<typeof measured.value>["figures"]): void => {
      measured.value = { of: now.text, before: before?.text ?? "", figures };
      succeed("games");
    };
    const visits = before?.games ? before.visits : new Uint8Array();
    this.figures.ask("figures", [now.text, now.bot, now.floors, this.target.value, now.visits, visits], show, fail);
  }

  /** Read a target's text. */
  readTarget(target = this.target.value): void {
    this.target.value = target;
    keepIn(DRAFT, target);
    const show = (bands: Bands): void => {
      this.bands.value = bands;
      if (!bands.problems.length) this.ask();
    };
    if (target) this.targets.ask("bands_of", [target, this.bot.value], show, fail);
    else this.bands.value = NO_BANDS;
  }

  /** Begin a target with bands around what was measured, or anywhere, to be dragged. */
  beginBands(): void {
    const floors = meaning.value?.played ?? 1;
    const alive = measured.value?.figures.after.survival.map(([value]) => Math.round(value * 100)) ?? new Array<number>(floors).fill(50);
    // The figure of a floor that no game got to is not known.
    const pairs = alive.flatMap((value, row) => (Number.isNaN(value) ? [] : [`${row + 1} = [${Math.max(0, value - ABOUT)}, ${Math.min(100, value + ABOUT)}]`]));
    this.readTarget(`floors = [1, ${alive.length}]\n\n[bands.${this.bot.value}]\nsurvival = { ${pairs.join(", ")} }\n`);
  }

  /** Which bands the games that were played can't judge. */
  advice(): string {
    const { others, floors } = this.bands.value;
    const advice = others.length ? [`Bands of ${others.join(" and ")} are not judged by games of ${this.bot.value}: choose that bot.`] : [];
    if (this.now && this.now.floors < floors) advice.push(`Games were played to floor ${this.now.floors}, and the target goes to floor ${floors}: measure again.`);
    return advice.join(" ");
  }
}
