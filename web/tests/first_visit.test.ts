// What a first visit fetches, and what the page says meanwhile.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { ADDRESS, openBrowser, PATIENCE, SteepPage } from "./steep_page";

/** Bytes that a first visit may fetch. */
const MOST = 9e6;

/** The bytes of files at addresses, as a host sends them that compresses what is no archive or picture. */
async function bytesOf(addresses: Iterable<string>): Promise<number> {
  const files = [...new Set(addresses)].map(async (address) => {
    const body = Buffer.from(await (await fetch(address)).arrayBuffer());
    return (/\.(zip|png)$/.test(address) ? body : gzipSync(body)).length;
  });
  return (await Promise.all(files)).reduce((sum, bytes) => sum + bytes, 0);
}

test("a first visit fetches at most 9 MB, counts them, and reads what a new game needs while its title shows", async () => {
  const browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block" });
  await context.addInitScript(() => {
    const told: string[] = ((window as { told?: string[] }).told = []);
    new MutationObserver(() => told.push(document.querySelector("#loading small")?.textContent ?? "")).observe(document, { childList: true, subtree: true });
  });
  await context.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    const asked: string[] = ((window as { asked?: string[] }).asked = []);
    Worker.prototype.postMessage = function (this: Worker, ...given: [never, never]) {
      asked.push((given[0] as { name?: string }).name ?? "");
      post.apply(this, given);
    };
  });
  const steep = await SteepPage.openIn(context);
  await steep.shown(/New game/);
  const bytes = await bytesOf(steep.requests);
  assert.ok(bytes <= MOST, `${bytes} bytes`);
  const told = await steep.page.evaluate(() => (window as { told?: string[] }).told!);
  const amounts = [...new Set(told.filter((text) => / MB$/.test(text)))].map((text) => text.match(/[\d.]+/g)!.map(Number));
  const total = amounts[0]![1]!;
  assert.equal(amounts[0]![0], 0);
  assert.ok(amounts.length > 10, `told ${amounts.length} times`);
  assert.ok(amounts.every(([come], at) => at === 0 || come! > amounts[at - 1]![0]!), "it never goes back");
  assert.deepEqual(amounts.at(-1), [total, total]);
  assert.ok(Math.abs(total - bytes / 1e6) < 0.5, `told ${total} MB, fetched ${bytes} bytes`);
  await steep.page.waitForFunction(() => (window as { asked?: string[] }).asked!.filter((name) => name === "read_ahead").length > 2);
  assert.deepEqual(steep.faults, []);
  await browser.close();
});

test("a first visit of the workbench fetches at most 9 MB, with the games that it plays", async () => {
  const browser = await openBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block" });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.context().addInitScript(() => (localStorage["steep-workbench-games"] = "5"));
  await page.goto(`${ADDRESS}workbench.html`);
  await page.locator("#played", { hasText: /^5 games/ }).waitFor({ timeout: PATIENCE });
  assert.ok(asked.some((address) => address.endsWith("/lab.zip")));
  const bytes = await bytesOf(asked);
  assert.ok(bytes <= MOST, `${bytes} bytes`);
  await browser.close();
});
