// The messages between a page and its worker.

/** How far a start has come: what it does, how much of that is there, in words, and the share of all, 0 to 1. */
export interface Progress {
  readonly text: string;
  readonly amount: string;
  readonly share: number;
}

/** What a page sends its worker. `keep` gives it the player's files; `kept` says that the browser has all of Steep's. */
export type Request =
  | { readonly kind: "boot"; readonly module: string; readonly keep: boolean; readonly kept: boolean }
  | { readonly kind: "call"; readonly id: number; readonly name: string; readonly args: readonly unknown[] };

/**
 * What a worker sends its page. `crash` is a fault of Steep's, `problem` a mistake in what it was given;
 * `keeping` says why the browser does not keep the files, or that it does again.
 */
export type Reply =
  | { readonly kind: "progress"; readonly progress: Progress }
  | { readonly kind: "ready" }
  | { readonly kind: "keeping"; readonly problem: string | null }
  | { readonly kind: "failed"; readonly text: string }
  | { readonly kind: "answer"; readonly id: number; readonly answer: Answer };

export type Answer =
  | { readonly value: unknown }
  | { readonly problem: string }
  | { readonly crash: string };
