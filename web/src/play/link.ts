// Links: #ruleset=tcod-2020&seed=42 starts a game, #replay=NAME.replay plays a recording that lies beside the page.
// A link of the workbench, which holds a ruleset (workbench/link.ts), starts a game, too.

export interface Link {
  readonly ruleset: string | null;
  readonly seed: string | null;
  readonly replay: string | null;
}

/** What the fragment of a link asks for. The Python side checks the ruleset and the seed. */
export function readLink(fragment: string): Link {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  return { ruleset: fields.get("ruleset"), seed: fields.get("seed"), replay: fields.get("replay") };
}

/** The address of a recording on this host. Throws for any other: the page asks no other host. */
export function replayAddress(path: string, base: string): URL {
  const address = URL.canParse(path, base) ? new URL(path, base) : null;
  if (address?.origin !== new URL(base).origin) {
    throw new Error(`${path.slice(0, 80)}: this page opens recordings of its own host only; save it, then drop it here`);
  }
  return address;
}
