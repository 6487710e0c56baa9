// While a maker drags, all that is shown follows, and letting go is one step.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import type { Browser } from "playwright-core";
import { openBrowser } from "./steep_page";
import { type Bench, openWorkbench, textOf, write } from "./workbench_page";

let browser: Browser;
let bench: Bench;
before(async () => (browser = await openBrowser()));
beforeEach(async () => (bench = await openWorkbench(browser)));
afterEach(() => bench.page.context().close());
after(() => browser.close());

test("text, odds and cost follow a point before it is let go, and one undo brings back what was there", async () => {
  const { page, faults } = bench;
  await page.locator("#threat output", { hasText: "floors of each" }).waitFor();
  const before = await textOf(page);
  const box = (await page.locator('[data-path="monsters.troll.spawn.5"]').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const by of [10, 20, 30]) await page.mouse.move(x, y - by);
  await page.locator(".cm-was", { hasText: "30 →" }).waitFor();
  await page.locator("#odds .legend li", { hasText: /troll \d+\.\d%, was 27\.3%/ }).waitFor();
  await page.locator("#odds .dashed").waitFor();
  await page.locator("#threat output", { hasText: "estimated until" }).waitFor();
  await page.locator('#threat [data-line="threat"] .dashed').waitFor();
  await page.mouse.up();
  await page.locator(".cm-was").waitFor({ state: "detached" });
  const [, value] = /3 = 15, 5 = (\d+), 7 = 60/.exec(await textOf(page))!;
  assert.ok(Number(value) > 35, value);
  await page.locator("#undo").click();
  assert.equal(await textOf(page), before);
  assert.deepEqual(faults, []);
});

test("a curve of what the text extends is written into the text when it is moved", async () => {
  const { page } = bench;
  const text = 'extends = "tcod-2020"\n';
  await write(page, text);
  await page.locator(".ghost").first().waitFor({ state: "attached" });
  await page.locator('[data-path="monsters.troll.spawn.5"]').focus();
  await page.keyboard.press("ArrowUp");
  await page.locator('[data-path="monsters.troll.spawn.5"][aria-valuenow="31"]').waitFor();
  assert.equal(await textOf(page), `${text}\n[monsters.troll]\nspawn = { 3 = 15, 5 = 31, 7 = 60 }\n`);
  await page.locator("#undo").click();
  assert.equal(await textOf(page), text);
});

test("a number of the text is a slider, for the pointer and for keys", async () => {
  const { page } = bench;
  const text = 'extends = "tcod-2020"\n[hero]\nhp = 30\n';
  await write(page, text);
  const number = page.locator(".cm-line", { hasText: "hp = 30" }).locator("span", { hasText: /^30$/ });
  const box = (await number.boundingBox())!;
  await page.keyboard.down("Alt");
  await page.mouse.move(box.x + 4, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 24, box.y + box.height / 2, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.up("Alt");
  assert.equal(await textOf(page), text.replace("30", "35"));
  await page.locator(".cm-line", { hasText: "hp = 35" }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Alt+ArrowDown");
  assert.equal(await textOf(page), text.replace("30", "34"));
});

test("the table writes what is typed into a cell where the text has it, and says what it can't take", async () => {
  const { page } = bench;
  const text = await textOf(page);
  await page.locator("#as-table").click();
  const cell = page.getByLabel("troll, floor 4");
  await cell.fill("20");
  await page.keyboard.press("Enter");
  assert.equal(await textOf(page), text.replace("3 = 15, 5", "3 = 15, 4 = 20, 5"));
  await page.locator('[data-path="monsters.troll.spawn.4"]').waitFor();
  await cell.fill("many");
  await cell.blur();
  await page.locator("#said", { hasText: "Found “many”" }).waitFor();
  assert.equal(await cell.inputValue(), "20");
});

test("what a floor costs follows how many monsters a room may have, before floors are generated", async () => {
  const { page } = bench;
  await page.locator("#threat output", { hasText: "floors of each" }).waitFor();
  await page.locator("#group").selectOption("counts");
  const shown = async (): Promise<number> => Number(/fights (\d+\.\d+)/.exec((await page.locator("#threat .tools").textContent())!)![1]);
  const box = (await page.locator('[data-path="counts.monsters_per_room.1"]').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const before = await shown();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 60, { steps: 3 });
  await page.locator("#threat output", { hasText: "estimated until" }).waitFor();
  const [, number] = /monsters_per_room = \{ 1 = \d+ → (\d+)/.exec(await page.locator("#source .cm-content").innerText())!;
  assert.ok(Number(number) > 2, number);
  const wanted = (before * Number(number)) / 2;
  while (Math.abs((await shown()) - wanted) > 0.05 * wanted) await page.waitForTimeout(50); // the text is ahead of what it means
  assert.match(await page.locator("#odds .layer").first().getAttribute("fill") ?? "", /--k0/);
  await page.mouse.up();
});
