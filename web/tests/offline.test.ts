// A maker comes to the workbench first, then loses the network.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { ADDRESS, openBrowser, PATIENCE } from "./steep_page";
import { isRead, openWorkbench } from "./workbench_page";

let browser: Browser;
before(async () => (browser = await openBrowser()));
after(() => browser.close());

test("once the workbench was open, it, the game and the manual work without a network", { timeout: 3 * PATIENCE }, async () => {
  const { page, faults } = await openWorkbench(browser, "", await browser.newContext());
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.goto("about:blank");
  await page.context().setOffline(true);
  await page.goto(`${ADDRESS}workbench.html`);
  await isRead(page);
  await page.locator("#played", { hasText: /^[1-9]\d* (of \d+ )?games/ }).waitFor();
  await page.getByRole("link", { name: "Manual" }).click();
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.goto(`${ADDRESS}#ruleset=tcod-2020&seed=42`);
  await page.waitForFunction(() => /Floor 1/.test(document.body?.textContent ?? ""));
  assert.deepEqual(faults, []);
  await page.context().close();
});
