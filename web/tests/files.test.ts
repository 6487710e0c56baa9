// Files go out of the page and come in: saves, replays.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { openBrowser, SteepPage } from "./steep_page";

const FILES = process.env["STEEP_FILES"]!;

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

test("a save of the desktop's game goes on in the page, and comes out of it for the desktop", async () => {
  const steep = await SteepPage.open(browser);
  const { page } = steep;
  const save = async (name: string) => {
    const started = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save data/save.steep" }).click();
    await (await started).saveAs(join(FILES, name));
  };
  await page.click("#files");
  await page.setInputFiles("#add", join(FILES, "save.steep"));
  await page.getByText(/The saved game is on floor/).waitFor();
  await save("given.steep");
  await page.click("#files-close");
  await steep.shown(/Continue +tcod-2020: floor 1/);
  await page.locator("#canvas").focus();
  await steep.press("c");
  await steep.shown(/Turn/);
  await steep.press(".", "S");
  await steep.shown(/Continue/);
  await page.click("#files");
  await save("own.steep");
  await page.setInputFiles("#add", join(FILES, "save.steep"));
  await page.getByText(/has a saved game, which it would erase/).waitFor();
  assert.deepEqual(steep.faults, []);
  await page.context().close();
});

test("a replay is verified, plays, pauses, steps, rewinds and jumps; an altered one is found out", async () => {
  const steep = await SteepPage.open(browser);
  const { page } = steep;
  await page.setInputFiles("#replay-file", join(FILES, "run.replay"));
  await steep.shown(/action [1-9]\d* of 120/);
  await steep.press("Space");
  await steep.shown(/paused/);
  await steep.press("Home");
  await steep.shown(/action 0 of 120/);
  await steep.press("ArrowRight", "ArrowRight");
  await steep.shown(/action 2 of 120/);
  await steep.press("ArrowLeft");
  await steep.shown(/action 1 of 120/);
  await steep.press("g", "5", "0", "Enter");
  await steep.shown(/turn 50;/);
  await steep.press("r");
  await steep.shown(/action (\d|[1-3]\d) of 120/);
  await page.getByText(/run\.replay: verified: all \d+ turns are as recorded/).waitFor();
  await page.setInputFiles("#replay-file", join(FILES, "altered.replay"));
  await page.getByText(/altered\.replay: not as recorded|altered\.replay: not verified/).waitFor();
  assert.deepEqual(steep.faults, []);
  await page.context().close();
});
