// A browser that keeps nothing, a host or a network that gives half of it, files that are something else: the page says so and goes on.

import assert from "node:assert/strict";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { ADDRESS, changeWorker, openBrowser, PATIENCE, SteepPage, untilKept } from "./steep_page";
import { isRead, openWorkbench } from "./workbench_page";

const FILES = process.env["STEEP_FILES"]!;
const GAME = "#ruleset=tcod-2020&seed=42";

let browser: Browser;
before(async () => (browser = await openBrowser()));
after(() => browser.close());

/** A page whose workers begin with a script. */
async function withWorker(script: string, address: string): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: "block" });
  await changeWorker(context, (usual) => `{${script}}\n${usual}`);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto(ADDRESS + address);
  return page;
}

const shows = (page: Page, text: RegExp): Promise<unknown> =>
  page.waitForFunction((source) => new RegExp(source).test(document.body?.textContent ?? ""), text.source);

test("a browser that denies its storage is said to keep nothing, and the game goes on", async () => {
  const page = await withWorker('IDBFactory.prototype.open = () => { throw new DOMException("It is denied.") };', GAME);
  await page.locator("#verdict", { hasText: "does not keep your files (It is denied.)" }).waitFor();
  await shows(page, /Turn +0\b/);
  await page.keyboard.press(".");
  await shows(page, /Turn +1\b/);
  await page.context().close();
});

test("a full storage is said to keep nothing, and to keep again once there is room", async () => {
  const page = await withWorker(
    'const put = IDBObjectStore.prototype.put; IDBObjectStore.prototype.put = function (...all) { if (!self.room) throw new DOMException("", "QuotaExceededError"); return put.apply(this, all) }; new BroadcastChannel("room").onmessage = () => (self.room = true);',
    GAME,
  );
  await page.locator("#verdict", { hasText: "does not keep your files (QuotaExceededError)" }).waitFor();
  await page.evaluate(() => new BroadcastChannel("room").postMessage("there is"));
  await page.keyboard.press(".");
  await page.locator("#verdict", { hasText: "Your files are kept again" }).waitFor();
  await page.context().close();
});

test("a browser that denies local storage runs both pages", async () => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  await context.addInitScript(() =>
    Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("denied", "SecurityError"); } }));
  const steep = await SteepPage.openIn(context, GAME);
  await steep.shown(/Turn/);
  await steep.page.click("#theme");
  await steep.page.click("#smaller");
  const bench = await context.newPage();
  bench.setDefaultTimeout(PATIENCE);
  await bench.goto(`${ADDRESS}workbench.html`);
  await isRead(bench);
  assert.deepEqual(steep.faults, []);
  await context.close();
});

test("a part that cannot be loaded or compiled is said, and loading ends", async () => {
  for (const [part, body] of [["worker.js", null], ["*.asm.wasm", null], ["*.asm.wasm", "<p>Log in to this network"], ["steep.zip", null]] as const) {
    for (const address of ["", "workbench.html"]) {
      const context = await browser.newContext({ serviceWorkers: "block" });
      await context.route(`**/${part}`, (route) => (body ? route.fulfill({ body, contentType: "application/wasm" }) : route.abort()));
      const page = await context.newPage();
      await page.goto(ADDRESS + address);
      await page.locator("#trouble", { hasText: /could not be loaded or started \(.+\)\. Check the network, then reload/ }).waitFor({ timeout: PATIENCE });
      await page.locator("#loading").waitFor({ state: "hidden" });
      await context.close();
    }
  }
});

test("what was done a moment ago outlasts a reload", async () => {
  const { page } = await SteepPage.open(browser, GAME);
  await shows(page, /Turn +0\b/);
  for (let turn = 0; turn < 12; turn += 1) await page.keyboard.press(".");
  await shows(page, /Turn +12\b/);
  await untilKept(page.mainFrame(), 12);
  await page.goto("about:blank");
  await page.goto(ADDRESS);
  await shows(page, /Continue/);
  await page.keyboard.press("c");
  await shows(page, /Turn +12\b/);
  await page.context().close();
});

test("a key that is held does nothing after it is let go", async () => {
  const { page } = await SteepPage.open(browser, GAME);
  await shows(page, /Turn +0\b/);
  await page.evaluate(() => {
    const canvas = document.querySelector("#canvas")!;
    for (let count = 0; count < 200; count += 1) canvas.dispatchEvent(new KeyboardEvent("keydown", { key: ".", repeat: count > 0, cancelable: true }));
  });
  await page.keyboard.press("c");
  await shows(page, /XP;/); // the sheet, which comes after all keys before it
  await page.keyboard.press("Escape");
  await shows(page, /Turn +1\b/);
  await page.context().close();
});

test("a folder that is dropped, and a replay without a worker to verify it, are said", async () => {
  const { page } = await SteepPage.open(browser);
  await page.evaluate(() => {
    const folder = new File([], "folder");
    folder.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
    const event = new DragEvent("drop", { bubbles: true, cancelable: true });
    Object.defineProperty(event, "dataTransfer", { value: { files: [folder] } });
    document.body.dispatchEvent(event);
  });
  await page.locator("#trouble", { hasText: "folder can't be read" }).waitFor();
  await page.evaluate(() => (window.Worker = class extends Worker { constructor() { super("no-such-worker.js"); } }));
  await page.setInputFiles("#replay-file", join(FILES, "run.replay"));
  await page.locator("#verdict", { hasText: "run.replay: not verified" }).waitFor();
  await page.context().close();
});

test("in a window too small for the smallest canvas all of it is shown, smaller", async () => {
  const { page } = await SteepPage.open(browser, GAME, { viewport: { width: 200, height: 500 } });
  await shows(page, /Turn|HP/);
  const [canvas, stage] = await page.evaluate(() => ["#canvas", "#stage"].map((id) => document.querySelector(id)!.getBoundingClientRect()));
  assert.ok(canvas!.width <= stage!.width + 1 && canvas!.height <= stage!.height + 1, JSON.stringify([canvas, stage]));
  await page.context().close();
});

/** A page from a host of its own, which answers as `answer` does, or with the built files. */
async function withHost(answer: (path: string, response: ServerResponse) => Promise<boolean>, link = ""): Promise<Page> {
  const host = createServer(async (request, response) => {
    const path = request.url!.slice(1);
    if (await answer(path, response)) return;
    const got = await fetch(ADDRESS + path);
    response.writeHead(got.status, { "content-type": got.headers.get("content-type") ?? "" });
    response.end(Buffer.from(await got.arrayBuffer()));
  });
  after(() => (host.closeAllConnections(), host.close()));
  await new Promise<void>((listening) => host.listen(0, "127.0.0.1", listening));
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`http://127.0.0.1:${(host.address() as { port: number }).port}/${link}`);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  return page;
}

test("pages are kept from a host that leads from index.html to its folder", async () => {
  const page = await withHost(async (path, response) => {
    if (path === "index.html") response.writeHead(308, { location: "/" }).end();
    return path === "index.html";
  });
  const address = page.url();
  await page.goto("about:blank");
  await page.context().setOffline(true);
  await page.goto(address);
  await shows(page, /New game/);
  await page.context().close();
});

test("a new version is told of; it takes over when one wants it to, and the game is kept", async () => {
  let newer = false;
  const page = await withHost(async (path, response) => {
    if (!newer || path !== "service_worker.js") return false;
    const script = await (await fetch(ADDRESS + path)).text();
    response.writeHead(200, { "content-type": "text/javascript" }).end(`${script}\n// a newer version`);
    return true;
  }, GAME);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await shows(page, /Turn +0\b/);
  newer = true;
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await page.locator("#update", { hasText: "A new version of Steep is ready" }).waitFor();
  await page.locator("#canvas").focus();
  await page.keyboard.press(".");
  await shows(page, /Turn +1\b/);
  await page.evaluate(() => history.replaceState(null, "", "/")); // or the link begins its game again
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Save and reload" }).click()]);
  await shows(page, /Continue/);
  await page.keyboard.press("c");
  await shows(page, /Turn +1\b/);
  assert.ok(!(await page.locator("#update").isVisible()));
  await page.context().close();
});

test("the workbench says why a file was not opened, and keeps the text", async () => {
  const { page } = await openWorkbench(browser);
  const trouble = async (name: string, buffer: Buffer, text: RegExp): Promise<void> => {
    await page.setInputFiles("#file", { name, mimeType: "", buffer });
    await page.locator("#trouble", { hasText: text }).waitFor();
  };
  await trouble("long.toml", Buffer.alloc(2_000_000, "# long\n"), /long\.toml is longer than a megabyte/);
  await trouble("latin.toml", Buffer.from('title = "H\xf6hle"\n', "latin1"), /latin\.toml is not text in UTF-8/);
  await trouble("deep.py", Buffer.from(`x = ${"(".repeat(100_000)}`), /deep\.py|too large or nested too deeply/);
  assert.match(await page.evaluate(() => localStorage.getItem("steep-workbench-text")!), /python-tcod/);
  await page.context().close();
});

test("a floor can be walked through once the network is back", async () => {
  const { page } = await openWorkbench(browser);
  await page.locator("#tab-map").click();
  await page.locator("#rolled .map").waitFor();
  // What the workbench asks of Python goes on, which these tests answer over the network.
  await page.context().route("**/pyodide/**", (route) => route.abort());
  await page.click("#walk");
  await page.locator("#trouble", { hasText: "Check the network" }).waitFor();
  await page.context().unroute("**/pyodide/**");
  await page.click("#walk");
  await page.click("#walk");
  await page.waitForFunction(() => /Floor|HP/.test(document.querySelector("#walked-text")?.textContent ?? ""));
  await page.context().close();
});
