// What is wrong with a text: mistakes, or what lint finds, and the one number that makes a finding go away.

import type { JSX } from "preact";
import type { Finding, Mend } from "../python/calls";
import type { Bench } from "./bench";
import { meaning, mends, problems, survey, text, trial } from "./model";

interface Shown {
  readonly severity: string;
  readonly path: string;
  readonly headline: string;
  readonly evidence: string;
  /** Its place among the findings of lint, if one number may make it go away. */
  readonly place?: number;
}

/** What findings are called, by their codes; others by the words of the code. */
const HEADLINES: Readonly<Record<string, string>> = {
  "costly-fight": "A fight with {subject} costs half a hero",
  "harmless": "{subject} ends up doing no harm",
  "invulnerable": "Nothing can hurt a hero from floor {floor} on",
  "lost-fight": "{subject} can't be beaten on floor {floor}",
  "no-weight": "Nothing is drawn on floor {floor}",
  "nothing-changes": "Nothing changes from floor {floor} on",
  "spike": "Floor {floor} is a leap",
  "unhurt": "{subject} can't be hurt at first",
  "unhurtable": "{subject} can't ever be hurt",
  "weak-healing": "{subject} heals little",
};

function headlineOf({ code, subject, floor }: Finding): string {
  const words = HEADLINES[code] ?? `{subject}: ${code.replaceAll("-", " ")}`;
  const said = words.replace("{subject}", subject.replaceAll("_", " ")).replace("{floor}", String(floor));
  return said[0]!.toUpperCase() + said.slice(1);
}

/** A number and what it is of, such as "troll power 5"; the kind is left out where a finding names it. */
function nameOf({ path, number }: Mend, subject?: string): string {
  const [, kind, key] = path.split(".");
  return `${kind === subject ? "" : `${kind!.replaceAll("_", " ")} `}${key} ${number}`;
}

export function Findings({ bench }: { readonly bench: Bench }): JSX.Element {
  const mistakes = problems.value.map(({ path, text: found }): Shown => ({ severity: "error", path, headline: path || "A mistake", evidence: found }));
  const findings = (survey.value?.findings ?? []).map((finding, place): Shown => {
    const { accepted, severity, text: evidence, may_mend } = finding;
    const shown = accepted ? { severity: "accepted", evidence: `${evidence} (accepted: ${accepted})` } : { severity, evidence };
    return { ...shown, path: bench.pathOf(finding), headline: headlineOf(finding), ...(may_mend ? { place } : {}) };
  });
  const shown = mistakes.length ? mistakes : findings;
  const accepted = shown.filter(({ severity }) => severity === "accepted");
  // A text may be back at that of the last survey before it is read again: then nothing can be tried yet.
  const stale = !mistakes.length && survey.value !== null && [survey.value.of, meaning.value?.of].some((of) => of !== text.value);
  return (
    <section id="found" class={stale ? "earlier" : ""} aria-labelledby="found-title">
      <h2 id="found-title">What is wrong with it</h2>
      <Trial bench={bench} />
      <div aria-live="polite">
        {!mistakes.length && !survey.value ? <p class="soft">Floors are being generated …</p> : !shown.length && <p class="soft">Nothing was found.</p>}
        <ul class="findings">
          {shown.filter(({ severity }) => severity !== "accepted").map((each, n) => <Card key={n} bench={bench} shown={each} stale={stale} />)}
        </ul>
        {accepted.length > 0 && (
          <details class="findings">
            <summary>{accepted.length} accepted</summary>
            <ul>{accepted.map((each, n) => <Card key={n} bench={bench} shown={each} stale={stale} />)}</ul>
          </details>
        )}
      </div>
    </section>
  );
}

function Card({ bench, shown, stale }: { readonly bench: Bench; readonly shown: Shown; readonly stale: boolean }): JSX.Element {
  const { severity, path, headline, evidence, place } = shown;
  return (
    <li class={severity}>
      <strong>{headline}</strong> <small>{severity}</small>
      {evidence.toLowerCase() !== headline.toLowerCase() && <p>{evidence}</p>}
      <p class="acts">
        {path && <button type="button" onClick={() => bench.showLine(path)}>Show line</button>}
        {place !== undefined && <Try bench={bench} place={place} disabled={stale} />}
      </p>
    </li>
  );
}

/** Tries the number that makes a finding go away. In a large ruleset that is only looked for when it is wanted. */
function Try({ bench, place, disabled }: { readonly bench: Bench; readonly place: number; readonly disabled: boolean }): JSX.Element | null {
  const found = mends.value.of === survey.value?.of ? mends.value.found.get(place) : undefined;
  if (found === null) return <span class="soft">No single number mends it.</span>;
  const act = (): void => (found ? bench.try(found) : bench.findMend(place));
  return <button type="button" class="try" disabled={disabled} onClick={act}>{found ? `Try ${nameOf(found, survey.value?.findings[place]?.subject)}` : "Look for a mend"}</button>;
}

/** The change that is being tried, until it is kept or taken back. */
function Trial({ bench }: { readonly bench: Bench }): JSX.Element | null {
  if (!trial.value) return null;
  const { mend } = trial.value;
  return (
    <div id="trial" role="status">
      <strong>Trying {nameOf(mend)}, was {mend.was}</strong>
      <p>Dashed in the strips, and “was”: before it.{mend.brings.length > 0 && ` It brings: ${mend.brings.map(headlineOf).join("; ")}.`}</p>
      <p class="acts">
        <button type="button" class="main" onClick={() => bench.endTrial(true)}>Keep it</button>
        <button type="button" onClick={() => bench.endTrial(false)}>Take it back</button>
      </p>
    </div>
  );
}
