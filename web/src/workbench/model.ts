// What the workbench shows, as signals: whatever is drawn follows them by itself.

import { computed, signal } from "@preact/signals";
import type { Checked, Kind, Measured, Mend, Problem, Rolled, Surveyed } from "../python/calls";
import type { Files } from "./bring_in";

export type Family = "monsters" | "items";
export type Figure = "survival" | "hazard";

/** What a text without mistakes means. */
export type Meaning = Required<Checked> & { readonly of: string };

/** What generated floors of a text have, and what the text means. */
export interface Survey extends Surveyed {
  readonly of: string;
  readonly meaning: Meaning;
}

/** What all that is shown is compared with. */
export interface Baseline {
  readonly text: string;
  readonly name: string;
  readonly meaning: Meaning;
  survey: Survey | null;
}

/** What the editor holds. */
export const text = signal("");
export const problems = signal<readonly Problem[]>([]);
/** What the last text without mistakes means. */
export const meaning = signal<Meaning | null>(null);
export const survey = signal<Survey | null>(null);
export const baseline = signal<Baseline | null>(null);
export const rolled = signal<{ readonly of: string; readonly floor: Rolled | string } | null>(null);
export const measured = signal<{ readonly of: string; readonly before: string; readonly figures: Measured } | null>(null);

/** What makes findings of a text go away, by their places among them; null for nothing. */
export const mends = signal<{ readonly of: string; readonly found: ReadonlyMap<number, Mend | null> }>({ of: "", found: new Map() });
/** The change that is being tried: it is in the text, and compared with the text before it. */
export const trial = signal<{ readonly mend: Mend; readonly of: string; readonly before: Baseline | null } | null>(null);

/** How many steps can be undone, and how many done again. */
export const steps = signal({ undo: 0, redo: 0 });
/** What was done to a curve, or why nothing was. */
export const told = signal("");

/** The floor that was chosen, and the one under the pointer. */
export const chosenFloor = signal(1);
export const hovered = signal<number | null>(null);
export const floor = computed(() => Math.min((dragged.value ? null : hovered.value) ?? chosenFloor.value, meaning.value?.floors ?? 1));

/** The key of the kind that was chosen, or whose curve was; empty for none. */
export const kind = signal("");
/** The key of the curve under the pointer, in the strips or in the text; empty for none. */
export const pointed = signal("");
/** The name of the curves that are drawn. */
export const group = signal("");
export const groups = computed(() => meaning.value?.curves ?? []);
export const shown = computed(() => groups.value.find(({ name }) => name === group.value) ?? groups.value[0]);
/** Whose odds are shown. */
export const wantedFamily = signal<Family>("monsters");
export const family = computed((): Family => familyOf(shown.value?.name) ?? wantedFamily.value);

/** What is shown beside the strips; where there is no room for it, the source is one of them. */
export const TABS = { source: "Source", inspect: "Inspect", map: "Map", bots: "Bots" } as const;
export const tab = signal<keyof typeof TABS>("inspect");

/** How the source is shown: the maker's own file, a sheet of its curves, or the ruleset's text. */
export const source = signal<"own" | "table" | "toml">("toml");

/** The number that is being dragged: where it stands, and what it was. */
export const dragged = signal<{ readonly path: string; readonly was: number } | null>(null);

/** The text that was read last; null before any was. */
export const read = signal<string | null>(null);
/** Whether the text as it is has still to be read, as an attribute of what shows it. */
export const busy = computed(() => String(read.value !== text.value) as "true" | "false");
/** Whether the charts are of a text without the mistakes that there are now. */
export const earlier = computed(() => problems.value.length > 0 && meaning.value?.of !== text.value);
/** What is added to the heading of what is of an earlier text. */
export const OF_EARLIER = ", of the text before your last change";

export function familyOf(name = ""): Family | undefined {
  return (["monsters", "items"] as const).find((each) => name.startsWith(each));
}

/** Kinds that have colours of their own, as many as eyes tell apart. */
const COLOURED = 7;
const coloured = new Map<Family, Map<string, string>>([["monsters", new Map()], ["items", new Map()]]);

/**
 * The colours of the kinds that matter: all, or the most frequent ones on the floor that was chosen, and the chosen one.
 * A kind keeps its colour as long as it has one.
 */
export const colours = computed((): ReadonlyMap<string, string> => {
  const kinds = meaning.value?.[family.value] ?? [];
  const row = Math.min(chosenFloor.value, meaning.value?.floors ?? 1) - 1;
  const rank = ({ key, shares }: Kind): number => (key === kind.value ? 2 : shares[row]!);
  const some = kinds.length > COLOURED ? [...kinds].sort((one, other) => rank(other) - rank(one)).slice(0, COLOURED) : kinds;
  const before = coloured.get(family.value)!;
  const kept = new Map([...before].filter(([key]) => some.some((each) => each.key === key)));
  const free = Array.from({ length: COLOURED }, (_, n) => `var(--k${n})`).filter((colour) => ![...kept.values()].includes(colour));
  for (const { key } of kinds.filter((each) => some.includes(each) && !kept.has(each.key))) kept.set(key, free.shift()!);
  coloured.set(family.value, kept);
  return kept;
});

/** The colour of a kind. */
export function colourOf(key: string): string {
  return colours.value.get(key) ?? "var(--others)";
}

/** The colour of a curve: that of its kind, or by its place in another group. */
export function colourOfCurve(key: string): string {
  if (familyOf(shown.value?.name)) return colourOf(key);
  const place = shown.value?.lines.findIndex((each) => each.key === key) ?? -1;
  return place < 0 ? "var(--others)" : `var(--k${place % COLOURED})`;
}

/** Files that were refused as nobody knows which of their columns is which. */
export const columns = signal<{ readonly files: Files; readonly fill: boolean; readonly names: readonly string[]; readonly why: string } | null>(null);

// What was said to the person in front of the page.

export const said = signal("");
export const trouble = signal<{ readonly text: string; readonly of: string } | null>(null);
/** The maker's own text that another one took the place of, to go back to. */
export const former = signal<string | null>(null);
/** Lines beside the text, such as what was read of a project. */
export const notes = signal<{ readonly title: string; readonly lines: readonly string[] } | null>(null);

/** Show why something failed. What it is `of` takes it back when it succeeds. */
export function fail(fault: unknown, of = ""): void {
  trouble.value = { text: fault instanceof Error ? fault.message : String(fault), of };
}

export function succeed(of: string): void {
  if (trouble.value?.of === of) trouble.value = null;
}

/** Milliseconds after which what was said goes, where nothing is offered with it. */
const SAID = 10_000;

/** Say what was done; what was said, offered and failed before is past. Without a text, only that. */
export function say(sentence: string): void {
  trouble.value = former.value = null;
  said.value = sentence;
  setTimeout(() => said.value === sentence && former.value === null && (said.value = ""), SAID);
}

// How numbers are written.

export function percent(share: number, digits = 0): string {
  return `${(share * 100).toFixed(digits)}%`;
}

export function signed(share: number): string {
  return `${share > 0 ? "+" : share < 0 ? "−" : ""}${Math.abs(Math.round(share * 100))}`;
}

/** A value, and what it was if that looks otherwise. */
export function withBefore(value: string, before: string | undefined): string {
  return before === undefined || before === value ? value : `${value}, was ${before}`;
}
