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

test("keys that come faster than answers write a curve of what the text extends once", async () => {
  const { page } = bench;
  await write(page, 'extends = "tcod-2020"\n');
  await page.locator(".ghost").first().waitFor({ state: "attached" });
  await page.locator('[data-path="monsters.troll.spawn.5"]').evaluate((point: Element) => {
    for (let key = 0; key < 2; key += 1) point.dispatchEvent(new KeyboardEvent("keydown", { key: "PageUp", bubbles: true, cancelable: true }));
  });
  await page.locator('[data-path="monsters.troll.spawn.5"][aria-valuenow="50"]').waitFor();
  assert.equal(await textOf(page), 'extends = "tcod-2020"\n\n[monsters.troll]\nspawn = { 3 = 15, 5 = 50, 7 = 60 }\n');
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

test("figures of the odds are whole, with few kinds and with seven, at 1280 pixels", async () => {
  const { page } = bench;
  const cut = () => page.evaluate(() => {
    const end = document.querySelector("#odds > header")!.getBoundingClientRect().right;
    const figures = [...document.querySelectorAll<HTMLElement>("#odds .legend b")];
    const right = (each: Element) => each.getBoundingClientRect().right;
    return { figures: figures.length, cut: figures.filter((each) => right(each) > Math.min(end, right(each.closest("button")!)) || each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent) };
  });
  await page.locator('[data-path="monsters.troll.spawn.5"]').focus();
  for (let key = 0; key < 9; key += 1) await page.keyboard.press("PageUp");
  await page.locator("#odds .legend", { hasText: /troll *60\.0%, was 27\.3%/ }).waitFor();
  assert.deepEqual(await cut(), { figures: 2, cut: [] });
  const names = await page.locator("#odds .legend span").evaluateAll((all) => all.map((each) => each.clientWidth > 0 && each.scrollWidth <= each.clientWidth));
  assert.deepEqual(names, [true, true]);
  await write(page, 'extends = "steep"\n');
  await page.locator("#odds .many").waitFor();
  await page.locator("#odds .legend button").first().click();
  assert.deepEqual(await cut(), { figures: 7, cut: [] });
});

test("on a phone held across the four strips are one screen, and none is cut", async () => {
  const { page } = bench;
  await page.setViewportSize({ width: 844, height: 390 });
  await page.locator("#figures").waitFor();
  const boxes = await page.locator("#figures .chart").evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
  assert.equal(boxes.length, 4);
  for (const { right, bottom, width, height } of boxes) {
    assert.ok(right <= 844 && bottom <= 390, `${right}, ${bottom}`);
    assert.ok(width > 380 && height > 80, `${width} by ${height}`);
  }
});

test("on a phone the line of the text that a drag edits is shown while it does", async () => {
  const { page } = bench;
  await page.setViewportSize({ width: 390, height: 844 });
  const box = (await page.locator('[data-path="monsters.troll.spawn.5"]').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 20, { steps: 3 });
  await page.locator("#echo:visible", { hasText: /^spawn {3}= \{ 3 = 15, 5 = \d+, 7 = 60 \}$/ }).waitFor();
  await page.mouse.up();
  await page.locator("#echo").waitFor({ state: "detached" });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.mouse.move(0, 0);
});

test("a line under the pointer marks its curve, and a curve its line", async () => {
  const { page } = bench;
  const line = page.locator(".cm-line", { hasText: "3 = 15, 5 = 30" });
  await line.hover();
  await page.locator('#drawn [data-curve="troll"].pointed').waitFor({ state: "attached" });
  await page.locator('#odds [data-key="troll"].pointed').waitFor();
  await page.locator(".cm-line", { hasText: "[monsters.orc]" }).hover();
  await page.locator('#drawn [data-curve="orc"].pointed').waitFor({ state: "attached" });
  assert.equal(await page.locator("#drawn .pointed").count(), 1);
  const strip = (await page.locator("#drawn .chart").boundingBox())!;
  const point = (await page.locator('[data-path="monsters.troll.spawn.7"]').boundingBox())!;
  await page.mouse.move(point.x + 30, point.y + point.height / 2 + 3);
  await page.locator(".cm-pointed", { hasText: "3 = 15, 5 = 30, 7 = 60" }).waitFor();
  await page.mouse.move(strip.x + 2, strip.y + 2);
  await page.locator(".cm-pointed").waitFor({ state: "detached" });
});
