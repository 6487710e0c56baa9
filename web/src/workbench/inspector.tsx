// What is known of the floor or the kind that was chosen, and below it what lint finds.

import type { JSX } from "preact";
import type { Kind } from "../python/calls";
import type { Bench } from "./bench";
import { numberOf } from "./cost";
import { Findings } from "./findings";
import { baseline, colourOf, family, floor, kind, meaning, type Meaning, notes, percent, survey, type Survey } from "./model";

type Fact = readonly [what: string, value: string, before: string | undefined];

export function Inspector({ bench }: { readonly bench: Bench }): JSX.Element {
  const subject = meaning.value;
  const found = subject?.[family.value].find(({ key }) => key === kind.value);
  return (
    <>
      {subject && (
        <section class="facts" aria-labelledby="facts-title">
          {found ? (
            <>
              <h2 id="facts-title" class="of-kind" style={`--kind: ${colourOf(found.key)}`}>{found.name}
                <button type="button" class="close" aria-label="Show the floor" onClick={() => (kind.value = "")}>×</button></h2>
              <Facts facts={factsOfKind(subject, found)} />
            </>
          ) : (
            <>
              <h2 id="facts-title">Floor {floor.value}</h2>
              <Facts facts={factsOfFloor(subject)} />
            </>
          )}
          <Search />
        </section>
      )}
      <Findings bench={bench} />
      <Notes />
    </>
  );
}

function Facts({ facts }: { readonly facts: readonly Fact[] }): JSX.Element {
  return (
    <dl>
      {facts.map(([what, value, before]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{value}{before !== undefined && before !== value && <small>was {before}</small>}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Kinds are chosen by name. */
function Search(): JSX.Element {
  const subject = meaning.value!;
  const choose = (name: string): void => {
    for (const of of ["monsters", "items"] as const) {
      const found = subject[of].find((each) => each.name.toLowerCase() === name.toLowerCase() || each.key === name);
      if (found && of === family.value) kind.value = found.key;
    }
  };
  return (
    <p class="search">
      <input type="search" list="kinds" placeholder={`find any of ${subject[family.value].length} ${family.value}`} aria-label={`Find any of the ${family.value}`}
        onInput={({ currentTarget }) => choose(currentTarget.value)} />
      <datalist id="kinds">{subject[family.value].map(({ key, name }) => <option key={key} value={name} />)}</datalist>
    </p>
  );
}

/** What is known of a kind on the floor under the crosshair. */
function factsOfKind(subject: Meaning, found: Kind): Fact[] {
  const row = floor.value - 1;
  const of = family.value;
  const was = baseline.value?.meaning[of].find(({ key }) => key === found.key);
  const number = (survey: Survey | null | undefined, meaning: Meaning | undefined): string | undefined =>
    survey && meaning ? numberOf(survey, meaning, of, found.key, row).toFixed(2) : undefined;
  const hp = (value: number, of: Meaning): string => (value ? `${Math.round(value * of.hero_hp * 10) / 10} of ${of.hero_hp} HP` : "nothing");
  const first = (each: Kind | undefined): string => {
    const at = each?.shares.findIndex((share) => share > 0) ?? -1;
    return at < 0 ? "none" : `floor ${at + 1}`;
  };
  const before = baseline.value?.meaning;
  return [
    [`odds, floor ${floor.value}`, percent(found.shares[row]!, 1), before && percent(was?.shares[row] ?? 0, 1)],
    ["mean number of it", number(survey.value, subject) ?? "…", number(baseline.value?.survey, before)],
    [of === "monsters" ? "fighting one costs" : "one gives back", hp(found.values[row]!, subject), before && (was ? hp(was.values[row] ?? 0, before) : "none")],
    ["drawn from", first(found), before && first(was)],
  ];
}

/** What is known of the floor under the crosshair. */
function factsOfFloor(subject: Meaning): Fact[] {
  const row = floor.value - 1;
  const total = (of: "monsters" | "items", survey: Survey | null | undefined, meaning: Meaning | undefined): string | undefined => {
    if (!survey || !meaning) return undefined;
    const keys = new Set([...Object.keys(survey.numbers[of]), ...meaning[of].map(({ key }) => key)]);
    return [...keys].reduce((sum, key) => sum + numberOf(survey, meaning, of, key, row), 0).toFixed(1);
  };
  const [was, before] = [baseline.value?.survey, baseline.value?.meaning];
  const likely = (meaning: Meaning | undefined): string | undefined =>
    meaning && [...meaning[family.value]].sort((one, other) => (other.shares[row] ?? 0) - (one.shares[row] ?? 0))[0]?.name;
  return [
    ["mean number of monsters", total("monsters", survey.value, subject) ?? "…", total("monsters", was, before)],
    ["mean number of items", total("items", survey.value, subject) ?? "…", total("items", was, before)],
    ["most frequent", likely(subject) ?? "none", likely(before)],
  ];
}

/** Lines about what came in or went out. */
function Notes(): JSX.Element | null {
  if (!notes.value?.lines.length) return null;
  return (
    <section id="notes" aria-labelledby="notes-title">
      <h2 id="notes-title">{notes.value.title}</h2>
      <ul id="notes-lines">{notes.value.lines.map((line) => <li key={line}>{line}</li>)}</ul>
    </section>
  );
}

