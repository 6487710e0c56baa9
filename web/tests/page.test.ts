// What a person does with the page around the game: sizes, themes, palettes, tabs, the keyboard alone, replays that come in.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { seriousFaults } from "./accessibility";
import { ADDRESS, openBrowser, PATIENCE, SteepPage } from "./steep_page";

const FILES = process.env["STEEP_FILES"]!;

declare global {
  /** What the first frame of a page showed. */
  var firstText: string | undefined;
}

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
  const groundIsThePages = async () => {
    const [ground, wanted] = await page.locator("#stage").evaluate((stage) => {
      const wanted = document.body.appendChild(document.createElement("i"));
      wanted.style.background = "var(--background)";
      return [stage, wanted].map((each) => getComputedStyle(each).backgroundColor);
    });
    assert.equal(ground, wanted);
  };
  const dark = await picture(page);
  await groundIsThePages();
  await page.click("#theme");
  const light = await picture(page);
  assert.notEqual(light, dark);
  await groundIsThePages();
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

test("a map has square cells, and zooms by the wheel and by keys; a hint and a row of a list are clicked", async () => {
  const steep = await SteepPage.open(browser, "#ruleset=tcod-2020-gear&seed=42");
  const { page } = steep;
  await steep.shown(/Floor 1/);
  const cell = () =>
    page.locator("#canvas").evaluate((canvas) => {
      const { width, height } = canvas.getBoundingClientRect();
      return [width / Number(canvas.dataset["columns"]), height / Number(canvas.dataset["rows"])];
    });
  const [width, height] = await cell();
  assert.ok(Math.abs(width! - height!) < 0.1, `${width} x ${height}`);
  assert.ok(width! >= 13, `${width} pixels`);
  const usual = await columns(page);
  const columnsAre = async (wanted: (now: number) => boolean) => {
    for (let tries = 0; tries < 200 && !wanted(await columns(page)); tries += 1) await page.evaluate(() => new Promise(requestAnimationFrame));
    assert.ok(wanted(await columns(page)), `${await columns(page)} columns, before ${usual}`);
  };
  await page.mouse.move(300, 300);
  await page.mouse.wheel(0, -100);
  await columnsAre((now) => now < usual);
  await steep.press("-", "-");
  await columnsAre((now) => now > usual);
  await page.getByRole("button", { name: "i inventory" }).click();
  await page.getByRole("dialog", { name: "Inventory" }).waitFor();
  assert.deepEqual(await seriousFaults(page), []);
  await page.getByRole("option", { name: /dagger/ }).click();
  await steep.shown(/You unequip the dagger/);
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "canvas");
  assert.deepEqual(steep.faults, []);
  await page.context().close();
});

test("a replay of a link plays, is verified and shared by a link that holds it, and so plays one that is dropped", async () => {
  const replay = await readFile(join(FILES, "run.replay"));
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block" });
  await context.route("**/linked.replay", (route) => route.fulfill({ body: replay }));
  await context.addInitScript(() => {
    document.addEventListener("steep-frame", () => (globalThis.firstText ??= shownText()), { once: true });
  });
  const steep = await SteepPage.openIn(context, "#replay=linked.replay");
  const { page } = steep;
  assert.doesNotMatch(await page.evaluate(() => globalThis.firstText!), /New game/, "the title is not shown before it");
  await steep.shown(/action [1-9]\d* of 120/);
  await page.getByText(/linked\.replay: verified: all \d+ turns are as recorded/).waitFor();
  assert.ok(steep.requests.some((address) => address.endsWith("/rules.wasm")), "by the compiled rules");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Share this run" }).click();
  await page.getByText(/A link that holds this run is copied/).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto("about:blank");
  await page.goto(link);
  await steep.shown(/action 110 of 120/);
  await page.getByText(/linked\.replay: verified/).waitFor();
  await steep.press("Escape");
  await steep.shown(/New game/);
  assert.equal(await page.evaluate(() => location.hash), "", "a reload opens the menu");
  await page.locator("#verdict").waitFor({ state: "hidden" });
  await page.goto("about:blank");
  await page.goto(link.replace("#run=", "#run=!"));
  await page.getByText("The run of this link is damaged").waitFor();
  await page.getByRole("button", { name: "Go on" }).click();
  await steep.shown(/New game/);
  assert.ok(!(await page.getByRole("button", { name: "Share this run" }).isVisible()));
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
