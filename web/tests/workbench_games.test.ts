// A maker measures a ruleset in the workbench, walks through it, brings projects in and takes files out.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, test } from "node:test";
import type { Browser } from "playwright-core";
import { openBrowser } from "./steep_page";
import { type Bench, given, openWorkbench, show, textOf, write } from "./workbench_page";

let browser: Browser;
let bench: Bench;
before(async () => (browser = await openBrowser()));
beforeEach(async () => (bench = await openWorkbench(browser)));
afterEach(() => bench.page.context().close());
after(() => browser.close());

test("bots play a text and what it is compared with on the same seeds, and a target's bands are drawn and dragged", async () => {
  const { page } = bench;
  await page.locator("#played", { hasText: /^5 games$/ }).waitFor();
  await page.locator("#lives .steps").waitFor();
  assert.equal(await page.locator("#lives .dashed").count(), 0);
  await write(page, 'extends = "tcod-2020"\n[hero]\nhp = 1\n');
  await page.locator("#played", { hasText: "5 games, 5 before" }).waitFor();
  await page.locator("#lives .dashed").waitFor();
  await page.locator("#lives .legend", { hasText: /^floor 1 \d+%, was 100%$/ }).waitFor();
  await show(page, "bots");
  assert.match(await page.locator("#curves").innerText(), /survival changed|No change of survival/);
  await page.locator("#bands").click();
  const handle = page.locator('[data-path="bands.diver.survival.1[2]"]');
  await handle.focus();
  const before = await page.locator("#target").inputValue();
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction((old) => document.querySelector<HTMLTextAreaElement>("#target")!.value !== old, before);
  const [, low, high] = /1 = \[(\d+), (\d+)/.exec(before)!;
  assert.equal(await page.locator("#target").inputValue(), before.replace(`1 = [${low}, ${high}`, `1 = [${low}, ${Number(high) - 1}`));
  await page.locator("#curves td", { hasText: "survival, floor 1" }).first().waitFor();
  assert.equal(await page.locator("#target-others").innerText(), "");
  await page.locator("#target").fill("floors = [1, 30]\n[bands.diver]\nhazard = { 30 = [0, 50] }\n");
  await page.locator("#curves tr.unclear", { hasText: "hazard, floor 30" }).getByText("unclear: no game got there").waitFor();
  await page.locator("#bot").selectOption("brawler");
  await page.locator("#target-others", { hasText: "Bands of diver are not judged by games of brawler" }).waitFor();
});

test("bots play by the compiled rules in workers of their own, stopping ends them at once, and what is left can be played", async () => {
  const { page, faults, requests } = bench;
  await page.locator("#played", { hasText: /^5 games$/ }).waitFor();
  assert.ok(requests.some((address) => address.endsWith("/rules.wasm")));
  const playing = () => page.workers().filter((worker) => worker.url().endsWith("/games_worker.js")).length;
  await page.locator("#games").fill("2000");
  await page.keyboard.press("Enter");
  await page.locator("#measure", { hasText: "Stop" }).waitFor();
  while (playing() === 0) await page.waitForEvent("worker");
  await page.locator("#played", { hasText: /^[1-9]\d+ of 2000 games$/ }).waitFor();
  await page.locator("#measure").click();
  await page.locator("#measure", { hasText: "Measure" }).waitFor();
  const [, played] = /^(\d+) of 2000 games$/.exec(await page.locator("#played").innerText())!;
  for (let tries = 0; playing() > 0 && tries < 100; tries += 1) await page.waitForTimeout(20); // the driver hears of it later
  assert.equal(playing(), 0);
  await page.locator("#games").fill(String(Number(played) + 5));
  await page.keyboard.press("Enter");
  await page.locator("#measure").click();
  await page.locator("#played", { hasText: `${Number(played) + 5} games` }).waitFor();
  assert.deepEqual(faults, []);
});

test("a hero walks through the floor that is rolled, by keys, and F6 leaves the game", async () => {
  const { page, faults } = bench;
  await show(page, "map");
  await page.locator("#walk").click();
  await page.locator("#walked-text", { hasText: "Watching" }).waitFor();
  const shown = (): Promise<string> => page.locator("#walked-text").innerText();
  await page.waitForFunction(() => document.activeElement?.id === "walked");
  const before = await shown();
  await page.keyboard.press("ArrowLeft"); // a step, or what is said of a wall
  await page.waitForFunction((old) => document.querySelector<HTMLElement>("#walked-text")!.innerText !== old, before);
  await page.keyboard.press("F6");
  await page.waitForFunction(() => document.activeElement?.id === "walk");
  assert.deepEqual(faults, []);
});

test("a pasted table and a project's folder become rulesets, and what was read is listed", async () => {
  const { page } = bench;
  await page.locator("#open").click();
  await page.locator("#paste").fill("enemy_chances = {0: [(entity_factories.orc, 80)], 3: [(entity_factories.troll, 15)]}\n");
  await page.locator("#paste-import").click();
  await page.locator("#notes-lines li", { hasText: "of your game's numbers are in the ruleset" }).waitFor();
  await page.locator('[data-path="monsters.troll.spawn.3"]').waitFor();
  assert.match(await textOf(page), /extends = "tcod-2020"/);
  await page.locator("#file").setInputFiles({ name: "other.toml", mimeType: "", buffer: Buffer.from('extends = "rotjs"\n') });
  await page.locator("#notes").waitFor({ state: "detached" });
  const folder = mkdtempSync(join(tmpdir(), "game-"));
  writeFileSync(join(folder, "tables.py"), "enemy_chances = {0: [(entity_factories.orc, 70)]}\n");
  await page.locator("#folder").setInputFiles(folder);
  await page.locator("#notes-lines li", { hasText: "tables.py:1" }).first().waitFor();
  assert.match(await textOf(page), /spawn *= 70/);
  const filledIn = (await textOf(page)).replace(/^([\w-]+ *= "TODO")/gm, "# $1").replace(/spawn( *)= 70/, "spawn$1= 71");
  await page.locator("#as-toml").click();
  await write(page, filledIn);
  await page.locator("#as-own").click();
  await page.locator("#own .cm-line", { hasText: "orc, 71" }).waitFor();
  assert.match(readFileSync(await given(page, "patch"), "utf8"), /^-.*orc, 70.*\n\+.*orc, 71/m);
  await page.locator("#as-toml").click();
  await page.locator("#source .cm-content").focus();
  for (let undo = 0; undo < 4; undo += 1) await page.keyboard.press("Control+z");
  await page.locator('[data-path="monsters.troll.spawn.7"]').waitFor();
});

test("what is of an earlier text says so, on the page and in files, and a report waits for what is new", async () => {
  const { page } = bench;
  const earlier = ", of the text before your last change";
  await page.locator(".findings li", { hasText: "can ever hurt" }).waitFor({ state: "attached" });
  await page.locator("#played", { hasText: /^5 games$/ }).waitFor();
  await page.locator("#lives .steps").waitFor();
  await page.locator("#measure").click(); // which finds nothing left to play
  assert.equal(await page.locator(".of-earlier").count(), 0);
  await page.locator("#games").fill("2000");
  await page.keyboard.press("Enter");
  await page.locator("#measure", { hasText: "Stop" }).click();
  await write(page, 'extends = "tcod-2020"\n[hero]\nhp = 1\n');
  assert.match(await page.locator("#lives-title").innerText(), new RegExp(earlier), "at once");
  const report = readFileSync(await given(page, "report"), "utf8");
  assert.doesNotMatch(report, new RegExp(`What is wrong with it${earlier}`));
  assert.match(report, new RegExp(`How bots fare${earlier}`));
  assert.match(report, /Odds of monsters by floor/);
  assert.doesNotMatch(report, /drag a point/);
  await write(page, 'extends = "tcod-2020"\n[hero]\nhp = 0\n');
  await page.locator(".findings .error", { hasText: "hero.hp" }).waitFor();
  assert.match(await page.locator("#odds-title").innerText(), new RegExp(earlier));
  assert.equal(await page.locator("#found-title .of-earlier").count(), 0);
  assert.match(readFileSync(await given(page, "svg"), "utf8"), new RegExp(`Odds of monsters by floor${earlier}`));
});

test("tables, pictures and a report are given out", async () => {
  const { page } = bench;
  await page.locator(".findings li", { hasText: "can ever hurt" }).waitFor({ state: "attached" });
  const read = async (what: string): Promise<Buffer> => readFileSync(await given(page, what));
  assert.equal((await read("toml")).toString(), await textOf(page));
  assert.match((await read("as tcod-2020")).toString(), /enemy_chances/);
  const picture = (await read("svg")).toString();
  assert.match(picture, /^<svg[^]*Odds of monsters by floor[^]*Orc/i);
  assert.doesNotMatch(picture, /var\(/);
  assert.equal((await read("png")).subarray(1, 4).toString(), "PNG");
  await page.locator("#watch:enabled").waitFor();
  const report = (await read("report")).toString();
  assert.match(report, /<a href="http:[^"]*#toml=[\w-]+&amp;run=[\w-]+">Watch a death on floor \d/);
  assert.match(report, /can ever hurt a hero who chose defense twice/);
  assert.doesNotMatch(report, /<script|<button|src=/);
});
