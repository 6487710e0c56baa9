// Links lead from the game to the workbench and back, and hostile ones get one sentence.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { ADDRESS, openBrowser, PATIENCE, SteepPage } from "./steep_page";
import { isRead } from "./workbench_page";

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return `#toml=${Buffer.from(await new Response(stream).arrayBuffer()).toString("base64url")}`;
}

test("the ruleset of a game opens in the workbench, and what was changed there is played and goes on later", async () => {
  const steep = await SteepPage.open(browser, "#ruleset=tcod-2019&seed=5");
  await steep.shown(/Floor 1/);
  const opened = steep.page.context().waitForEvent("page");
  await steep.page.click("#workbench");
  const bench = await opened;
  bench.setDefaultTimeout(PATIENCE);
  await isRead(bench);
  const text = await bench.evaluate(() => localStorage.getItem("steep-workbench-text") ?? "");
  assert.match(text, /tcod.*2019|2019/i);
  await steep.page.close(); // only one tab plays
  await bench.locator(".cm-line", { hasText: /^title/ }).first().click();
  await bench.keyboard.press("Home");
  await bench.keyboard.press("Shift+End");
  await bench.keyboard.type('title = "My own"');
  await bench.click("#play");
  const shows = (what: string) => bench.waitForFunction((source) => new RegExp(source).test(document.body?.textContent ?? ""), what);
  await shows("erases your saved one");
  await bench.locator("#canvas").focus();
  await bench.keyboard.press("y");
  await shows("My own");
  await bench.keyboard.press("S");
  await shows("Continue +linked-");
  await bench.goto("about:blank");
  await bench.goto(ADDRESS);
  await shows("Continue +linked-");
  await bench.keyboard.press("c");
  await shows("My own");
  await bench.context().close();
});

test("links of earlier versions start games", async () => {
  const kept = new URL("../../tests/kept/", import.meta.url); // this file is built in web/.tests
  const links = readdirSync(kept).flatMap((version) => readFileSync(new URL(`${version}/links.txt`, kept), "utf8").trim().split("\n"));
  for (const link of links) {
    const steep = await SteepPage.open(browser, link);
    await steep.shown(/Floor 1/);
    assert.deepEqual(steep.faults, []);
    await steep.page.context().close();
  }
});

test("a death of a measurement's report opens the page ten turns before it, with the ruleset of the report", async () => {
  const { page } = await SteepPage.open(browser);
  await page.goto(`file://${join(process.env["STEEP_FILES"]!, "measured", "report.html")}`);
  await page.locator("#games td.end a", { hasText: /^died/ }).first().click();
  await page.locator("#game.described", { hasText: "Frail" }).waitFor();
  const [, at, of] = /action (\d+) of (\d+)/.exec(await page.locator("#game").innerText())!;
  assert.equal(Number(at), Math.max(0, Number(of) - 10));
  await page.locator("#verdict", { hasText: /verified: all \d+ turns are as recorded/ }).waitFor();
  await page.context().close();
});

test("a link whose ruleset is damaged, endless or wrong says so in one message and leaves the menu", async () => {
  const steep = await SteepPage.open(browser);
  const { page } = steep;
  for (const [link, message] of [
    ["#toml=%00", /damaged, so it was not opened/],
    [await packed("a".repeat(3_000_000)), /longer than a megabyte/],
    [await packed('title = "<img src=x onerror=alert(1)>"\nextends = "tcod-2020"\n[monsters.orc]\nhpp = 3\n'), /monsters\.orc\.hpp/],
    [await packed('extends = "/etc/passwd"'), /extends/],
  ] as const) {
    await page.goto("about:blank");
    await page.goto(ADDRESS + link);
    await page.locator("#trouble", { hasText: message }).waitFor();
    assert.equal(await page.locator("#trouble img").count(), 0);
    await page.getByRole("button", { name: "Go on" }).click();
    await steep.shown(/New game/);
  }
  assert.deepEqual(steep.faults, []);
  await page.context().close();
});
