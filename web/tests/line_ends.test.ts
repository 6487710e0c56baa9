// A file of another system comes into the workbench and goes out, and its lines end as they did.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { openBrowser } from "./steep_page";
import { given, isRead, openWorkbench } from "./workbench_page";

let browser: Browser;
before(async () => (browser = await openBrowser()));
after(() => browser.close());

test("a file whose lines end by CR and LF keeps them when a point is moved, by a link, after a reload and without an undo", async () => {
  const { page } = await openWorkbench(browser);
  const file = 'extends = "tcod-2020"\r\n[monsters.troll]\r\nspawn = { 3 = 15, 5 = 30 } # thirty\r\n';
  const saved = async (): Promise<string> => readFileSync(await given(page, "toml"), "utf8");
  const own = await saved();
  await page.locator("#file").setInputFiles({ name: "mine.toml", mimeType: "", buffer: Buffer.from(file) });
  const point = page.locator('[data-path="monsters.troll.spawn.5"][aria-valuenow="30"]');
  await point.focus();
  await page.keyboard.press("ArrowUp");
  const moved = file.replace("30", "31");
  assert.equal(await saved(), moved);
  await page.reload();
  await isRead(page);
  assert.equal(await saved(), moved);
  await page.locator("#save").click();
  await page.locator("#share").click();
  await page.waitForFunction(() => location.hash.startsWith("#toml="));
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await isRead(page);
  assert.equal(await saved(), moved);
  await page.locator("#file").setInputFiles({ name: "other.toml", mimeType: "", buffer: Buffer.from(own) });
  await page.locator('[data-path="monsters.troll.spawn.7"]').waitFor();
  assert.equal(await saved(), own);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+z");
  assert.equal(await saved(), moved);
  await page.context().close();
});
