// A person opens a report of the lab from a disk: by mouse, finger and keyboard, and without its script.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { seriousFaults } from "./accessibility";
import { openBrowser, PATIENCE } from "./steep_page";

const REPORT = `file://${join(process.env["STEEP_FILES"]!, "report.html")}`;

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

/** Do something on the report. Faults, and requests for anything but the report, end the test. */
async function onReport(options: BrowserContextOptions, act: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("request", (request) => /^(file|data|blob):/.test(request.url()) || faults.push(request.url()));
  await page.goto(REPORT);
  await act(page);
  assert.deepEqual(faults, []);
  await context.close();
}

for (const width of [1280, 390]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`it fits ${width} pixels, ${colorScheme}, and axe finds nothing serious`, () =>
      onReport({ viewport: { width, height: 800 }, colorScheme }, async (page) => {
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
        if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/report-${width}-${colorScheme}.png`, fullPage: true });
        assert.deepEqual(await seriousFaults(page), []);
      }));
  }
}

test("arrow keys go from floor to floor, and Escape ends it", () =>
  onReport({}, async (page) => {
    const tip = page.locator(".tip");
    await page.locator(".plot > svg").first().focus();
    await page.keyboard.press("ArrowRight");
    assert.match(await tip.innerText(), /^Floor 1\s+diver\s+\d/);
    await page.keyboard.press("ArrowRight");
    assert.match(await tip.innerText(), /^Floor 2\s/);
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowRight");
    assert.match(await tip.innerText(), /^Floor 3\s/);
    await page.keyboard.press("Escape");
    assert.equal(await tip.isVisible(), false);
  }));

test("a finger shows what a floor has, and another touch ends it", () =>
  onReport({ viewport: { width: 390, height: 800 }, hasTouch: true }, async (page) => {
    const tip = page.locator(".tip");
    await page.locator(".spot").nth(1).tap();
    assert.match(await tip.innerText(), /^Floor 2\s+diver/);
    await page.locator("#survival h2").tap();
    assert.equal(await tip.isVisible(), false);
  }));

test("a bot is hidden everywhere, and shown again", () =>
  onReport({}, async (page) => {
    const button = page.getByRole("group", { name: "Bots shown" }).getByRole("button", { name: "diver" });
    const shown = page.locator("[data-of=diver]:visible");
    const all = await shown.count();
    assert.ok(all > 8);
    await button.click();
    assert.equal(await shown.count(), 0);
    assert.equal(await button.getAttribute("aria-pressed"), "false");
    await page.locator(".spot").first().hover();
    assert.match(await page.locator(".tip").innerText(), /^Floor 1\s+explorer\s[^\n]*$/s);
    await button.click();
    assert.equal(await shown.count(), all);
  }));

test("a table is sorted by its headings, and saved as CSV", () =>
  onReport({}, async (page) => {
    const table = page.locator("#floor-by-floor table").first();
    const floors = () => table.locator("tbody th").allInnerTexts();
    const heading = table.locator("th", { hasText: "floor" }).first();
    const orders = [];
    for (const order of ["ascending", "descending", null]) {
      await heading.getByRole("button").click();
      assert.equal(await heading.getAttribute("aria-sort"), order);
      orders.push((await floors()).join(""));
    }
    assert.deepEqual(orders, ["123", "321", "123"]);
    const [download] = await Promise.all([page.waitForEvent("download"), table.getByRole("button", { name: /^Save as CSV/ }).click()]);
    assert.match(download.suggestedFilename(), /^diver-clears.*\.csv$/);
    const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
    assert.match(lines[0]!, /^floor,reached,died,stopped,hazard,hazard_low,hazard_high,survival,/);
    assert.match(lines[1]!, /^1,40,\d+,0,0?\.?\d+,/);
    assert.deepEqual(new Set(lines.map((line) => line.split(",").length)).size, 1);
  }));

test("without its script it says the same", () =>
  onReport({ javaScriptEnabled: false }, async (page) => {
    assert.equal(await page.getByRole("button").count(), 0);
    assert.match((await page.locator(".spot title").first().textContent())!, /^Floor 1\ndiver: \d/);
    assert.ok(await page.locator("#floor-by-floor table").first().isVisible());
  }));
