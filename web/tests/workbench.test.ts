// A maker uses the workbench.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { seriousFaults } from "./accessibility";
import { ADDRESS, openBrowser } from "./steep_page";

const LARGE = { viewport: { width: 1280, height: 900 } };

let browser: Browser;
let bench: Awaited<ReturnType<typeof open>>;
before(async () => {
  browser = await openBrowser();
  bench = await open();
});
after(() => browser.close());

/** The workbench in a browser of its own; `faults` and `requests` collect what it reports and asks for. */
async function open(link = "", options: BrowserContextOptions = LARGE) {
  const page = await (await browser.newContext(options)).newPage();
  page.setDefaultTimeout(180_000);
  const faults: string[] = [];
  const requests: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(`${ADDRESS}workbench.html${link}`);
  await page.locator("#odds svg").first().waitFor();
  return { page, faults, requests };
}

const textOf = (page: Page): Promise<string> =>
  page.evaluate(() => localStorage.getItem("steep-workbench-text") ?? "");

/** Put the cursor at the end of what a line has, and type. */
async function typeAt(page: Page, line: string, keys: string): Promise<void> {
  await page.locator(".cm-line", { hasText: line }).first().click();
  await page.keyboard.press("End");
  await page.keyboard.type(keys);
}

test("a first visit says which floor of the tcod tutorial stops being dangerous, and why, and jumps to the line", async () => {
  const { page, faults, requests } = bench;
  const finding = page.locator(".findings button", { hasText: "can ever hurt a hero" });
  await finding.waitFor();
  assert.match(await finding.innerText(), /from floor 3 on, nothing \(power 4 at most\) can ever hurt a hero who chose defense twice/);
  await page.locator(".findings button", { hasText: "troll (power 4)" }).click();
  assert.match(await page.evaluate(() => getSelection()?.toString() ?? ""), /^monsters\.troll/);
  assert.deepEqual(requests.filter((url) => !url.startsWith(ADDRESS) && !url.startsWith("blob:")), []);
  assert.deepEqual(faults, []);
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
  await page.locator("#odds svg").first().waitFor();
  assert.match(await textOf(page), new RegExp(`5 = ${drawn}, 7`));
});

test("points of tables by floor and of shapes are moved by mouse and keys, values up and down and floors sideways", async () => {
  const { page } = bench;
  const text = `extends = "tcod-2020" # spawn
[spawn.monsters]
1 = [["orc", 80]] # the orc's 80
3 = { troll = 15 }
[items.healing_potion]
spawn = { shape = "fall", floors = [1, 4], weight = 35 } # 35
`;
  await page.locator(".cm-content").fill(text);
  const orc = page.locator('[data-path="spawn.monsters.1[1][2]"]');
  await orc.focus();
  await page.keyboard.press("ArrowUp");
  await page.locator('[data-path="spawn.monsters.1[1][2]"][aria-valuenow="81"]').waitFor();
  assert.equal(await textOf(page), text.replace('["orc", 80]', '["orc", 81]'));
  await page.locator("#group").selectOption("items: spawn");
  const end = page.locator('[data-path="items.healing_potion.spawn.floors[2]"]');
  const box = (await end.boundingBox())!;
  const floor = (await page.locator("#drawn svg").first().boundingBox())!.width / 9;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 2 * floor, box.y, { steps: 3 });
  await page.mouse.up();
  assert.equal(await textOf(page), text.replace('["orc", 80]', '["orc", 81]').replace("[1, 4]", "[1, 6]"));
  await page.locator(".cm-content").focus();
  for (let undo = 0; undo < 3; undo += 1) await page.keyboard.press("Control+z");
  await page.locator("#group").selectOption("monsters: spawn");
  await page.locator('[data-path="monsters.troll.spawn.5"]').waitFor();
});

test("a mistake is named where it stands, and the odds that were shown stay", async () => {
  const { page } = bench;
  await typeAt(page, "spawn   = 80", "\nhpp = 3");
  await page.locator(".findings button", { hasText: "monsters.orc.hpp" }).waitFor();
  assert.equal(await page.locator("#odds > svg").count(), 2);
  assert.ok(await page.locator(".cm-lint-marker-error").count());
  await page.keyboard.press("Control+z");
  await page.locator(".findings button", { hasText: "can ever hurt" }).waitFor();
});

test("what a key means is shown under the pointer, with a link to its row in the manual", async () => {
  const { page } = bench;
  const line = page.locator(".cm-line", { hasText: "spawn" }).first();
  await line.hover({ position: { x: 8, y: 8 } });
  const link = page.locator(".explained a");
  const [manual] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  assert.equal(manual.url(), `${ADDRESS}manual/rulesets.html#monsters.spawn`);
  assert.match(await manual.locator(":target").innerText(), /^spawn\s/);
  await manual.close();
});

test("bots play two texts on the same seeds, side by side with the change, and a target's bands are drawn and dragged", async () => {
  const { page } = bench;
  await page.locator("#bot").selectOption("diver");
  await page.locator("#games").fill("5");
  await page.locator("#measure").click();
  await page.locator("#played", { hasText: "5 games" }).waitFor();
  await page.locator("#measure", { hasText: "Measure" }).waitFor();
  assert.equal(await page.locator("#curves svg[role=img]").count(), 2);
  await page.locator(".cm-content").fill('extends = "tcod-2020"\n[hero]\nhp = 1\n');
  await page.locator(".findings button", { hasText: "hurt" }).or(page.locator("#found p")).first().waitFor();
  await page.locator("#measure").click();
  await page.locator("#played", { hasText: "5 games, 5 before" }).waitFor();
  assert.equal(await page.locator("#curves svg[role=img]").count(), 4);
  assert.match(await page.locator("#curves").innerText(), /survival after/);
  await page.locator("#target-of-bots summary").click();
  await page.locator("#bands").click();
  const handle = page.locator('[data-path="bands.diver.survival.1[1]"]');
  await handle.focus();
  const before = await page.locator("#target").inputValue();
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction((old) => document.querySelector<HTMLTextAreaElement>("#target")!.value !== old, before);
  const [, low] = /1 = \[(\d+), /.exec(before)!;
  assert.equal(await page.locator("#target").inputValue(), before.replace(`1 = [${low}, `, `1 = [${Number(low) + 1}, `));
  await page.locator("#curves td", { hasText: "survival, floor 1" }).first().waitFor();
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+z");
});

test("a hero walks through the floor that is rolled, by keys, and F6 leaves the game", async () => {
  const { page, faults } = bench;
  await page.locator("#walk").click();
  await page.locator("#walked-text", { hasText: "Watching" }).waitFor();
  const shown = (): Promise<string> => page.locator("#walked-text").innerText();
  await page.waitForFunction(() => document.activeElement?.id === "walked");
  const before = await shown();
  const arrows = ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"];
  for (let key = 0; (await shown()) === before && key < 4; key += 1) {
    await page.keyboard.press(arrows[key]!);
    await page.waitForTimeout(500);
  }
  assert.notEqual(await shown(), before);
  await page.keyboard.press("F6");
  await page.waitForFunction(() => document.activeElement?.id === "walk");
  assert.deepEqual(faults, []);
  await page.locator("#walk").click();
});

test("a pasted table and a project's folder become rulesets, and what was read is listed", async () => {
  const { page } = bench;
  await page.locator("#open").click();
  await page.locator("#paste").fill("enemy_chances = {0: [(entity_factories.orc, 80)], 3: [(entity_factories.troll, 15)]}\n");
  await page.locator("#paste-import").click();
  await page.locator("#notes-lines li", { hasText: "of your game's numbers are here" }).waitFor();
  await page.locator('[data-path="monsters.troll.spawn.3"]').waitFor();
  assert.match(await textOf(page), /extends = "tcod-2020"/);
  const folder = mkdtempSync(join(tmpdir(), "game-"));
  writeFileSync(join(folder, "tables.py"), "enemy_chances = {0: [(entity_factories.orc, 70)]}\n");
  await page.locator("#folder").setInputFiles(folder);
  await page.locator("#notes-lines li", { hasText: "tables.py:1" }).first().waitFor();
  assert.match(await textOf(page), /spawn *= 70/);
  await page.locator(".cm-content").focus();
  for (let undo = 0; undo < 2; undo += 1) await page.keyboard.press("Control+z");
  await page.locator('[data-path="monsters.troll.spawn.7"]').waitFor();
});

test("tables, pictures and a report are given out", async () => {
  const { page } = bench;
  await page.locator(".findings button", { hasText: "can ever hurt" }).waitFor();
  const given = async (what: string): Promise<Buffer> => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save").selectOption(what)]);
    return readFileSync((await download.path())!);
  };
  assert.equal((await given("toml")).toString(), await textOf(page));
  assert.match((await given("as tcod-2020")).toString(), /enemy_chances/);
  assert.match((await given("svg")).toString(), /^<svg[^]*Odds of monsters by floor[^]*Orc/i);
  assert.equal((await given("png")).subarray(1, 4).toString(), "PNG");
  const report = (await given("report")).toString();
  assert.match(report, /can ever hurt a hero who chose defense twice/);
  assert.doesNotMatch(report, /<script|<button|src=/);
});

test("axe finds nothing serious, light or dark, wide or narrow", async () => {
  const { page } = bench;
  await page.locator("#rolled pre").waitFor();
  for (const [theme, width] of [["dark", 1280], ["light", 390]] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((chosen) => (document.documentElement.dataset["theme"] = chosen), theme);
    assert.deepEqual(await seriousFaults(page), [], theme);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, "nothing is wider than the page");
  }
  await page.setViewportSize(LARGE.viewport);
});

test("a hostile text and a hostile link inject nothing and hang nothing", async () => {
  const evil = 'title = "<img src=x onerror=alert(1)>"\nextends = "/etc/passwd"\n[monsters."<b>x</b>"]\n';
  const packed = await new Response(new Blob([evil]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  const page = await (await browser.newContext(LARGE)).newPage();
  page.setDefaultTimeout(180_000);
  let alerts = 0;
  page.on("dialog", (dialog) => (alerts++, void dialog.dismiss()));
  await page.goto(`${ADDRESS}workbench.html#toml=${Buffer.from(packed).toString("base64url")}`);
  await page.locator(".findings button").first().waitFor();
  assert.equal(await page.locator(".findings img, .findings b").count(), 0);
  assert.equal(alerts, 0);
  const bomb = await new Response(new Blob(["a".repeat(3_000_000)]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  await page.goto("about:blank");
  await page.goto(`${ADDRESS}workbench.html#toml=${Buffer.from(bomb).toString("base64url")}`);
  await page.locator("#trouble", { hasText: "longer than a megabyte" }).waitFor();
  await page.goto("about:blank");
  await page.goto(`${ADDRESS}workbench.html#toml=%00%00`);
  await page.locator("#trouble", { hasText: "damaged" }).waitFor();
  await page.context().close();
});
