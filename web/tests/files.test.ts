// Files go out of the page and come in: saves, replays.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { seriousFaults } from "./accessibility";
import { ADDRESS, openBrowser, SteepPage } from "./steep_page";

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
  await page.getByText(/it would erase the saved game of the profile/).waitFor();
  assert.deepEqual(steep.faults, []);
  await page.context().close();
});

test("the dialog of files holds the focus, has a name, gives the focus back, and axe finds nothing serious in it", async () => {
  const steep = await SteepPage.open(browser);
  const { page } = steep;
  const focus = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.id);
  const close = { Escape: () => page.keyboard.press("Escape"), Close: () => page.getByRole("button", { name: "Close" }).press("Enter") };
  await page.setInputFiles("#add", [join(FILES, "save.steep"), join(FILES, "run.replay")]);
  await page.getByText("The replay has 120 actions").waitFor({ state: "attached" });
  for (const act of Object.values(close)) {
    await page.locator("#files").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Your files" }).waitFor();
    const around = ["Save data/replays/run.replay", "Save data/save.steep", "save-all", "add", "files-close"];
    const found = [];
    for (const key of ["Tab", "Shift+Tab"]) {
      for (let presses = 0; presses <= around.length; presses += 1) {
        found.push(await focus());
        await page.keyboard.press(key);
      }
    }
    assert.deepEqual(found, [...around, around[0], around[1], around[0], ...around.slice(1).reverse()]);
    await act();
    assert.equal(await focus(), "files");
    assert.equal(await page.locator("dialog[open]").count(), 0);
  }
  await page.keyboard.press("Enter");
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/files-${width}-${colorScheme}.png` });
      assert.deepEqual(await seriousFaults(page, "#files-dialog"), [], `${colorScheme}, ${width}`);
    }
  }
  await page.context().close();
});

test("a file that can't be used, and a link to no ruleset, are named as the player knows them", async () => {
  const steep = await SteepPage.open(browser);
  const { page } = steep;
  const given = (name: string, text: string) => ({ name, mimeType: "", buffer: Buffer.from(text) });
  const said = async (text: string) => page.waitForFunction((begin) => document.querySelector("#files-said")!.textContent!.startsWith(begin), text);
  await page.click("#files");
  await page.setInputFiles("#add", given("settings.toml", "x = 1"));
  await said("settings.toml: unknown setting");
  await page.setInputFiles("#add", given("my keys.toml", "[heros]"));
  await said("my keys.toml:1:2: heros: unknown");
  await page.click("#files-close");
  await page.setInputFiles("#replay-file", given("my.replay", "no replay"));
  await page.locator("#trouble", { hasText: /my\.replay.*: it is not a replay/ }).waitFor();
  await page.goto("about:blank");
  await page.goto(`${ADDRESS}#ruleset=tcod-2021`);
  await page.locator("#trouble", { hasText: /^ruleset: found no ruleset named 'tcod-2021'; allowed: [^/]* \(did you mean "tcod-2020"\?\)/ }).waitFor();
  assert.doesNotMatch(await page.locator("#trouble p").innerText(), /path/);
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
