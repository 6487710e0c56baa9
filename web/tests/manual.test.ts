// A person reads the manual beside the pages: with a search, without a network, on a phone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { seriousFaults } from "./accessibility";
import { ADDRESS, openBrowser, PATIENCE } from "./steep_page";

const MANUAL = `${ADDRESS}manual/`;

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

test("without a network, after one page was open, the search shows pages first, and leads to the row of a key", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const faults: string[] = [];
  const requests: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(MANUAL);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await context.setOffline(true);
  await page.locator(".sidebar-search").fill("spawn");
  await page.keyboard.press("Enter");
  const found = page.locator("#search-results li a");
  const key = found.filter({ hasText: "monsters.spawn" });
  await key.waitFor();
  assert.equal(await found.first().innerText(), "Spawn tables in your own game");
  await key.click();
  const row = page.locator(":target");
  assert.match(await row.innerText(), /^spawn\s.*by floor/s);
  await page.waitForFunction(() => {
    const top = document.querySelector(":target")!.getBoundingClientRect().top; // it scrolls there smoothly
    return top >= 0 && top < innerHeight;
  });
  assert.deepEqual(requests.filter((url) => !url.startsWith(ADDRESS)), []);
  assert.deepEqual(faults, []);
  await context.close();
});

for (const width of [1280, 390]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`pages fit ${width} pixels, ${colorScheme}, and axe finds nothing serious`, async () => {
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme, serviceWorkers: "block" });
      const page = await context.newPage();
      const faults: unknown[] = [];
      for (const name of ["index.html", "spawn.html", "api/steep.html"]) {
        await page.goto(MANUAL + name);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, name);
        if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/${name.replace("/", "-")}-${width}-${colorScheme}.png` });
        faults.push(...(await seriousFaults(page)));
      }
      assert.deepEqual(faults, []);
      await context.close();
    });
  }
}
