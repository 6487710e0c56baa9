// What a person does with the page around the game: sizes, themes, palettes, tabs, the keyboard alone, replays that come in.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { ADDRESS, openBrowser, PATIENCE, SteepPage } from "./steep_page";

const FILES = process.env["STEEP_FILES"]!;

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

const columns = (page: Page): Promise<number> =>
  page.locator("#canvas").evaluate((canvas) => Number(canvas.dataset["columns"]));

/** The canvas as a picture. */
const picture = (page: Page): Promise<string> =>
  page.locator("#canvas").evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());

test("the size of the glyphs, the theme and the palette change what is drawn, and are kept", async () => {
  const steep = await SteepPage.open(browser);
  const { page } = steep;
  const usual = await columns(page);
  await page.click("#smaller");
  await page.waitForFunction((old) => Number(document.querySelector<HTMLElement>("#canvas")!.dataset["columns"]) > old, usual);
  const dark = await picture(page);
  await page.click("#theme");
  const light = await picture(page);
  assert.notEqual(light, dark);
  await page.setInputFiles("#add", { name: "settings.toml", mimeType: "", buffer: Buffer.from("color_blind = true\n") });
  await page.waitForFunction((old) => document.querySelector<HTMLCanvasElement>("#canvas")!.toDataURL() !== old, light);
  const chosen = [await columns(page), await picture(page)];
  await page.reload();
  await steep.shown(/New game/);
  assert.deepEqual([await columns(page), await picture(page)], chosen);
  assert.deepEqual(steep.faults, []);
  await page.context().close();
});

test("by the keyboard alone: from the game to the files and back; a second tab waits until the first is closed", async () => {
  const steep = await SteepPage.open(browser, "#ruleset=tcod-2020&seed=42");
  const { page } = steep;
  const focused = () => page.evaluate(() => document.activeElement?.id);
  await steep.shown(/Floor 1/);
  assert.equal(await focused(), "canvas");
  await steep.press("F6");
  assert.equal(await focused(), "workbench");
  await steep.press("Tab", "Enter");
  await page.locator("#files-dialog").getByText("data/save.steep").waitFor();
  await steep.press("Escape");
  assert.equal(await focused(), "files");
  await steep.press("F6", ".");
  await steep.shown(/Turn +1\b/);
  const second = await page.context().newPage();
  second.setDefaultTimeout(PATIENCE);
  await second.goto(ADDRESS);
  await second.getByText(/open in another tab/).waitFor();
  await page.close();
  await second.waitForFunction(() => /Continue/.test(document.querySelector("#text")?.textContent ?? ""));
  assert.deepEqual(steep.faults, []);
  await second.context().close();
});

test("a replay of a link plays and is verified, and so is one that is dropped", async () => {
  const replay = await readFile(join(FILES, "run.replay"));
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block" });
  await context.route("**/linked.replay", (route) => route.fulfill({ body: replay }));
  const steep = await SteepPage.openIn(context, "#replay=linked.replay");
  const { page } = steep;
  await steep.shown(/action [1-9]\d* of 120/);
  await page.getByText(/linked\.replay: verified: all \d+ turns are as recorded/).waitFor();
  assert.ok(steep.requests.some((address) => address.endsWith("/rules.wasm")), "by the compiled rules");
  await steep.press("q");
  await steep.shown(/New game/);
  await page.evaluate((bytes) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(bytes)], "dropped.replay"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, [...replay]);
  await steep.shown(/action [1-9]\d* of 120/);
  await page.getByText(/dropped\.replay: verified/).waitFor();
  assert.deepEqual(steep.faults, []);
  await context.close();
});
