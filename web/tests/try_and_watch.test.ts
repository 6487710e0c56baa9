// A maker tries the number that makes a finding go away, and watches a game that ended in death.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { openBrowser, PATIENCE } from "./steep_page";
import { type Bench, openWorkbench, textOf, write } from "./workbench_page";

let browser: Browser;
let bench: Bench;
before(async () => {
  browser = await openBrowser();
  bench = await openWorkbench(browser);
});
after(() => browser.close());

test("a mend is shown against the text before, taken back without a trace, and kept as one step", async () => {
  const { page, faults } = bench;
  const before = await textOf(page);
  const finding = page.locator(".findings li", { hasText: "Healing potion heals little" });
  await page.locator(".findings summary").click();
  await finding.getByRole("button", { name: "Try amount 6" }).click();
  await page.locator("#trial", { hasText: "Trying healing potion amount 6, was 4" }).waitFor();
  await page.locator('#threat [data-line="healing"] .dashed').waitFor();
  await page.locator("#threat .legend", { hasText: /healing \d+\.\d+, was/ }).waitFor();
  await page.locator("#played", { hasText: "5 games, 5 before" }).waitFor();
  await finding.waitFor({ state: "detached" });
  assert.equal(await textOf(page), before.replace("amount = 4 ", "amount = 6 "));
  await page.getByRole("button", { name: "Take it back" }).click();
  await page.locator("#trial").waitFor({ state: "detached" });
  assert.equal(await textOf(page), before);
  assert.match(await page.locator(".bar").first().innerText(), /compared with the text as opened/);
  await finding.getByRole("button", { name: "Try amount 6" }).click();
  await page.getByRole("button", { name: "Keep it" }).click();
  assert.match(await textOf(page), /amount = 6 /);
  assert.match(await page.locator(".bar").first().innerText(), /compared with the text as opened/);
  await page.locator("#undo").click();
  assert.equal(await textOf(page), before);
  assert.deepEqual(faults, []);
});

test("the answer about a text that was changed back takes nothing away that can be tried", async () => {
  const { page } = bench;
  let release = (): void => undefined;
  const held = new Promise<void>((done) => (release = done));
  await page.route("**/answer", async (route) => {
    const asked = route.request().postData()!;
    if (asked.startsWith('["check"') && asked.includes("amount = 6 ")) await held;
    await route.continue();
  });
  const once = page.locator(".findings li", { hasText: "Healing potion heals little" }).getByRole("button", { name: "Try amount 6" });
  await once.click();
  await page.getByRole("button", { name: "Keep it" }).click();
  await page.locator("#undo").click();
  await once.and(page.locator(":enabled")).waitFor();
  await page.locator("#found").evaluate((found) => {
    const count = (): void => void (found.dataset["changes"] = String(Number(found.dataset["changes"] ?? 0) + 1));
    new MutationObserver(count).observe(found, { subtree: true, attributeFilter: ["disabled"] });
  });
  const read = page.waitForResponse((response) => response.request().postData()?.startsWith('["survey"') ?? false);
  release();
  await read;
  assert.equal(await page.locator("#found").getAttribute("data-changes"), null);
  await page.unroute("**/answer");
});

test("pinning during a trial ends it: nothing is compared with the text before it any more", async () => {
  const { page } = bench;
  await page.locator(".findings li", { hasText: "Healing potion heals little" }).getByRole("button", { name: "Try amount 6" }).click();
  // The test before has just taken its change back: what can be pressed must have an effect.
  await page.locator("#trial").waitFor();
  await page.locator("#played", { hasText: "5 games, 5 before" }).waitFor();
  await page.locator("#pin:enabled").click();
  await page.locator("#trial").waitFor({ state: "detached" });
  await page.locator("#lives .dashed").waitFor({ state: "detached" });
  await page.locator("#undo").click();
});

test("what no number mends has a line to show, and nothing to try", async () => {
  const { page } = bench;
  const acts = page.locator(".findings li", { hasText: "Nothing changes from floor 7 on" }).locator(".acts");
  assert.equal(await acts.innerText(), "Show line");
});

test("a death that was played opens as a replay ten turns before its end, of the text that was played", async () => {
  const { page } = bench;
  await write(page, 'title = "Frail"\nextends = "tcod-2020"\n[hero]\nhp = 3\n');
  await page.locator("#played", { hasText: /^5 games/ }).waitFor();
  await page.locator("#watch:enabled", { hasText: /^Watch a death on floor \d+$/ }).waitFor();
  const [tab] = await Promise.all([page.context().waitForEvent("page"), page.locator("#watch:enabled").click()]);
  tab.setDefaultTimeout(PATIENCE);
  await tab.locator("#game.described", { hasText: "Frail" }).waitFor();
  const shown = await tab.locator("#game").innerText();
  const [, at, of] = /action (\d+) of (\d+)/.exec(shown)!;
  assert.equal(Number(of) - Number(at), 10);
  await tab.locator("#verdict", { hasText: /verified: all \d+ turns are as recorded/ }).waitFor();
});
