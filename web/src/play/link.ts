// Links: #ruleset=tcod-2020&seed=42 starts a game, #replay=NAME.replay plays a recording that lies beside the page.
// A link of the workbench, which holds a ruleset (workbench/link.ts), starts a game, too. #run=… holds a whole replay,
// and may stand beside the ruleset of its run.

import { MOST_LETTERS } from "../python/calls";
import { bytesOf, lettersOf } from "../workbench/link";

/** A linked run opens so many turns before its end. */
export const BEFORE_END = 10;

export interface Link {
  readonly ruleset: string | null;
  readonly seed: string | null;
  readonly replay: string | null;
  /** A replay's bytes, as letters. */
  readonly run: string | null;
}

/** What the fragment of a link asks for. The Python side checks the ruleset and the seed. */
export function readLink(fragment: string): Link {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  return { ruleset: fields.get("ruleset"), seed: fields.get("seed"), replay: fields.get("replay"), run: fields.get("run") };
}

/** The fragment of a link that holds a replay. Throws a sentence for one that no link holds. */
export function linkToRun(replay: Uint8Array): string {
  const letters = lettersOf(replay);
  if (letters.length > MOST_LETTERS) {
    throw new Error(`A link to this run would have ${letters.length.toLocaleString("en")} letters, too many for most programs: Files gives out its replay.`);
  }
  return `run=${letters}`;
}

/** The replay that a link holds. Throws a sentence for a link that is broken. */
export function runOf(letters: string): Uint8Array<ArrayBuffer> {
  try {
    return bytesOf(letters);
  } catch {
    throw new Error("The run of this link is damaged, so it was not opened.");
  }
}

/** The address of a recording on this host. Throws for any other: the page asks no other host. */
export function replayAddress(path: string, base: string): URL {
  const address = URL.canParse(path, base) ? new URL(path, base) : null;
  if (address?.origin !== new URL(base).origin) {
    throw new Error(`${path.slice(0, 80)}: this page opens recordings of its own host only; save it, then drop it here`);
  }
  return address;
}
