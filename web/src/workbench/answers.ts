// What the functions of steep.web.workbench answer.

export interface Problem {
  readonly path: string;
  readonly text: string;
}

/** A kind's share of draws on each floor, from floor 1 on. */
export interface Band {
  readonly key: string;
  readonly name: string;
  readonly color: string;
  readonly shares: readonly number[];
}

/** A number of the text, as a point of a curve that can be moved: to another value, or to another floor. */
export interface Point {
  /** Where it stands in the text. */
  readonly path: string;
  readonly moves: "value" | "floor";
  readonly floor: number;
  readonly value: number;
  /** The path of what is taken out of the text to remove the point; without one it has to stay. */
  readonly entry?: string;
}

/** An entry of a curve. */
export interface Row {
  readonly floor: number;
  readonly path: string;
}

/** How a point is added to a curve: `entry` beside one of the rows, or `instead` of the only one. */
export interface Additions {
  readonly rows: readonly Row[];
  readonly entry: string;
  readonly instead: boolean;
}

/** A curve that the text writes: its values from floor 1 on, and its points. */
export interface Curve {
  readonly key: string;
  readonly values: readonly number[];
  readonly points: readonly Point[];
  /** Undefined where a formula gives the curve. */
  readonly additions: Additions | undefined;
}

/** Curves that share a chart, such as "monsters: spawn". */
export interface CurveGroup {
  readonly name: string;
  readonly lines: readonly Curve[];
}

/** What a text means is there if there are no problems, or if all of them are stats to fill in. */
export interface Checked {
  readonly problems: readonly Problem[];
  readonly floors?: number;
  /** The last floor that bots play. */
  readonly played?: number;
  readonly monsters?: readonly Band[];
  readonly items?: readonly Band[];
  readonly curves?: readonly CurveGroup[];
}

/** A figure, and the ends of its 95% interval. */
export type Estimate = readonly [value: number, low: number, high: number];

export interface Finding {
  readonly code: string;
  readonly severity: "error" | "warning" | "note";
  readonly floor: number;
  readonly subject: string;
  readonly text: string;
  /** Why the ruleset accepts it; empty if it doesn't. */
  readonly accepted: string;
}

export interface Survey {
  readonly samples: number;
  readonly threat: readonly Estimate[];
  readonly healing: readonly Estimate[];
  readonly monsters: readonly number[];
  readonly findings: readonly Finding[];
}

export interface Thing {
  readonly x: number;
  readonly y: number;
  readonly kind: string;
  readonly glyph: string;
  readonly color: string;
}

export interface Rolled {
  readonly rows: readonly string[];
  readonly start: readonly [number, number];
  readonly stairs: readonly [number, number] | null;
  readonly things: readonly Thing[];
  readonly threat: number;
  readonly healing: number;
}

/** The figures that are drawn by floor. */
export type Figure = "survival" | "hazard";

export type Curves = Readonly<Record<Figure, readonly Estimate[]>>;

/** A figure of one floor, after minus before; `p` is for testing all floors. */
export interface Change {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly p: number;
}

/** A band of a target, what was measured of it, and whether it holds, as text. */
export interface Verdict {
  readonly figure: string;
  readonly band: string;
  readonly value: string;
  readonly interval: string;
  readonly verdict: string;
}

/** What games say. Without games before, there is no change. */
export interface Measured {
  readonly after: Curves;
  readonly before: Curves | null;
  readonly change: Readonly<Record<Figure, readonly Change[]>> | null;
  readonly verdicts: readonly Verdict[];
}

/** A band of a target on one floor, as shares. */
export interface BandOfFloor {
  readonly floor: number;
  readonly low: number;
  readonly high: number;
}

/** What a target asks of a bot. Points are the ends of its bands in the text, in percent. */
export interface Bands {
  readonly problems: readonly Problem[];
  readonly floors: number;
  readonly drawn: Readonly<Record<Figure, readonly BandOfFloor[]>>;
  readonly points: Readonly<Record<Figure, readonly Point[]>>;
  /** Other bots that have bands. */
  readonly others: readonly string[];
}

export interface KeyOfSection {
  readonly key: string;
  readonly allowed: string;
  readonly meaning: string;
  readonly required: string;
}

/** The keys of each section; those of the file's head under the empty name. */
export type Schema = Readonly<Record<string, readonly KeyOfSection[]>>;

/** A project as a ruleset: what was read, and what is to be filled in. */
export interface Imported {
  readonly toml: string;
  readonly report: readonly string[];
  readonly missing: readonly string[];
}

/** What changes in a project's source, so that it says what the ruleset says. */
export interface Patch {
  readonly diff: string;
  readonly numbers: number;
  readonly refused: readonly string[];
}

/** A ruleset as tables of another game, and what they can't say. */
export interface Exported {
  readonly text: string;
  readonly left_out: readonly string[];
}
