// Bots' games go on however long they take, and a fault ends them so that they can begin again: no browser is needed.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { WorkbenchCalls } from "../src/python/calls";
import { type PythonWorker, TookTooLong } from "../src/python/client";
import { LatestCalls, RestartedWorker } from "../src/workbench/latest";
import { Measurement } from "../src/workbench/measure";

/** A worker that plays as it is said to, until it is ended. A game's rows are one byte, its seed. */
class Played {
  ended = false;
  private reject: (reason: Error) => void = () => undefined;

  constructor(private readonly games: (seeds: readonly number[]) => Promise<unknown>) {}

  async play(seeds: readonly number[]): Promise<Uint8Array> {
    const ended = new Promise<never>((_, reject) => (this.reject = reject));
    await Promise.race([this.games(seeds), ended]);
    return Uint8Array.from(seeds);
  }

  end(): void {
    this.ended = true;
    this.reject(new Error("the worker was ended"));
  }
}

const never = new Promise<never>(() => undefined);
let players: Played[];
beforeEach(() => {
  players = [];
  Object.defineProperty(globalThis, "navigator", { value: { hardwareConcurrency: 2 }, configurable: true });
});

function starting(games: (seeds: readonly number[]) => Promise<unknown>): () => Promise<Played> {
  return async () => {
    players.push(new Played(games));
    return players.at(-1)!;
  };
}

test("games have no limit of time, slow ones come in one by one, and each seed is played once", async () => {
  const sizes: number[] = [];
  const measurement = new Measurement("", "explorer", 3);
  const start = starting((seeds) => {
    sizes.push(seeds.length);
    return new Promise((done) => setTimeout(done, seeds.includes(0) ? 200 : 1));
  });
  const counts: number[] = [];
  await measurement.run(200, start, () => counts.push(measurement.games));
  assert.deepEqual(measurement.visits.sort(), Uint8Array.from({ length: 200 }, (_, seed) => seed));
  assert.equal(sizes[0], 1, "nobody waits for several games at first");
  assert.ok(Math.max(...sizes) > 1 && Math.max(...sizes) <= 32, String(sizes));
  assert.ok(counts.length > 5);
  assert.ok(players.every(({ ended }) => ended));
});

test("a fault ends all workers, keeps the games, and the next run plays the others", async () => {
  const measurement = new Measurement("", "explorer", 3);
  const failing = starting(async ([seed]) => {
    if (seed === 0) return;
    if (seed === 1) return never;
    throw new Error("no memory");
  });
  await assert.rejects(measurement.run(6, failing, () => undefined), /no memory/);
  assert.deepEqual(players.map(({ ended }) => ended), [true, true]);
  assert.deepEqual([...measurement.visits], [0]);
  await measurement.run(6, starting(async () => undefined), () => undefined);
  assert.deepEqual([...measurement.visits].sort(), [0, 1, 2, 3, 4, 5]);
});

test("stopping ends games that are under way, and is no fault", async () => {
  const measurement = new Measurement("", "explorer", 3);
  const run = measurement.run(6, starting(() => never), () => undefined);
  setTimeout(() => measurement.stop(), 20);
  await run;
  assert.deepEqual(players.map(({ ended }) => ended), [true, true]);
});

test("games begin anew at once after a stop, and each seed is still played once", async () => {
  const measurement = new Measurement("", "explorer", 3);
  const last = starting(async () => undefined);
  const late = async () => {
    await new Promise((done) => setTimeout(done, 20));
    return last();
  };
  const runs = [measurement.run(6, starting(() => never), () => undefined)];
  await new Promise((done) => setTimeout(done, 1));
  for (const start of [late, last]) {
    measurement.stop();
    runs.push(measurement.run(6, start, () => undefined));
  }
  await Promise.all(runs);
  assert.deepEqual([...measurement.visits].sort(), [0, 1, 2, 3, 4, 5]);
  assert.ok(players.every(({ ended }) => ended));
});

test("a worker that has ended is started again for the next call, and what took too long is said in words", async () => {
  let starts = 0;
  const worker = new RestartedWorker(async () => {
    starts += 1;
    const python = {
      ended: false,
      call: async () => {
        if (starts > 1) return "floors";
        python.ended = true;
        throw new TookTooLong("survey took longer than 180 seconds");
      },
    };
    return python as unknown as PythonWorker<WorkbenchCalls>;
  });
  const calls = new LatestCalls(worker, 180);
  const ask = () => new Promise((answer) => calls.ask("survey", ["", 1], answer, ({ message }) => answer(message)));
  assert.equal(await ask(), "Generating floors took longer than 180 seconds, so it was stopped.");
  assert.equal(await ask(), "floors");
  assert.equal(starts, 2);
});
