// A maker edits a ruleset in the workbench.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { seriousFaults } from "./accessibility";
import { ADDRESS, openBrowser, PATIENCE } from "./steep_page";
import { type Bench, contextOfWorkbenches, isRead, LARGE, openWorkbench, show, textOf, write } from "./workbench_page";

let browser: Browser;
let bench: Bench;
before(async () => (browser = await openBrowser()));
beforeEach(async () => (bench = await openWorkbench(browser)));
afterEach(() => bench.page.context().close());
after(() => browser.close());

/** Put the cursor at the end of what a line has, and type. */
async function typeAt(page: Page, line: string, keys: string): Promise<void> {
  await page.locator(".cm-line", { hasText: line }).first().click();
  await page.keyboard.press("End");
  await page.keyboard.type(keys);
}

test("a first visit says which floor of the tcod tutorial stops being dangerous, and why, and jumps to the line", async () => {
  const { page, faults, requests } = await openWorkbench(browser, "", await browser.newContext(LARGE));
  const finding = page.locator(".findings li", { hasText: "can ever hurt a hero" });
  await page.locator(".findings summary", { hasText: "4 accepted" }).click();
  assert.match(await finding.innerText(), /^Nothing can hurt a hero from floor 3 on\s+accepted\s+from floor 3 on, nothing \(power 4 at most\) can ever hurt a hero who chose defense twice.*\(accepted: as in the tutorial\)/);
  await page.locator(".findings li", { hasText: "troll (power 4)" }).getByRole("button", { name: "Show line" }).click();
  await page.waitForFunction(() => /^monsters\.troll/.test(getSelection()?.toString() ?? ""));
  assert.deepEqual(requests.filter((url) => !url.startsWith(ADDRESS) && !url.startsWith("blob:")), []);
  assert.deepEqual(faults, []);
  await page.context().close();
});

test("a point of a weight that is moved changes its number in the text and nothing else, can be undone and outlasts a reload", async () => {
  const { page } = bench;
  const before = await textOf(page);
  const handle = page.locator('[data-path="monsters.troll.spawn.5"]');
  await handle.focus();
  await page.keyboard.press("PageUp");
  await page.waitForFunction((old) => localStorage.getItem("steep-workbench-text") !== old, before);
  assert.equal(await textOf(page), before.replace("{ 3 = 15, 5 = 30, 7 = 60 }", "{ 3 = 15, 5 = 40, 7 = 60 }"));
  await page.locator('[data-path="monsters.troll.spawn.5"][aria-valuenow="40"]').waitFor();
  const box = (await handle.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y - 40, { steps: 4 });
  await page.mouse.up();
  const drawn = Number(/5 = (\d+), 7/.exec(await textOf(page))?.[1]);
  assert.ok(drawn > 60, String(drawn));
  await page.reload();
  await isRead(page);
  assert.match(await textOf(page), new RegExp(`5 = ${drawn}, 7`));
});

test("points of values by floor and of shapes are moved by mouse and keys, values up and down and floors sideways", async () => {
  const { page } = bench;
  const first = await textOf(page);
  const text = `extends = "tcod-2020" # spawn
[monsters.orc]
spawn = { 1 = 80 } # the orc's 80
[items.healing_potion]
spawn = { shape = "fall", floors = [1, 4], weight = 35 } # 35
`;
  await write(page, text);
  await page.locator("#group").selectOption("monsters: spawn"); // the cursor is at an item
  const orc = page.locator('[data-path="monsters.orc.spawn.1"]');
  await orc.focus();
  await page.keyboard.press("ArrowUp");
  await page.locator('[data-path="monsters.orc.spawn.1"][aria-valuenow="81"]').waitFor();
  assert.equal(await textOf(page), text.replace("1 = 80 }", "1 = 81 }"));
  await page.locator("#group").selectOption("items: spawn");
  const end = page.locator('[data-path="items.healing_potion.spawn.floors[2]"]');
  const box = (await end.boundingBox())!;
  const floor = (await page.locator("#drawn svg").first().boundingBox())!.width / 9;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 2 * floor, box.y, { steps: 3 });
  await page.mouse.up();
  assert.equal(await textOf(page), text.replace("1 = 80 }", "1 = 81 }").replace("[1, 4]", "[1, 6]"));
  await page.locator(".cm-content").focus();
  for (const undone of [text.replace("1 = 80 }", "1 = 81 }"), text, first]) {
    await page.keyboard.press("Control+z");
    assert.equal(await textOf(page), undone);
  }
  await page.keyboard.press("Control+z");
  assert.equal(await textOf(page), first, "what the editor began with cannot be undone");
});

test("a mistake is named where it stands, and the odds that were shown stay", async () => {
  const { page } = bench;
  await typeAt(page, "spawn   = 80", "\nhpp = 3");
  await page.locator(".findings li", { hasText: "monsters.orc.hpp" }).waitFor();
  assert.equal(await page.locator("#odds svg").count(), 1);
  assert.ok(await page.locator(".cm-lint-marker-error").count());
  await page.keyboard.press("Control+z");
  await page.locator(".findings li", { hasText: "can ever hurt" }).waitFor({ state: "attached" });
});

test("what a key means is shown under the pointer, with a link to its row in the manual", async () => {
  const { page } = bench;
  const line = page.locator(".cm-line", { hasText: "spawn" }).first();
  await line.hover({ position: { x: 8, y: 8 } });
  const link = page.locator(".explained a");
  const [manual] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  assert.equal(manual.url(), `${ADDRESS}manual/ruleset-keys.html#monsters.spawn`);
  assert.match(await manual.locator(":target").innerText(), /^spawn\s/);
  await manual.close();
});

test("axe finds nothing serious, light or dark, wide or narrow", async () => {
  const { page } = bench;
  await page.locator(".findings li").first().waitFor();
  await show(page, "map");
  await page.locator("#rolled pre").waitFor();
  for (const [theme, width] of [["dark", 1280], ["light", 390]] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((chosen) => (document.documentElement.dataset["theme"] = chosen), theme);
    assert.deepEqual(await seriousFaults(page), [], theme);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, "nothing is wider than the page");
  }
});

test("a hostile text and a hostile link inject nothing and hang nothing", async () => {
  const evil = 'title = "<img src=x onerror=alert(1)>"\nextends = "/etc/passwd"\n[monsters."<b>x</b>"]\n';
  const packed = await new Response(new Blob([evil]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  const page = await (await contextOfWorkbenches(browser)).newPage();
  page.setDefaultTimeout(PATIENCE);
  let alerts = 0;
  page.on("dialog", (dialog) => (alerts++, void dialog.dismiss()));
  await page.goto(`${ADDRESS}workbench.html#toml=${Buffer.from(packed).toString("base64url")}`);
  await page.locator(".findings li").first().waitFor();
  assert.equal(await page.locator(".findings img, .findings b").count(), 0);
  assert.equal(alerts, 0);
  const bomb = await new Response(new Blob(["a".repeat(3_000_000)]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  await page.goto("about:blank");
  await page.goto(`${ADDRESS}workbench.html#toml=${Buffer.from(bomb).toString("base64url")}`);
  await page.locator("#trouble", { hasText: "longer than a megabyte" }).waitFor();
  await page.goto("about:blank");
  await page.goto(`${ADDRESS}workbench.html#toml=%00%00`);
  await page.locator("#trouble", { hasText: "damaged" }).waitFor();
  await page.getByRole("button", { name: "Close this message" }).click();
  assert.equal(await page.locator("#trouble").isVisible(), false);
  await write(page, `a = ${"[".repeat(5000)}${"]".repeat(5000)}\n`);
  await page.locator(".findings", { hasText: "nested too deeply" }).waitFor();
  assert.equal(await page.locator("#trouble").isVisible(), false);
  await page.context().close();
});
