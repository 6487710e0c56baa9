// A maker's own file stays the document: its numbers follow what is drawn, and what is typed into it is read again.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { openBrowser } from "./steep_page";
import { type Bench, openWorkbench, textOf } from "./workbench_page";

const LUA = `local monsters = {
  orc = { hp = 10, power = 3, defense = 0, xp = 35, weight = { {1, 80} } },
  -- größer
  troll = { hp = 16, power = 4, defense = 1, xp = 100, weight = { {3, 15}, {5, 30}, {7, 60} } },
}
`;

let browser: Browser;
let bench: Bench;
const own = () => bench.page.locator("#own .cm-content");
const saved = async (name = "pasted.lua"): Promise<string> => {
  const [download] = await Promise.all([bench.page.waitForEvent("download"), bench.page.locator("#save-own").click()]);
  assert.equal(download.suggestedFilename(), name);
  return readFileSync((await download.path())!, "utf8");
};
before(async () => {
  browser = await openBrowser();
  bench = await openWorkbench(browser);
  const { page } = bench;
  await page.locator("#open").click();
  await page.locator("#paste").fill(LUA);
  await page.locator("#paste-import").click();
  await page.locator("#as-own", { hasText: "pasted.lua" }).waitFor();
});

test("the menu is named after the maker's file, and tells their own from what comes with Steep", async () => {
  const { page } = bench;
  await page.locator("#open", { hasText: "pasted.lua" }).click();
  assert.deepEqual(await page.locator("#import h3").allTextContents(), ["Rulesets that come with Steep", "Your own"]);
  await page.getByRole("button", { name: "Close", exact: true }).click();
});
after(() => browser.close());

test("the number in a pasted Lua table follows a drag, one undo brings it back, and the file is given back as it was but for it", async () => {
  const { page, faults } = bench;
  const box = (await page.locator('[data-path="monsters.troll.spawn.5"]').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const by of [10, 20, 30]) await page.mouse.move(x, y - by);
  await page.locator("#own .cm-was", { hasText: "30 →" }).waitFor();
  await page.mouse.up();
  await page.locator("#own .cm-was").waitFor({ state: "detached" });
  const [, number] = /5 = (\d+), 7 = 60/.exec(await textOf(page))!;
  assert.ok(Number(number) > 35, number);
  assert.equal(await saved(), LUA.replace("{5, 30}", `{5, ${number}}`));
  await page.locator("#undo").click();
  await page.locator("#own .cm-line", { hasText: "{5, 30}" }).waitFor();
  assert.equal(await saved(), LUA);
  assert.deepEqual(faults, []);
});

test("what is typed into the file is read again, and what only the ruleset says stays", async () => {
  const { page } = bench;
  await page.getByLabel("hero HP").fill("44");
  await page.getByLabel("hero HP").press("Enter");
  await page.locator(".facts").waitFor();
  assert.match(await textOf(page), /\[hero\]\nhp = 44\n/);
  await own().fill(LUA.replace("hp = 16", "hp = 18").replace("orc", "goblin"));
  await page.locator("#odds .legend", { hasText: "goblin" }).waitFor();
  assert.match(await textOf(page), /\[monsters\.troll\]\nhp += 18\n/);
  assert.match(await textOf(page), /\[hero\]\nhp = 44\n/);
  assert.doesNotMatch(await textOf(page), /\[monsters\.orc\]\nhp/);
  assert.equal(await page.getByLabel("hero HP").inputValue(), "44");
});

test("a file that can't be read leaves the strips as they are, and says why", async () => {
  const { page } = bench;
  const text = await textOf(page);
  await own().fill("local monsters = {");
  await page.locator("#trouble", { hasText: "pasted.lua" }).waitFor();
  assert.equal(await textOf(page), text);
  await own().fill(LUA);
  await page.locator("#trouble").waitFor({ state: "detached" });
  await page.locator("#odds .legend", { hasText: "orc" }).waitFor();
});

test("a finding's line is that of the maker's file", async () => {
  const { page } = bench;
  await page.locator("#as-toml").click();
  await page.locator(".findings summary").click();
  await page.locator(".findings li", { hasText: "Troll ends up doing no harm" }).getByRole("button", { name: "Show line" }).click();
  await page.locator("#own .cm-focused").waitFor();
  assert.match(await page.evaluate(() => getSelection()?.toString() ?? ""), /^  troll = \{ hp = 16/);
});

test("a cell of the table is written into the maker's file", async () => {
  const { page } = bench;
  await page.locator("#as-table").click();
  const cell = page.getByLabel("troll, floor 5");
  await cell.fill("44");
  await page.keyboard.press("Enter");
  await page.locator("#as-own").click();
  await page.locator("#own .cm-line", { hasText: "{5, 44}" }).waitFor();
});

test("the file is there after a reload", async () => {
  const { page } = bench;
  await page.reload();
  await page.locator("#own .cm-line", { hasText: "{5, 44}" }).waitFor();
  assert.equal(await saved(), LUA.replace("{5, 30}", "{5, 44}"));
});

test("another file takes the place of all that was known of the former, and what it lacks is assumed and said", async () => {
  const { page } = bench;
  await page.locator("#open").click();
  await page.locator("#paste").fill("local monsters = {\n  rat = { {1, 60} },\n  ogre = { {3, 15} },\n}\n");
  await page.locator("#paste-import").click();
  await page.locator("#own .cm-line", { hasText: "rat" }).waitFor();
  await page.locator("#threat", { hasText: "Floors are being generated" }).waitFor();
  assert.equal(await page.locator(".findings li").count(), 0);
  await page.locator("#threat .steps").first().waitFor();
  await page.locator("#lives .steps").waitFor();
  assert.equal(await page.locator(".findings .error", { hasText: "TODO" }).count(), 0);
  await page.getByLabel("ogre HP").fill("30");
  await page.getByLabel("ogre HP").press("Enter");
  assert.match(await textOf(page), /\[monsters\.ogre\][^[]*hp +=* *30/);
});

test("a file that nothing was typed into is given back with each of its bytes, a CR alone at its end among them", async () => {
  const { page } = bench;
  const file = `${LUA}-- the end\r`;
  await page.locator("#file").setInputFiles({ name: "pasted.lua", mimeType: "", buffer: Buffer.from(file) });
  await page.locator("#own .cm-line", { hasText: "-- the end" }).waitFor();
  assert.equal(await saved(), file);
});

test("a file whose lines end by CR alone keeps them when something is typed into it", async () => {
  const { page } = bench;
  const file = LUA.replace("  -- größer\n", "").replaceAll("\n", "\r");
  await page.locator("#file").setInputFiles({ name: "old.lua", mimeType: "", buffer: Buffer.from(file) });
  await page.locator("#as-own", { hasText: "old.lua" }).waitFor();
  await own().fill(file.replace("{5, 30}", "{5, 33}").replaceAll("\r", "\n"));
  await page.locator("#own .cm-line", { hasText: "{5, 33}" }).waitFor();
  assert.equal(await saved("old.lua"), file.replace("{5, 30}", "{5, 33}"));
});

test("a sheet whose columns nobody knows asks for them, is read by the answer, and follows what is drawn", async () => {
  const { page } = bench;
  await page.locator("#open").click();
  await page.locator("#paste").fill("monster,rarity,depth\norc,80,1\ntroll,15,3\n");
  await page.locator("#paste-import").click();
  await page.locator("#columns", { hasText: "neither tables nor monsters" }).waitFor();
  await page.locator('#columns [name="floor"]').selectOption("depth");
  await page.locator('#columns [name="weight"]').selectOption("rarity");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.locator("#as-own", { hasText: "pasted.txt" }).waitFor();
  await page.locator("#columns").waitFor({ state: "detached" });
  assert.match(await textOf(page), /\[monsters\.troll\]\nspawn = \{ 3 = 15 \}/);
  await page.locator('[data-path="monsters.troll.spawn.3"]').focus();
  await page.keyboard.press("ArrowUp");
  await page.locator("#own .cm-line", { hasText: "troll,16,3" }).waitFor();
});
