// A maker's text outlasts links and reloads.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { ADDRESS, openBrowser } from "./steep_page";
import { isRead, openWorkbench, textOf, write } from "./workbench_page";

const browser = await openBrowser();
after(() => browser.close());

const LINKED = 'extends = "tcod-2020" # from a link\n';
const OWN = 'title = "My own"\nextends = "tcod-2020"\n';

async function linkTo(text: string): Promise<string> {
  const packed = await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  return `#toml=${Buffer.from(packed).toString("base64url")}`;
}

async function reload(page: Page): Promise<void> {
  await page.reload();
  await isRead(page);
}

test("what is typed after a link was copied or opened outlasts a reload", async () => {
  const { page } = await openWorkbench(browser, await linkTo(LINKED));
  assert.equal(await textOf(page), LINKED);
  assert.equal(new URL(page.url()).hash, "");
  const typed = `${LINKED}# typed on\n`;
  await write(page, typed);
  await reload(page);
  assert.equal(await textOf(page), typed);
  await page.click("#save");
  await page.click("#share");
  await page.locator("#said", { hasText: "The link is" }).waitFor();
  await write(page, `${typed}# and on\n`);
  assert.equal(await page.locator("#said").isVisible(), false, "a link that was copied before is of another text");
  await reload(page);
  assert.equal(await textOf(page), `${typed}# and on\n`);
  await page.context().close();
});

test("tabs keep their own texts, the newest is what another begins with, and none is lost when its tab is closed", async () => {
  const { page: first } = await openWorkbench(browser);
  const another = async (): Promise<Page> => {
    const page = await first.context().newPage();
    await page.goto(`${ADDRESS}workbench.html`);
    await isRead(page);
    return page;
  };
  const own = (page: Page) => page.evaluate(() => sessionStorage.getItem("steep-workbench-text"));
  const listed = async (page: Page): Promise<string[]> => {
    await page.locator("#open").click();
    const titles = await page.locator("#former button").allInnerTexts();
    await page.keyboard.press("Escape");
    return titles;
  };
  const titled = (title: string): string => `title = "${title}"\nextends = "tcod-2020"\n`;
  await write(first, titled("First"));
  const second = await another();
  assert.equal(await own(second), titled("First"));
  await write(second, titled("Second"));
  assert.deepEqual(await listed(second), [], "it went on from the first");
  for (const version of ["1", "2"]) {
    await write(first, titled(`First ${version}`));
    await write(second, titled(`Second ${version}`));
  }
  assert.deepEqual(await listed(second), ["First 2"], "one text of each tab");
  await reload(first);
  assert.equal(await own(first), titled("First 2"));
  const third = await another();
  assert.equal(await own(third), titled("Second 2"), "a reload makes no text newer");
  await first.close();
  await third.locator("#open").click();
  await third.getByRole("button", { name: "First 2" }).click();
  assert.equal(await own(third), titled("First 2"));
  assert.equal(await own(second), titled("Second 2"));
  await third.close();
  await second.close({ runBeforeUnload: false });
  const last = await another();
  assert.equal(await own(last), titled("First 2"));
  assert.ok((await listed(last)).includes("Second 2"));
  await last.context().close();
});

test("a link that is opened keeps the maker's own text, which undo, a button and the menu bring back", async () => {
  const { page } = await openWorkbench(browser);
  await write(page, OWN);
  await page.evaluate((link) => (location.hash = link), await linkTo(LINKED));
  await page.locator("#said", { hasText: "Your own text is kept" }).waitFor();
  assert.equal(await textOf(page), LINKED);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+z");
  assert.equal(await textOf(page), OWN);
  await page.goto("about:blank");
  await page.goto(`${ADDRESS}workbench.html${await linkTo(LINKED)}`);
  await page.locator("#said", { hasText: "Your own text is kept" }).waitFor();
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("# of mine");
  await page.getByRole("button", { name: "Back to my own text" }).click();
  assert.equal(await textOf(page), OWN);
  await reload(page);
  assert.equal(await textOf(page), OWN);
  await page.locator("#open").click();
  await page.locator("#former button", { hasText: "A ruleset" }).click();
  assert.equal(await textOf(page), `${LINKED}# of mine`, "what was typed into the link's text is kept as well");
  await page.context().close();
});
