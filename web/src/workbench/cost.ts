// What a floor costs and gives back. Where floors were not generated yet, the numbers of kinds follow their odds.

import type { Kind } from "../python/calls";
import type { Family, Meaning, Survey } from "./model";

export type Estimate = readonly [value: number, low: number, high: number];

export interface Costs {
  readonly threat: readonly Estimate[];
  readonly healing: readonly Estimate[];
  /** Whether floors of this text were generated. */
  readonly counted: boolean;
}

const VALUE = { monsters: "threat", items: "healing" } as const;

/** What the floors of a text cost, from generated floors of the same text or of a similar one. */
export function costsOf(meaning: Meaning, survey: Survey): Costs {
  if (survey.of === meaning.of) return { threat: survey.threat, healing: survey.healing, counted: true };
  const floors = Array.from({ length: meaning.floors }, (_, row) => row);
  const by = (family: Family): Estimate[] =>
    floors.map((row) => {
      const at = Math.min(row, survey[VALUE[family]].length - 1);
      // What no kind that is drawn accounts for stays: vaults, guaranteed monsters, rounding.
      const before = sum(survey.meaning[family], (each) => numberOf(survey, survey.meaning, family, each.key, at) * each.values[at]!);
      const now = sum(meaning[family], (each) => numberOf(survey, meaning, family, each.key, row) * each.values[row]!);
      const value = Math.max(0, survey[VALUE[family]][at]![0] - before + now);
      return [value, value, value];
    });
  return { threat: by("monsters"), healing: by("items"), counted: false };
}

/** How many more of a family a floor draws than the one that was counted, as far as the texts write that. */
function growthOf(survey: Survey, meaning: Meaning, family: Family, row: number, at: number): number {
  const drawn = (of: Meaning, floor: number): number => {
    const lines = of.curves.find(({ name }) => name === "counts")?.lines ?? [];
    return sum(lines.filter(({ key }) => key.endsWith(`${family}_per_room`)), ({ values }) => values[floor]!);
  };
  const [was, is] = [drawn(survey.meaning, at), drawn(meaning, row)];
  return was > 0 ? is / was : 1;
}

/** The mean number of a kind on the floor of a row: as counted, in proportion to its odds and to how many are drawn. */
export function numberOf(survey: Survey, meaning: Meaning, family: Family, key: string, row: number): number {
  const at = Math.min(row, survey.threat.length - 1);
  const growth = growthOf(survey, meaning, family, row, at);
  const shareIn = (kinds: readonly Kind[], where: number): number => kinds.find((each) => each.key === key)?.shares[where] ?? 0;
  const [was, is] = [shareIn(survey.meaning[family], at), shareIn(meaning[family], row)];
  const counted = survey.numbers[family][key]?.[at] ?? 0;
  if (was > 0) return (growth * counted * is) / was;
  // It was not drawn: of all that are, it gets its share.
  const drawn = sum(survey.meaning[family], (each) => (each.shares[at]! > 0 ? (survey.numbers[family][each.key]?.[at] ?? 0) : 0));
  return counted + growth * drawn * is;
}

function sum<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((total, each) => total + of(each), 0);
}
