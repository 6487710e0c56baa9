// The strips that only show: odds of a draw, what a floor costs, and who lives.

import type { JSX } from "preact";
import type { Kind, Point } from "../python/calls";
import type { Bench } from "./bench";
import { costsOf, type Estimate } from "./cost";
import { Handle, type Moved } from "./handle";
import { baseline, colourOf, colours, earlier, type Family, family, floor, group, groups, kind, meaning, measured, OF_EARLIER, percent, pointed, survey, text, wantedFamily, withBefore } from "./model";
import { changed, changeOf } from "./places";
import { areaOf, pointing, type Scales, StepLine, Strip, stepsOf } from "./strip";

const Earlier = ({ is }: { readonly is: boolean }): JSX.Element | null => (is ? <small class="of-earlier">{OF_EARLIER}</small> : null);

/** A layer of the odds: a kind that has a colour, or all others. */
interface Layer {
  readonly key: string;
  readonly name: string;
  readonly lows: number[];
  readonly highs: number[];
}

/** The shares of kinds, one above the other; those without a colour are one layer. */
function layersOf(kinds: readonly Kind[], floors: number): Layer[] {
  const own = kinds.filter(({ key }) => colours.value.has(key));
  const rest = kinds.filter(({ key }) => !colours.value.has(key));
  const rows = Array.from({ length: floors }, (_, row) => row);
  const shareOf = (kind: Kind, row: number): number => kind.shares[Math.min(row, kind.shares.length - 1)] ?? 0;
  const below = new Array<number>(floors).fill(0);
  const layer = (key: string, name: string, shares: readonly number[]): Layer => {
    const lows = [...below];
    shares.forEach((share, row) => (below[row]! += share));
    return { key, name, lows, highs: [...below] };
  };
  const layers = own.map((kind) => layer(kind.key, kind.name, rows.map((row) => shareOf(kind, row))));
  if (rest.length) layers.push(layer("", `${rest.length} others`, rows.map((row) => rest.reduce((sum, kind) => sum + shareOf(kind, row), 0))));
  return layers;
}

export function Odds(): JSX.Element {
  const floors = meaning.value?.floors ?? 1;
  const kinds = meaning.value?.[family.value] ?? [];
  const before = baseline.value?.meaning[family.value];
  const layers = layersOf(kinds, floors);
  const was = before && layersOf(before, floors);
  const choose = (wanted: Family): void => {
    wantedFamily.value = wanted;
    const name = `${wanted}: spawn`;
    group.value = groups.value.some((each) => each.name === name) ? name : (groups.value.find((each) => !/^(monsters|items)/.test(each.name))?.name ?? group.value);
  };
  const aside = (
    <span class="tools">
      <span class="switch" role="group" aria-label="Odds of">
        {(["monsters", "items"] as const).map((each) => (
          <button key={each} type="button" aria-pressed={family.value === each} onClick={() => choose(each)}>{each}</button>
        ))}
      </span>
      <Legend kinds={kinds} before={before} />
    </span>
  );
  return (
    <div class={earlier.value ? "earlier" : ""}>
      <Strip id="odds" title={<>Odds of a draw<Earlier is={earlier.value} /></>} aside={aside} label={`Odds of ${family.value} by floor`} most={1} format={percent}>
        {(scales) => (
          <>
            {layers.map(({ key, name, lows, highs }) => (
              <path key={key} class={`layer${key && key === pointed.value ? " pointed" : ""}${layers.length > 4 && kind.value && kind.value !== key && layers.some((each) => each.key === kind.value) ? " faint" : ""}`} data-key={key}
                d={areaOf(scales, lows, highs)} fill={key ? colourOf(key) : "var(--others)"} {...pointing(key)} onClick={() => key && (kind.value = key)}>
                <title>{`${name}: ${lows.map((low, row) => `floor ${row + 1} ${percent(highs[row]! - low)}`).join(", ")}`}</title>
              </path>
            ))}
            {was?.slice(0, -1).map(({ key, highs }) => {
              const now = layers.find((each) => each.key === key);
              return now && highs.some((high, row) => Math.abs(high - now.highs[row]!) > 1e-9) ? <path key={key} class="dashed over" d={stepsOf(scales, highs)} /> : null;
            })}
            {layers.map((layer) => nameIn(layer, scales))}
          </>
        )}
      </Strip>
    </div>
  );
}

/** The name of a layer, where it has most room. */
function nameIn({ key, name, lows, highs }: Layer, { x, y }: Scales): JSX.Element | null {
  const room = (row: number): number => y(lows[row]!) - y(highs[row]!);
  let best = { from: 0, length: 0 };
  for (let from = 0; from < lows.length; from += 1) {
    let to = from;
    while (to < lows.length && room(to) >= 16 && Math.min(...lows.slice(from, to + 1).map((_, n) => y(lows[from + n]!))) - Math.max(...highs.slice(from, to + 1).map(y)) >= 14) to += 1;
    if (to - from > best.length) best = { from, length: to - from };
  }
  const { from, length } = best;
  if (x(length + 1) - x(1) < name.length * 6.5 + 8) return null;
  const low = Math.min(...lows.slice(from, from + length).map(y));
  const high = Math.max(...highs.slice(from, from + length).map(y));
  return <text key={`name ${key}`} class="in" x={x(from + 1) + 8} y={(low + high) / 2 + 4}>{name}</text>;
}

/** Kinds whose legend fits beside the title. */
const FEW = 2;

/** What the kinds' odds are on the floor under the crosshair. */
function Legend({ kinds, before }: { readonly kinds: readonly Kind[]; readonly before: readonly Kind[] | undefined }): JSX.Element {
  const row = floor.value - 1;
  const coloured = kinds.filter(({ key }) => colours.value.has(key));
  const some = coloured.filter(({ key, shares }) => shares[row]! > 0 || (before?.find((each) => each.key === key)?.shares[row] ?? 0) > 0);
  // Of many kinds the legend has a line of its own, on any floor, and the inspector says what the chosen one was.
  const many = coloured.length > FEW;
  return (
    <ul class={many ? "legend many" : "legend"}>
      {some.map(({ key, name, shares }) => {
        const was = before?.find((each) => each.key === key)?.shares[row] ?? 0;
        return (
          <li key={key}>
            <button type="button" title={name} aria-pressed={kind.value === key} onClick={() => (kind.value = kind.value === key ? "" : key)}>
              <i style={`background: ${colourOf(key)}`} /><span>{name}</span> <b>{many ? percent(shares[row]!) : withBefore(percent(shares[row]!, 1), before && percent(was, 1))}</b>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

const valuesOf = (estimates: readonly Estimate[]): number[] => estimates.map(([value]) => value);

export function Cost(): JSX.Element {
  const subject = meaning.value;
  const costs = subject && survey.value ? costsOf(subject, survey.value) : null;
  const was = baseline.value?.survey;
  const most = Math.max(1.2, ...(costs?.threat.flat() ?? []), ...valuesOf(costs?.healing ?? []), ...valuesOf(was?.threat ?? []));
  const row = floor.value - 1;
  const told = (now: readonly Estimate[], before: readonly Estimate[] | undefined): string => withBefore(figure(now[row]?.[0]), before && figure(before[row]?.[0]));
  const stale = survey.value !== null && earlier.value;
  return (
    <div class={stale ? "earlier" : ""}>
      <Strip id="threat" title={<>Cost of a floor, in whole heroes<Earlier is={stale} /></>} label="Threat and healing by floor" most={most} format={String}
        aside={costs && <span class="tools">
          <span class="legend"><i style="background: var(--cost)" />fights <b>{told(costs.threat, was?.threat)}</b></span>
          <span class="legend"><i style="background: var(--b2)" />healing <b>{told(costs.healing, was?.healing)}</b></span>
          <output class="soft">{costs.counted ? `${survey.value!.samples} floors of each` : "estimated until floors are generated"}</output>
        </span>}>
        {(scales) => (
          <>
            {!costs && <text class="soft" x={scales.width / 2} y={scales.height / 2} text-anchor="middle">Floors are being generated …</text>}
            <path class="whole" d={`M${scales.x(1)} ${scales.y(1)}H${scales.x(scales.floors + 1)}`} />
            <text class="soft halo" x={scales.x(1) + 6} y={scales.y(1) - 4}>a whole hero</text>
            {costs && (["threat", "healing"] as const).map((each) => {
              const colour = each === "threat" ? "var(--cost)" : "var(--b2)";
              return (
                <g key={each} data-line={each}>
                  <path d={areaOf(scales, costs[each].map(([, low]) => low), costs[each].map(([, , high]) => high))} fill={colour} opacity={0.2} />
                  <StepLine scales={scales} values={valuesOf(costs[each])} colour={colour} before={was ? valuesOf(was[each]) : undefined} />
                </g>
              );
            })}
          </>
        )}
      </Strip>
    </div>
  );
}

function figure(value: number | undefined): string {
  return value === undefined ? "" : value.toFixed(value < 10 ? 2 : 1);
}

const SURVIVAL = { survival: "heroes who leave the floor alive", hazard: "of those who reach the floor, who die there" } as const;

export function Lives({ bench, what }: { readonly bench: Bench; readonly what: keyof typeof SURVIVAL }): JSX.Element {
  const { games } = bench;
  const found = measured.value?.figures;
  const [after, before] = [found?.after[what], found?.before?.[what]];
  const bands = games.bands.value;
  const floors = meaning.value?.floors ?? 1;
  const stale = measured.value !== null && measured.value.of !== text.value;
  const row = floor.value - 1;
  const known = (value: number | undefined): string | undefined => (value === undefined || Number.isNaN(value) ? undefined : percent(value));
  const cut = (estimates: readonly Estimate[]): readonly Estimate[] => estimates.slice(0, floors);
  const target = (path: string, number: number): string => {
    const change = changeOf(games.target.value, path, number);
    return change ? changed(games.target.value, [change]) : games.target.value;
  };
  const aside = (
    <span class="tools">
      {known(after?.[row]?.[0]) && <span class="legend"><i style="background: var(--b0)" />floor {floor.value} <b>{withBefore(known(after![row]![0])!, known(before?.[row]?.[0]))}</b></span>}
      {bands.drawn[what].length > 0 && <span class="legend"><i style="background: var(--b2)" />target</span>}
      <output class="soft">{SURVIVAL[what]}</output>
    </span>
  );
  const drawn = bands.drawn[what].filter((each) => each.floor <= floors);
  return (
    <div class={stale ? "earlier" : ""}>
      <Strip id={what === "survival" ? "lives" : "hazards"} title={<>{what === "survival" ? "Who lives" : "Who dies"}: {games.bot.value}<Earlier is={stale} /></>} aside={aside}
        group={bands.points[what].length > 0} label={`${what} by floor: ${SURVIVAL[what]}`} most={1} format={percent}>
        {(scales) => (
          <>
            {!after && <text class="soft" x={scales.width / 2} y={scales.height / 2} text-anchor="middle">Bots begin to play once the hand rests …</text>}
            {drawn.map((band) => <path key={band.floor} class="band" d={`M${scales.x(band.floor)} ${scales.y(band.low)}V${scales.y(band.high)}H${scales.x(band.floor + 1)}V${scales.y(band.low)}Z`} fill="var(--b2)" />)}
            {after && (
              <>
                <path d={areaOf(scales, cut(after).map(([value, low]) => (Number.isNaN(value) ? NaN : low)), cut(after).map(([, , high]) => high))} fill="var(--b0)" opacity={0.25} />
                <StepLine scales={scales} values={valuesOf(cut(after))} colour="var(--b0)" before={before ? valuesOf(cut(before)) : undefined} />
              </>
            )}
            {bands.points[what].filter((each) => each.floor <= floors).map((point: Point) => (
              <Handle key={point.path} scales={scales} point={point} name={`band of ${what}, floor ${point.floor}`} colour="var(--b2)" unit={0.01} highest={100} aside={0.5}
                onMove={({ number }: Moved) => games.readTarget(target(point.path, number))} onGrab={() => undefined}
                onDrag={(moved) => moved && games.readTarget(target(point.path, moved.number))} />
            ))}
          </>
        )}
      </Strip>
    </div>
  );
}

