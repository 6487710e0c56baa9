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
}

/** A curve that the text writes: its values from floor 1 on, and its points. */
export interface Curve {
  readonly key: string;
  readonly values: readonly number[];
  readonly points: readonly Point[];
}

/** Curves that share a chart, such as "monsters: spawn". */
export interface CurveGroup {
  readonly name: string;
  readonly lines: readonly Curve[];
}

/** What a text means is there if there are no problems. */
export interface Checked {
  readonly problems: readonly Problem[];
  readonly floors?: number;
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

/** The floor on which a game ended, and 1 if the hero died there. */
export type End = readonly [floor: number, died: number];

export interface Curves {
  readonly hazard: readonly Estimate[];
  readonly survival: readonly Estimate[];
}

export interface KeyOfSection {
  readonly key: string;
  readonly allowed: string;
  readonly meaning: string;
  readonly required: string;
}

/** The keys of each section; those of the file's head under the empty name. */
export type Schema = Readonly<Record<string, readonly KeyOfSection[]>>;
