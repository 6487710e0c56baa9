// A maker uses the whole workbench by the keyboard alone, and axe looks at what is open and drawn then.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { seriousFaults } from "./accessibility";
import { openBrowser } from "./steep_page";
import { type Bench, openWorkbench, show, textOf } from "./workbench_page";

let browser: Browser;
let bench: Bench;
before(async () => (browser = await openBrowser()));
beforeEach(async () => (bench = await openWorkbench(browser)));
afterEach(() => bench.page.context().close());
after(() => browser.close());

interface Focus {
  readonly name: string;
  /** Whether an outline shows it. */
  readonly visible: boolean;
}

/** What has the focus; null if it is the page. */
const focus = (page: Page): Promise<Focus | null> =>
  page.evaluate(() => {
    const found = document.activeElement!;
    if (found === document.body) return null;
    const { outlineStyle, outlineWidth } = getComputedStyle(found.closest(".cm-editor") ?? found);
    const name = found.id || found.getAttribute("data-path") || found.className || found.textContent || "";
    return { name, visible: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 };
  });

test("Tab leads through the whole page, in its order, shows where it is and is held nowhere", async () => {
  const { page } = bench;
  await page.locator(".findings li").first().waitFor();
  await page.locator("#played", { hasText: /^5 games/ }).waitFor();
  await show(page, "map");
  await page.locator("#rolled pre").waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.locator("h1").click();
  const found: Focus[] = [];
  for (let key = 0; key < 60; key += 1) {
    await page.keyboard.press("Tab");
    const now = await focus(page);
    if (now === null) break;
    found.push(now);
  }
  const names = found.map(({ name }) => name);
  const order = ["open", "save", "play", "cm-content", "splitter", "group", "add-point", "monsters.orc.spawn", "monsters.troll.spawn.7", "tab-map", "seed", "floor", "walk", "map", "bot", "games", "measure"];
  const places = order.map((wanted) => names.findIndex((name) => name.split(" ").includes(wanted)));
  assert.deepEqual(places, [...places].sort((one, other) => one - other), names.join(", "));
  assert.ok(places[0]! >= 0 && found.length < 60, names.join(", "));
  assert.deepEqual(found.filter(({ visible }) => !visible), []);
  await page.keyboard.press("Shift+Tab");
  assert.match((await focus(page))!.name, /watch/);
});

test("dialogs hold the focus, close by Escape and give it back; what is chosen in them acts", async () => {
  const { page, faults } = bench;
  for (const [opener, dialog] of [["open", "import"], ["save", "saving"]] as const) {
    await page.locator(`#${opener}`).focus();
    await page.keyboard.press("Enter");
    await page.locator(`#${dialog}[open]`).waitFor();
    for (let key = 0; key < 20; key += 1) {
      const inside = await page.evaluate((id) => document.activeElement === document.body || !!document.activeElement!.closest(`#${id}`), dialog);
      assert.ok(inside, opener);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Escape");
    assert.equal((await focus(page))!.name, opener);
    assert.equal(await page.locator("dialog[open]").count(), 0);
  }
  await page.locator("#open").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "rot.js tutorial" }).focus();
  await page.keyboard.press("Space");
  await page.waitForFunction(() => /rot\.js/.test(localStorage.getItem("steep-workbench-text") ?? ""));
  assert.equal((await focus(page))!.name, "open");
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+z");
  assert.match(await textOf(page), /python-tcod/);
  assert.deepEqual(faults, []);
});

test("axe finds nothing serious in measurements with bands and in open dialogs, light and dark, wide and narrow", async () => {
  const { page } = bench;
  await page.locator("#played", { hasText: /^5 games/ }).waitFor();
  await show(page, "bots");
  await page.locator("#bands").click();
  await page.locator("#curves td").first().waitFor();
  for (const theme of ["light", "dark"]) {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate((chosen) => (document.documentElement.dataset["theme"] = chosen), theme);
      const look = async (what: string, part: string): Promise<void> => {
        if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/${what}-${width}-${theme}.png` });
        assert.deepEqual(await seriousFaults(page, part), [], `${what}, ${theme}, ${width}`);
      };
      await page.locator("#curves").scrollIntoViewIfNeeded();
      await look("measured", "#curves");
      for (const opener of ["open", "save"]) {
        await page.locator(`#${opener}`).click();
        await look(opener, "dialog[open]");
        await page.keyboard.press("Escape");
      }
    }
  }
});
