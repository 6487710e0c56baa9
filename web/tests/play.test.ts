// A person plays in the page: with keys, without a network, on a phone.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { seriousFaults } from "./accessibility";
import { ADDRESS, openBrowser, SteepPage } from "./steep_page";

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

test("a link starts a game, which goes on after a reload, without a network, from this host alone", async () => {
  const steep = await SteepPage.open(browser, "#ruleset=tcod-2020&seed=42", { serviceWorkers: "allow" });
  await steep.shown(/Floor 1/);
  await steep.press(".", ".");
  await steep.shown(/Turn +2/);
  await steep.press("S");
  await steep.shown(/Continue +tcod-2020: floor 1/);
  await steep.page.evaluate(() => navigator.serviceWorker.ready);
  await steep.page.goto("about:blank");
  await steep.page.context().setOffline(true);
  await steep.page.goto(ADDRESS);
  await steep.shown(/Continue +tcod-2020: floor 1/);
  await steep.press("c");
  await steep.shown(/Turn +2/);
  const foreign = steep.requests.filter((url) => !url.startsWith(ADDRESS) && url !== "about:blank");
  assert.deepEqual(foreign, []);
  assert.deepEqual(steep.faults, []);
  await steep.page.context().close();
});

test("a run is played to a death, which is final; what happens is said to screen readers", async () => {
  const steep = await SteepPage.open(browser);
  const { page } = steep;
  await page.click("#files");
  await page.setInputFiles("#add", join(process.env["STEEP_FILES"]!, "doomed.steep"));
  await page.click("#files-close");
  await steep.shown(/Continue +tcod-2020/);
  await page.locator("#canvas").focus();
  await steep.press("c");
  await steep.shown(/Turn/);
  for (let turn = 0; turn < 40 && !/illed by/.test(await steep.text()); turn += 1) await steep.press(".");
  await steep.shown(/illed by/);
  assert.ok(await page.getByRole("button", { name: "Share this run" }).isVisible());
  assert.match(await page.locator("#log").textContent() ?? "", /You die|kills you|illed by/);
  assert.deepEqual(await seriousFaults(page), []);
  await page.click("#files");
  await page.getByText("data/runs.jsonl").waitFor();
  assert.equal(await page.getByText("data/save.steep").count(), 0);
  await page.setInputFiles("#add", join(process.env["STEEP_FILES"]!, "doomed.steep"));
  await page.getByText(/the game saved in it is over/).waitFor();
  assert.deepEqual(steep.faults, []);
  await page.context().close();
});

test("on a phone: buttons, a tap travels, a swipe runs; nothing is wider than the screen; light and dark", async () => {
  const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };
  const steep = await SteepPage.open(browser, "#ruleset=tcod-2020&seed=42", phone);
  const { page } = steep;
  await steep.shown(/Floor 1/);
  await page.getByRole("button", { name: "Wait" }).tap();
  await page.getByRole("button", { name: "Hero" }).tap();
  await steep.shown(/Turn +1\b/);
  await page.getByRole("button", { name: "Back" }).tap();
  await steep.shown(/Floor 1/);
  const box = (await page.locator("#canvas").boundingBox())!;
  const hero = await page.locator("#text").innerText().then((text) => {
    const rows = text.split("\n");
    const row = rows.findIndex((each) => each.includes("@"));
    return { x: rows[row]!.indexOf("@"), y: row, rows: rows.length };
  });
  const cell = await page.locator("#canvas").evaluate((element) => ({
    columns: Number(element.dataset["columns"]),
    rows: Number(element.dataset["rows"]),
  }));
  assert.ok(cell.columns >= 17 && cell.columns <= 22, `${cell.columns} columns`);
  const at = (x: number, y: number) => ({
    x: box.x + ((x + 0.5) * box.width) / cell.columns,
    y: box.y + ((y + 0.5) * box.height) / cell.rows,
  });
  const west = at(hero.x - 2, hero.y);
  await page.touchscreen.tap(west.x, west.y);
  await steep.shown(/Turn +3\b/); // a swipe before would only end the travel
  const before = await steep.text();
  await page.locator("#canvas").evaluate((canvas) => {
    const fire = (type: string, x: number) =>
      canvas.dispatchEvent(
        new PointerEvent(type, { clientX: x, clientY: 300, pointerType: "touch", isPrimary: true, bubbles: true }),
      );
    fire("pointerdown", 100);
    fire("pointermove", 180);
    fire("pointerup", 200);
  });
  assert.doesNotMatch(before, /@#/);
  await steep.shown(/@#/); // the run has come to the wall; a tap before that would only end it
  await page.getByRole("button", { name: "Hero" }).tap();
  await steep.shown(/Turn +([4-9]|\d\d)\b/);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await seriousFaults(page), []);
  }
  assert.deepEqual(steep.faults, []);
  await page.context().close();
});

test("a hostile link gives one sentence and a menu", async () => {
  const link = `#ruleset=${encodeURIComponent("<img src=x onerror=alert(1)>")}&replay=https://example.org/a.replay`;
  const steep = await SteepPage.open(browser, "", {});
  await steep.page.goto("about:blank");
  await steep.page.goto(ADDRESS + link);
  await steep.page.waitForFunction(() => !document.querySelector<HTMLElement>("#trouble")!.hidden);
  assert.equal(await steep.page.locator("#trouble img").count(), 0);
  await steep.page.waitForFunction(() => document.querySelector("#trouble p")!.textContent!.includes("own host"));
  await steep.page.getByRole("button", { name: "Go on" }).click();
  await steep.shown(/New game/);
  await steep.page.goto("about:blank");
  await steep.page.goto(`${ADDRESS}#seed=99999999999999999999999`);
  await steep.page.waitForFunction(() => /a seed is a whole number from 0 to/.test(document.querySelector("#trouble")!.textContent!));
  await steep.page.context().close();
});
