// A maker adds points to curves and removes them, by the keyboard and by double clicks.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { openBrowser } from "./steep_page";
import { type Bench, isRead, openWorkbench, textOf, write } from "./workbench_page";

/** Each form of a curve, with comments that have to stay where they are. */
const TEXT = `extends = "tcod-2020" # 80
[monsters.orc]
spawn = 8_0 # eighty
[monsters.troll]
spawn = { 3 = 15, 6 = 30 } # both
[items.fireball_scroll.spawn] # by floor
  2 = 25 # two
  6 = 10
[items.lightning_scroll]
spawn.ramp = { 4 = 25, 6 = 30 }
[counts]
items_per_room.1 = 1
items_per_room.4 = 2
`;

let browser: Browser;
let bench: Bench;
before(async () => (browser = await openBrowser()));
beforeEach(async () => (bench = await openWorkbench(browser)));
afterEach(() => bench.page.context().close());
after(() => browser.close());

const handle = (page: Page, path: string) => page.locator(`[data-path="${path}"]`);

/** The path of the point that has the focus. */
const focused = (page: Page): Promise<string | null> => page.evaluate(() => document.activeElement!.getAttribute("data-path"));

test("keys add a point to a curve of any form and remove it, in its place of the text and nowhere else", async () => {
  const { page, faults } = bench;
  await write(page, TEXT);
  for (const [group, first, added, old, written] of [
    ["monsters: spawn", "monsters.orc.spawn", "monsters.orc.spawn.2", "8_0 #", "{ 1 = 8_0, 2 = 80 } #"],
    ["monsters: spawn", "monsters.troll.spawn.3", "monsters.troll.spawn.4", "3 = 15,", "3 = 15, 4 = 15,"],
    ["items: spawn", "items.fireball_scroll.spawn.2", "items.fireball_scroll.spawn.3", "# two\n", "# two\n  3 = 25\n"],
    ["items: spawn", "items.lightning_scroll.spawn.ramp.4", "items.lightning_scroll.spawn.ramp.5", "4 = 25,", "4 = 25, 5 = 28,"],
    ["counts", "counts.items_per_room.1", "counts.items_per_room.2", "room.1 = 1\n", "room.1 = 1\nitems_per_room.2 = 1\n"],
  ] as const) {
    await page.locator("#group").selectOption(group);
    await handle(page, first).focus();
    await page.keyboard.press("+");
    await handle(page, added).and(page.locator(":focus")).waitFor();
    const now = await textOf(page);
    assert.equal(now, TEXT.replace(old, written));
    if (first === "monsters.orc.spawn") {
      await page.locator(".cm-content").focus();
      await page.keyboard.press("Control+z");
      await handle(page, first).waitFor();
    } else {
      await page.keyboard.press("Delete");
      await handle(page, first).and(page.locator(":focus")).waitFor();
    }
    assert.equal(await textOf(page), TEXT, added);
  }
  assert.deepEqual(faults, []);
});

test("a curve's last point has to stay", async () => {
  const { page } = bench;
  const text = 'extends = "tcod-2020"\n[monsters.troll]\nspawn = { 3 = 15 } # three\n';
  await page.locator("#source .cm-content").fill(text);
  await handle(page, "monsters.troll.spawn.3").focus(); // perhaps before the text is read, when the chart still has other points
  await page.keyboard.press("Delete");
  await page.locator("#drawn-said", { hasText: "can't be removed" }).waitFor();
  await isRead(page);
  assert.equal(await textOf(page), text);
  assert.equal(await page.locator("#remove-point").isDisabled(), true);
});

test("a double click adds a point to the nearest curve, on the floor and with the value of the pointer", async () => {
  const { page } = bench;
  const text = await textOf(page);
  const [three, five] = await Promise.all([3, 5].map(async (floor) => (await handle(page, `monsters.troll.spawn.${floor}`).boundingBox())!));
  // Between the points of floors 3 and 5, a bit above the curve, which is 15 there.
  await page.mouse.dblclick((three!.x + five!.x + five!.width) / 2 + 8, three!.y - 6);
  await handle(page, "monsters.troll.spawn.4").and(page.locator(":focus")).waitFor();
  const [, value] = /3 = 15, 4 = (\d+), 5 = 30/.exec(await textOf(page))!;
  assert.ok(Number(value) >= 16 && Number(value) < 30, value);
  assert.equal(await textOf(page), text.replace("3 = 15, 5", `3 = 15, 4 = ${value}, 5`));
});

test("a formula's curve says that it takes no point", async () => {
  const { page } = bench;
  await write(page, 'extends = "tcod-2020"\n[monsters.orc]\nspawn = { shape = "fall", floors = [1, 6], weight = 60 }\n');
  await handle(page, "monsters.orc.spawn.weight").focus();
  await page.keyboard.press("+");
  await page.locator("#drawn-said", { hasText: "A formula gives this curve" }).waitFor();
  assert.equal(await focused(page), "monsters.orc.spawn.weight");
});

test("a point is moved to another floor by the keyboard, never over its neighbour", async () => {
  const { page } = bench;
  const text = 'extends = "tcod-2020"\n[monsters.troll]\nspawn = { 3 = 15, 5 = 30 } # floors\n';
  await write(page, text);
  await handle(page, "monsters.troll.spawn.5").and(page.locator('[aria-valuenow="30"]')).focus();
  await page.keyboard.press("ArrowLeft");
  await handle(page, "monsters.troll.spawn.4").and(page.locator(":focus")).waitFor();
  assert.equal(await textOf(page), text.replace("5 = 30", "4 = 30"));
  await page.keyboard.press("ArrowLeft");
  assert.equal(await textOf(page), text.replace("5 = 30", "4 = 30"));
});
