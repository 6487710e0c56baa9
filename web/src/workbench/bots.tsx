// The bots' line at the foot of the page, and what their games say in words: changes, and the bands of a target.

import type { JSX } from "preact";
import type { MeasuredChange } from "../python/calls";
import type { Bench } from "./bench";
import { BOTS } from "./games";
import { chosenFloor, fail, type Figure, floor, measured, OF_EARLIER, percent, signed, text } from "./model";

/** A change with a lower p-value is called real. */
const ALPHA = 0.05;

export function BotsLine({ bench }: { readonly bench: Bench }): JSX.Element {
  const { games } = bench;
  const { now, before } = games.played.value;
  const wanted = games.wanted.value;
  const share = Math.min(1, now / wanted);
  return (
    <footer>
      <label>Bot <select id="bot" value={games.bot.value} onChange={({ currentTarget }) => games.choose(currentTarget.value)}>
        {BOTS.map((bot) => <option key={bot}>{bot}</option>)}
      </select></label>
      <label>Games <input id="games" type="number" min={5} max={2000} value={wanted} onChange={({ currentTarget }) => games.want(currentTarget.valueAsNumber)} /></label>
      <button id="measure" type="button" onClick={() => void games.toggle()}>{games.playing.value ? "Stop" : "Measure"}</button>
      <span class="bar" aria-hidden="true"><i style={`width: ${share * 100}%`} /></span>
      <span id="played" class="soft" role="status">{`${now}${games.playing.value || now < wanted ? ` of ${wanted}` : ""} games${before ? `, ${before} before` : ""}`}</span>
      <Change />
      <WatchDeath bench={bench} />
    </footer>
  );
}

/** Opens the replay of one of the games that were played, a death on the floor under the crosshair or near it. */
function WatchDeath({ bench }: { readonly bench: Bench }): JSX.Element {
  const death = bench.games.deathNear(chosenFloor.value);
  const stale = measured.value?.of !== text.value;
  return (
    <button id="watch" type="button" disabled={!death || stale} title="Opens its replay, ten turns before the end" onClick={() => void bench.games.watch(death!.seed).catch(fail)}>
      Watch a death{death && <span class="soft"> on floor {death.floor}</span>}
    </button>
  );
}

/** How survival changed on the floor under the crosshair. */
function Change(): JSX.Element | null {
  const found = measured.value?.figures;
  const row = floor.value - 1;
  const [after, before, change] = [found?.after.survival[row], found?.before?.survival[row], found?.change?.survival[row]];
  if (!after || Number.isNaN(after[0])) return null;
  const stale = measured.value!.of !== text.value;
  const real = change !== undefined && change.p <= ALPHA;
  return (
    <span class={`change${stale ? " earlier" : ""}`}>
      floor {floor.value} survival <b>{before && !Number.isNaN(before[0]) ? `${percent(before[0])} → ` : ""}<em class={real ? (change.value < 0 ? "worse" : "better") : ""}>{percent(after[0])}</em></b>
      {change && !Number.isNaN(change.value) && <span class="soft"> ({signed(change.low)} to {signed(change.high)} points: {real ? "real" : "may be chance"})</span>}
    </span>
  );
}

export function BotsPanel({ bench }: { readonly bench: Bench }): JSX.Element {
  const { games } = bench;
  const found = measured.value?.figures;
  const drop = async (event: DragEvent): Promise<void> => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    games.readTarget(await file.text());
  };
  return (
    <div id="curves">
      <h2 id="measure-title">How bots fare{measured.value && measured.value.of !== text.value && <small class="of-earlier">{OF_EARLIER}</small>}</h2>
      {found?.change && (["survival", "hazard"] as const).map((figure) => <p key={figure}>{sentenceOf(found.change![figure], figure)}</p>)}
      {!found?.change && <p class="soft">Change the text: the bots play the same seeds again, and what changed is said here.</p>}
      <h3>A target for them</h3>
      <p><button id="bands" type="button" onClick={() => games.beginBands()}>Begin with bands</button> or paste or drop a target file of <code>steep check</code>. The ends of bands can be dragged in the strips.</p>
      <textarea id="target" rows={6} spellcheck={false} aria-label="Target, as TOML" value={games.target.value}
        onInput={({ currentTarget }) => games.readTarget(currentTarget.value)} onDragOver={(event) => event.preventDefault()} onDrop={(event) => void drop(event)} />
      <p id="target-problems" role="status">{games.bands.value.problems.map(({ path, text: problem }) => `${path}: ${problem}`).join("\n")}</p>
      <p id="target-others" role="status">{games.advice()}</p>
      <Verdicts />
    </div>
  );
}

/** What changed, in words. */
function sentenceOf(change: readonly MeasuredChange[], figure: Figure): string {
  const real = change.flatMap(({ value, low, high, p }, row) => (p <= ALPHA ? [`floor ${row + 1} ${signed(value)} (${signed(low)} to ${signed(high)})`] : []));
  return real.length
    ? `${figure} changed, by pairs of the same seeds: ${real.join(", ")}.`
    : `No change of ${figure} shows yet: it may be chance. More games narrow the intervals.`;
}

function Verdicts(): JSX.Element | null {
  const verdicts = measured.value?.figures.verdicts ?? [];
  if (!verdicts.length) return null;
  return (
    <table>
      <thead><tr>{["target", "band", "measured", "interval", ""].map((heading) => <th key={heading} scope="col">{heading}</th>)}</tr></thead>
      <tbody>
        {verdicts.map(({ figure, band, value, interval, verdict }) => (
          <tr key={figure} class={verdict.split(/[: ]/)[0]}>{[figure, band, value, interval, verdict].map((each, n) => <td key={n}>{each}</td>)}</tr>
        ))}
      </tbody>
    </table>
  );
}
