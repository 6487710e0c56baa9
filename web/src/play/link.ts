// Links that start a game: #ruleset=tcod-2020&seed=42

export interface Link {
  readonly ruleset: string | null;
  readonly seed: bigint | null;
}

/** What the fragment of a link asks for. The Python side checks it. */
export function readLink(fragment: string): Link {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const seed = fields.get("seed");
  return { ruleset: fields.get("ruleset"), seed: seed === null ? null : BigInt(seed) };
}
