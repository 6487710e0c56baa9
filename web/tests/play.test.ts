// A person plays in the page.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { ADDRESS, openBrowser, SteepPage } from "./steep_page";

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

test("a link starts a game of its ruleset and seed, which goes on after a reload, from this host alone", async () => {
  const steep = await SteepPage.open(browser, "#ruleset=tcod-2020&seed=42");
  await steep.shown(/Floor 1/);
  await steep.press(".", ".");
  await steep.shown(/Turn +[1-9]/);
  await steep.press("S");
  await steep.shown(/Continue +tcod-2020: floor 1/);
  await steep.page.goto(ADDRESS);
  await steep.page.reload();
  await steep.shown(/Continue +tcod-2020: floor 1/);
  await steep.press("c");
  await steep.shown(/Turn +[1-9]/);
  assert.deepEqual(steep.requests.filter((url) => !url.startsWith(ADDRESS) && !url.startsWith("blob:")), []);
  assert.deepEqual(steep.faults, []);
});
