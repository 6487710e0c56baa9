// What the pages call of Steep's Python, and what it answers.
// `python tools/write_for_pages.py` writes this file from the annotations of `steep.web`.

/** Letters of a link that most programs pass on whole. */
export const MOST_LETTERS = 32000;

/** The Python side of the page that plays. */
export interface PlayCalls {
  /** Show the main menu, or a new game of the ruleset and the seed of a link. Raises `InputError`. */
  start(width: number, height: number, map_size?: readonly [number, number] | null, ruleset?: string | null, seed?: string | null, text?: string | null, touch?: boolean): Frame;
  /** The text of the ruleset that was played last; empty before the first game. */
  ruleset_text(): string;
  /** Change the size of the canvas, in columns and rows, and of the canvas that holds only a game's map. */
  resize(width: number, height: number, map_size?: readonly [number, number] | null): Frame;
  /** A row of a list was clicked, or an action of a replay. */
  choose(row: number): Frame;
  /** A key was pressed. */
  press(key: string, code: string, ctrl: boolean, alt: boolean, shift: boolean): Frame;
  /** A button was pressed that stands for a key of the keymap. */
  press_named(name: string): Frame;
  /** The pointer did something on a cell. */
  point(x: number, y: number, kind: "move" | "left" | "right" | "wheel_up" | "wheel_down"): Frame;
  /** A finger moved a text or a list up by some rows. */
  scroll(rows: number): Frame;
  /** No event came for as long as the last frame said. */
  tick(): Frame;
  /** The page is hidden: save, for it may be closed at any moment. */
  put_away(): null;
  /** Read a part of what a new game will need. Returns whether there may be more. */
  read_ahead(): boolean;
  /** Save what was done since the last save: the page may be reloaded at any moment. */
  save_if_changed(): null;
  /** The replay of the run on screen, if that run is over or is itself a replay. Raises `InputError`. */
  run_shown(): Uint8Array<ArrayBuffer>;
  /** Show a recorded run, paused some turns before its end if that is given. Raises `InputError`. */
  open_replay(name: string, data: Uint8Array<ArrayBuffer>, before_end?: number | null, text?: string | null): Frame;
  /** The files of the player's own rulesets and of those that came by links, by their names. */
  own_rulesets(): Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
  /** Take a file of the player's. Returns what was done. Raises `InputError`. */
  take_file(name: string, data: Uint8Array<ArrayBuffer>): string;
  /** The player's files and their sizes, as JSON. */
  list_files(): string;
  /** One of the player's files, by a name of `list_files`. */
  read_file(name: string): Uint8Array<ArrayBuffer>;
  /** All of the player's files, as an archive. */
  read_all_files(): Uint8Array<ArrayBuffer>;
  /** Save, and show the main menu. */
  show_menu(): Frame;
  /** A whole number in a range, in ASCII digits. `name` begins the message. Raises `InputError`. */
  number_of_text(name: string, text: string, low: number, high: number, what: string): number;
  /** A seed, 0 to 2**63 - 1. `name` begins the message. Raises `InputError`. */
  seed_of_text(name: string, text: string): number;
}

/** The Python side of a worker that verifies replays, beside the one that plays. */
export interface VerifyCalls {
  /** Take a recorded run to verify, and the player's rulesets by the names of their files. */
  begin(name: string, data: Uint8Array<ArrayBuffer>, rulesets?: Readonly<Record<string, Uint8Array<ArrayBuffer>>>): number;
  /** Verify for half a second. Raises `InputError`. */
  go_on(): readonly [number, boolean, string];
  /** Whether a recorded run is as it was recorded, and a sentence that says so. Raises `InputError`. */
  verify(name: string, data: Uint8Array<ArrayBuffer>): readonly [boolean, string];
}

/** The Python side of the workbench's floor: a hero walks through it, as with ``steep play --watch``. */
export interface WalkCalls {
  /** Show a floor as the run of a seed finds it, on so many columns and rows. Raises `InputError`. */
  start(text: string, seed: number, floor: number, width: number, height: number): Frame;
  /** Give the floor another text. It is loaded at the next tick. */
  change(text: string): null;
  /** Change the size of the canvas, in columns and rows. */
  resize(width: number, height: number): Frame;
  /** A key was pressed. */
  press(key: string, code: string, ctrl: boolean, alt: boolean, shift: boolean): Frame;
  /** A swipe stands for a key of the keymap. */
  press_named(name: string): Frame;
  /** The pointer did something on a cell. */
  point(x: number, y: number, kind: "move" | "left" | "right" | "wheel_up" | "wheel_down"): Frame;
  /** No event came for as long as the last frame said. */
  tick(): Frame;
}

/** The Python side of the workbench: what a ruleset's text means, floor by floor, and how bots fare in it. */
export interface WorkbenchCalls {
  /** The bundled rulesets. */
  rulesets(): readonly Bundled[];
  /** The text of a bundled ruleset. */
  source(name: string): string;
  /** The keys that each section may have, with what they allow and mean. The name of the file's head is empty. */
  schema(): Readonly<Record<string, readonly KeyOfSection[]>>;
  /** The mistakes in a text or, if there are none, what it means on each floor. */
  check(text: string): Checked;
  /** What a text means that differs from the one checked last only in weights or counts; None for any other text. */
  preview(text: string): Checked | null;
  /** What generated floors have, `samples` of each, and what lint finds in them. Raises `InputError`. */
  survey(text: string, samples: number): Surveyed;
  /** What makes a finding of `survey`, by its place among them, go away; None for nothing. Raises `InputError`. */
  mend(text: string, samples: number, finding: number): Mend | null;
  /** A floor as the run of a seed finds it. Raises `InputError`. */
  roll(text: string, seed: number, floor: number): Rolled;
  /** What decides a bot's games on floors 1 to `floors`, except their seeds. Raises `InputError`. */
  games_to_play(text: string, bot: string, floors: number): GamesToPlay;
  /** What the text of a target asks of a bot, and the mistakes in it. */
  bands_of(target: string, bot: string): Bands;
  /** What games on floors 1 to `floors` say: figures by floor, how they changed, and a target's bands. */
  figures(text: string, bot: string, floors: number, target: string, after: Uint8Array<ArrayBuffer>, before: Uint8Array<ArrayBuffer>): Measured;
  /** The replay of a game, from a bot's actions, with the name that the text has in a link. Raises `InputError`. */
  replay(text: string, seed: number, actions: readonly number[]): Uint8Array<ArrayBuffer>;
  /** A project as a ruleset, from its files by their paths (`import_export.import_files`). Raises `InputError`. */
  import_project(files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>, fill: boolean): Imported;
  /** What changes in the source that a ruleset was imported from (`import_export`). Raises `InputError`. */
  change_source(text: string, files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>, fill: boolean): Patch;
  /** What an import says with something in place of what nobody said; and the numbers in ASSUMED that it inherits. */
  assumed(text: string): Assumptions;
  /** The names of the shapes of tables that `export` writes. */
  shapes(): readonly string[];
  /** A ruleset's tables in a shape of other games. Raises `InputError`. */
  export(text: string, shape: string): Exported;
}

/** What nobody said of an imported game. */
export interface Assumptions {
  readonly toml: string;
  readonly lines: Readonly<Record<string, string>>;
}

/** What a target asks of a bot. */
export interface Bands {
  readonly problems: readonly Problem[];
  readonly floors: number;
  readonly drawn: Readonly<Record<"survival" | "hazard", readonly BandByFloor[]>>;
  readonly points: Readonly<Record<"survival" | "hazard", readonly Point[]>>;
  readonly others: readonly string[];
}

/** A bundled ruleset. */
export interface Bundled {
  readonly name: string;
  readonly title: string;
}

/** What a text means. That is known if there are no problems, or if all of them are stats to fill in. */
export interface Checked {
  readonly problems: readonly Problem[];
  readonly floors?: number;
  readonly played?: number;
  readonly hero_hp?: number;
  readonly monsters?: readonly Kind[];
  readonly items?: readonly Kind[];
  readonly curves?: readonly Group[];
}

/** A ruleset as tables of another game. */
export interface Exported {
  readonly text: string;
  readonly left_out: readonly string[];
}

/** What the page shows. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly glyphs: string;
  readonly fg: Uint8Array<ArrayBuffer>;
  readonly bg: Uint8Array<ArrayBuffer>;
  readonly seconds: number | null;
  readonly said: readonly string[];
  readonly buttons: readonly (readonly [string, string])[];
  readonly swipe: "run" | "step" | "scroll";
  readonly shares: boolean;
  readonly panels: Panels | null;
  readonly hints: readonly (readonly [string, string, string | null])[];
  readonly zooms: readonly string[];
}

/** All that decides a bot's games except their seeds, and the layouts of the tables that their rows go to. */
export interface GamesToPlay {
  readonly ruleset: Uint8Array<ArrayBuffer>;
  readonly state: StateLayout;
  readonly visit: Layout;
  readonly wound: Layout;
  readonly most_wounds: number;
  readonly task: readonly (readonly [number, number])[];
}

/** A project as a ruleset. */
export interface Imported {
  readonly files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
  readonly places: Readonly<Record<string, SourceNumber>>;
  readonly toml: string;
  readonly report: readonly string[];
  readonly missing: readonly string[];
}

/** A key that a section of a ruleset may have. */
export interface KeyOfSection {
  readonly key: string;
  readonly allowed: string;
  readonly meaning: string;
  readonly required: boolean;
}

/** What games say, by figure: survival and hazard. Without games before, there is no change. */
export interface Measured {
  readonly after: Readonly<Record<"survival" | "hazard", readonly (readonly [number, number, number])[]>>;
  readonly before: Readonly<Record<"survival" | "hazard", readonly (readonly [number, number, number])[]>> | null;
  readonly change: Readonly<Record<"survival" | "hazard", readonly MeasuredChange[]>> | null;
  readonly verdicts: readonly Verdict[];
  readonly deaths: readonly (readonly [number, number])[];
}

/** The least change of one number of the text that makes a finding go away. */
export interface Mend {
  readonly path: string;
  readonly was: number;
  readonly number: number;
  readonly brings: readonly Finding[];
}

/** The changes that make a project's source match a ruleset. */
export interface Patch {
  readonly diff: string;
  readonly numbers: number;
  readonly refused: readonly string[];
  readonly files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
  readonly places: Readonly<Record<string, SourceNumber>>;
  readonly toml: string;
}

/** A generated floor. */
export interface Rolled {
  readonly rows: readonly string[];
  readonly things: readonly Thing[];
}

/** What generated floors have, by floor. */
export interface Surveyed {
  readonly samples: number;
  readonly threat: readonly (readonly [number, number, number])[];
  readonly healing: readonly (readonly [number, number, number])[];
  readonly numbers: Readonly<Record<"monsters" | "items", Readonly<Record<string, readonly number[]>>>>;
  readonly findings: readonly Finding[];
}

/** A band of one floor, as shares, with the points that move its ends. */
export interface BandByFloor {
  readonly floor: number;
  readonly low: number;
  readonly high: number;
}

/** What lint finds. */
export interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly floor: number;
  readonly subject: string;
  readonly text: string;
  readonly accepted: string;
  readonly may_mend: boolean;
}

/** Curves that share a chart: those of one key, such as ``monsters.*.spawn``, or of one section. */
export interface Group {
  readonly name: string;
  readonly lines: readonly Line[];
}

/** A kind that is drawn on some floor, from floor 1 on. */
export interface Kind {
  readonly key: string;
  readonly name: string;
  readonly glyph: string;
  readonly color: string;
  readonly shares: readonly number[];
  readonly values: readonly number[];
}

/** A packed record, in bytes. */
export interface Layout {
  readonly size: number;
}

/** A figure of one floor, after minus before. */
export interface MeasuredChange {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly p: number;
}

/** All that stands beside the map of one frame, for a display whose canvas holds the map alone. */
export interface Panels {
  readonly sidebar: Sidebar | null;
  readonly log: readonly (readonly (readonly [string, readonly [number, number, number]])[])[];
  readonly banner: readonly (readonly [string, readonly [number, number, number]])[];
  readonly progress: Bar | null;
  readonly note: readonly (readonly [string, readonly [number, number, number]])[];
  readonly text: readonly (readonly [string, readonly [number, number, number]])[];
  readonly hints: readonly (readonly [string, string])[];
  readonly dialog: DialogBox | null;
}

/** A number in the text, as a point of a curve. */
export interface Point {
  readonly path: string;
  readonly moves: "value" | "floor";
  readonly floor: number;
  readonly value: number;
  readonly entry?: string;
}

/** A mistake in a text. */
export interface Problem {
  readonly path: string;
  readonly text: string;
}

/** A number in a file of a project. */
export interface SourceNumber {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly end: number;
}

/** The packed state of a simulation, and where its fields begin. */
export interface StateLayout {
  readonly size: number;
  readonly at: Readonly<Record<"seed" | "end_seed" | "visit_count" | "wound_count" | "turn_limit", number>>;
}

/** A thing on a generated floor. */
export interface Thing {
  readonly x: number;
  readonly y: number;
  readonly kind: string;
  readonly glyph: string;
  readonly color: string;
}

/** A band, what was measured of it, and whether it holds, as text. */
export interface Verdict {
  readonly figure: string;
  readonly band: string;
  readonly value: string;
  readonly interval: string;
  readonly verdict: string;
}

/** A value of a maximum. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly maximum: number;
  readonly text: string;
  readonly color: readonly [number, number, number];
}

/** A list to choose from. */
export interface DialogBox {
  readonly title: string;
  readonly prompt: string;
  readonly rows: readonly DialogRow[];
  readonly selected: number;
  readonly hints: readonly (readonly [string, string])[];
}

/** A curve that the text writes. */
export interface Line {
  readonly key: string;
  readonly values: readonly number[];
  readonly points: readonly Point[];
  readonly additions: Additions | null;
  readonly override?: string;
}

/** The hero and what is around it. */
export interface Sidebar {
  readonly title: string;
  readonly region: string;
  readonly bars: readonly Bar[];
  readonly numbers: readonly (readonly [string, string])[];
  readonly statuses: readonly (readonly [string, readonly [number, number, number]])[];
  readonly monsters: readonly MonsterRow[];
  readonly carried: string;
  readonly items: readonly ItemRow[];
}

/** How a point is added. */
export interface Additions {
  readonly rows: readonly CurveRow[];
  readonly entry: string;
  readonly instead: boolean;
}

/** A row of a list: its key, its text, and a detail beside it. */
export interface DialogRow {
  readonly key: string;
  readonly text: string;
  readonly detail: string;
  readonly color: readonly [number, number, number] | null;
  readonly heading: string;
  readonly note: string;
}

/** A stack of the inventory. */
export interface ItemRow {
  readonly letter: string;
  readonly glyph: string;
  readonly color: readonly [number, number, number];
  readonly name: string;
}

/** A monster in view. */
export interface MonsterRow {
  readonly glyph: string;
  readonly color: readonly [number, number, number];
  readonly name: string;
  readonly health: Bar;
  readonly lines: readonly string[];
}

/** An entry of a curve, beside which another one can be added. */
export interface CurveRow {
  readonly floor: number;
  readonly path: string;
}
