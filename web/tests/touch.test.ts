// Fingers and mice beside the keys: what is tapped is pressed, and a click on a button leaves the keys to the game.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { changeWorker, openBrowser, SteepPage } from "./steep_page";

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

/** Where a text stands on the canvas, in CSS pixels of the page. */
async function placeOf(page: Page, text: string): Promise<{ x: number; y: number }> {
  const rows = (await page.locator("#text").innerText()).split("\n");
  const row = rows.findIndex((each) => each.includes(text));
  assert.ok(row >= 0, `${text} is not on the screen:\n${rows.join("\n")}`);
  const box = (await page.locator("#canvas").boundingBox())!;
  const cell = await page.locator("#canvas").evaluate((canvas) => ({
    columns: Number(canvas.dataset["columns"]),
    rows: Number(canvas.dataset["rows"]),
  }));
  return {
    x: box.x + ((rows[row]!.indexOf(text) + 0.5) * box.width) / cell.columns,
    y: box.y + ((row + 0.5) * box.height) / cell.rows,
  };
}

async function tap(page: Page, text: string): Promise<void> {
  const element = page.locator("#game.described :is(button, [role=option])").getByText(text).first();
  if (await element.count()) return element.tap();
  const { x, y } = await placeOf(page, text);
  await page.touchscreen.tap(x, y);
}

test("after a click on a button, and after a dialog, keys are the game's", async () => {
  const steep = await SteepPage.open(browser, "#ruleset=tcod-2020&seed=42");
  const { page } = steep;
  await steep.shown(/Floor 1/);
  for (const button of ["#larger", "#smaller", "#theme"]) await page.click(button);
  await steep.press(".");
  await steep.shown(/Turn +1\b/);
  await page.click("#files");
  await page.click("#files-close");
  await steep.press(".");
  await steep.shown(/Turn +2\b/);
  assert.deepEqual(steep.faults, []);
  await page.context().close();
});

test("on a phone: a seed is tapped in, a mode and what a footer names are tapped on; a death leads on", async () => {
  const steep = await SteepPage.open(browser, "", PHONE);
  const { page } = steep;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await steep.shown(/New game/);
  assert.ok((await button("Keyboard").boundingBox())!.x < 390);
  await tap(page, "Tutorials");
  await steep.shown(/Seed/);
  for (const digit of "407") await button(digit).tap();
  await button("Delete").tap();
  await steep.shown(/Seed +40_/);
  assert.doesNotMatch(await steep.text(), /Escape|Enter|Up\/Down|0-9/);
  await tap(page, "back");
  await steep.shown(/High scores/);
  await page.setInputFiles("#add", join(process.env["STEEP_FILES"]!, "doomed.steep"));
  await steep.shown(/Continue/);
  await tap(page, "Continue");
  await steep.shown(/HP/);
  const dead = steep.shown(/illed by/).then(() => true);
  while (!(await Promise.race([dead, button("Wait").tap({ timeout: 2000 }).catch(() => false)])));
  await steep.shown(/illed by/);
  await button("Replay").tap();
  await steep.shown(/action \d+ of \d+/);
  await button("Leave").tap();
  await steep.shown(/illed by/);
  await tap(page, "new game");
  await steep.shown(/Floor +1\b/);
  assert.deepEqual(steep.faults, []);
  await page.context().close();
});

test("on a phone: Look and a tap describe a spot, help speaks of fingers, and texts follow the finger", async () => {
  const steep = await SteepPage.open(browser, "#ruleset=tcod-2020&seed=42", PHONE);
  const { page } = steep;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await steep.shown(/Down walks to the stairs/);
  await tap(page, "inventory");
  await steep.shown(/tap to use, equip or unequip\s+back/);
  await tap(page, "back");
  await steep.shown(/Down walks to the stairs/);
  await page.waitForFunction(() => {
    const log = document.querySelector("#messages")!;
    return log.scrollHeight - log.clientHeight - log.scrollTop < 2; // the newest message is in view
  });
  await button("Look").tap();
  await steep.shown(/tap it again: done/);
  const about = await page.locator("#about").evaluate((text) => text.scrollHeight - text.clientHeight);
  assert.ok(about < 2, "all of the description is in view");
  const hero = await placeOf(page, "@");
  await page.touchscreen.tap(hero.x + 14, hero.y);
  await steep.shown(/floor\b.*[^]*tap it again: done/i);
  await page.touchscreen.tap(hero.x + 14, hero.y);
  await steep.shown(/^(?![^]*tap it again)/);
  await button("Help").tap();
  await steep.shown(/Tap a spot to walk there/);
  await page.locator("#canvas").evaluate((canvas) => {
    const fire = (type: string, y: number) =>
      canvas.dispatchEvent(new PointerEvent(type, { clientX: 200, clientY: y, pointerType: "touch", isPrimary: true, bubbles: true }));
    fire("pointerdown", 400);
    fire("pointermove", 350);
    fire("pointermove", 300);
    fire("pointerup", 300);
  });
  await steep.shown(/lines [789]-/); // 100 pixels of rows that can be read
  assert.deepEqual(steep.faults, []);
  await page.context().close();
});

test("glyphs can be read on a phone held across; a map can be made larger and smaller, as far as there are sizes", async () => {
  const steep = await SteepPage.open(browser, "#ruleset=tcod-2020&seed=42", { ...PHONE, viewport: { width: 844, height: 390 } });
  const { page } = steep;
  await steep.shown(/Floor/);
  const cell = await page.locator("#canvas").evaluate((canvas) => {
    const { width, height } = canvas.getBoundingClientRect();
    return [width / Number(canvas.dataset["columns"]), height / Number(canvas.dataset["rows"])];
  });
  assert.ok(cell[1]! > 12.9, `${cell} pixels`);
  for (const name of ["Menu", "Keyboard"]) {
    const box = (await page.getByRole("button", { name, exact: true }).boundingBox())!;
    assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= 844 && box.y + box.height <= 390, `${name} is at ${JSON.stringify(box)}`);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const columns = () => page.locator("#canvas").evaluate((canvas) => Number(canvas.dataset["columns"]));
  const usual = await columns();
  const sizes = () => page.evaluate(() => ["#sidebar", "#messages"].map((part) => parseFloat(getComputedStyle(document.querySelector(part)!).fontSize)));
  const before = await sizes();
  assert.ok(before.every((pixels) => pixels >= 14), `${before} pixels`);
  for (let taps = 0; (await page.locator("#larger").getAttribute("aria-disabled")) !== "true"; taps += 1) {
    assert.ok(taps < 9);
    await page.locator("#larger").tap({ force: true }); // the last one may just have been disabled
  }
  await page.waitForFunction((old) => Number(document.querySelector<HTMLElement>("#canvas")!.dataset["columns"]) < old, usual);
  for (const [part, pixels] of (await sizes()).entries()) assert.ok(pixels > before[part]!, "the text beside the map grows with it");
  await page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>("#canvas")!;
    const { width } = canvas.getBoundingClientRect();
    return width * (1 + 1 / Number(canvas.dataset["columns"])) > document.querySelector("#stage")!.clientWidth; // no cell more has room
  });
  await page.locator("#larger").tap({ force: true });
  for (let taps = 0; taps < 9; taps += 1) await page.locator("#smaller").tap({ force: true });
  await page.waitForFunction((old) => Number(document.querySelector<HTMLElement>("#canvas")!.dataset["columns"]) > old, usual);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  assert.deepEqual(steep.faults, []);
  await page.context().close();
});

for (const viewport of [{ width: 390, height: 844 }, { width: 360, height: 780 }, { width: 844, height: 390 }, { width: 740, height: 340 }]) {
  test(`on a phone of ${viewport.width} x ${viewport.height}, texts and menus have rows of at least 14 pixels, and all of a menu is in view`, async () => {
    const steep = await SteepPage.open(browser, "", { ...PHONE, viewport });
    const { page } = steep;
    await steep.shown(/New game/);
    const row = async () => page.locator("#canvas").evaluate((canvas) => canvas.getBoundingClientRect().height / Number(canvas.dataset["rows"]));
    assert.ok((await row()) >= 14, `${await row()} pixels`);
    const help = await placeOf(page, "Help");
    assert.ok(help.y < viewport.height);
    await page.touchscreen.tap(help.x, help.y);
    await steep.shown(/lines 1-/);
    assert.ok((await row()) >= 14, `${await row()} pixels`);
    assert.deepEqual(steep.faults, []);
    await page.context().close();
  });
}

/** What follows in the worker's script: calls that read ahead take until the test lets them go on. */
const HELD = `;{
  const answer = self.onmessage;
  let last = Promise.resolve();
  self.onmessage = (event) => {
    last = last.then(() => event.data.name === "read_ahead" && fetch("held")).then(() => answer(event));
  };
}`;

test("a tap that is not answered at once, because the ruleset is being read, is said to be waiting", async () => {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: "block" });
  await changeWorker(context, (script) => script + HELD);
  let goOn!: () => void;
  const released = new Promise<void>((resolve) => (goOn = resolve));
  const reading = new Promise<void>((resolve) =>
    void context.route("**/held", async (route) => {
      resolve();
      await released;
      await route.fulfill({ body: "" });
    }),
  );
  const steep = await SteepPage.openIn(context);
  await steep.shown(/New game/);
  await reading;
  const waiting = steep.page.locator("#waiting");
  assert.ok(await waiting.isHidden());
  await tap(steep.page, "Help");
  await waiting.waitFor();
  assert.match(await steep.text(), /New game/);
  goOn();
  await steep.shown(/lines 1-/);
  await waiting.waitFor({ state: "hidden" });
  assert.deepEqual(steep.faults, []);
  await context.close();
});
