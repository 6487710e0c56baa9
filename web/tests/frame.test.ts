// The page in a frame of another origin, below a folder of its host, as sites for games show it.

import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import type { Browser, BrowserContext, Frame, Page } from "playwright-core";
import { ADDRESS, changeWorker, openBrowser, PATIENCE, untilKept } from "./steep_page";

const FOLDER = "/html/1234567/";
const SANDBOX = "allow-scripts allow-same-origin allow-popups allow-forms allow-pointer-lock allow-downloads";

let browser: Browser;
before(async () => (browser = await openBrowser()));
after(() => browser.close());

async function listening(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  after(() => (server.closeAllConnections(), server.close()));
  return (server.address() as AddressInfo).port;
}

/** The address of the page around the frame: a click on its button adds the frame. */
async function host(sandbox: string): Promise<string> {
  const files = createServer(async (request, response) => {
    if (!request.url!.startsWith(FOLDER)) return void response.writeHead(404).end();
    const got = await fetch(ADDRESS + request.url!.slice(FOLDER.length));
    response.writeHead(got.status, { "content-type": got.headers.get("content-type") ?? "" });
    response.end(Buffer.from(await got.arrayBuffer()));
  });
  const address = `http://localhost:${await listening(files)}${FOLDER}index.html`;
  const around = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<!doctype html><button>Run game</button><script>
      document.querySelector("button").onclick = ({ target }) => {
        target.outerHTML = '<iframe sandbox="${sandbox}" src="${address}" width="960" height="600"></iframe>';
      };</script>`);
  });
  return `http://127.0.0.1:${await listening(around)}/`;
}

async function run(context: BrowserContext, address: string): Promise<[Page, Frame]> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto(address);
  await page.click("button");
  return [page, (await (await page.waitForSelector("iframe")).contentFrame())!];
}

const shows = (frame: Frame, text: RegExp): Promise<unknown> =>
  frame.waitForFunction((source) => new RegExp(source).test(document.body?.textContent ?? ""), text.source);

test("a game begins by keys alone, in a frame of another origin, and goes on at the next visit", async () => {
  const [address, context] = [await host(SANDBOX), await browser.newContext()];
  const faults: string[] = [];
  context.on("weberror", (fault) => faults.push(fault.error().message));
  let [page, frame] = await run(context, address);
  await shows(frame, /New game/);
  await page.keyboard.press("n");
  await shows(frame, /Enter start/);
  await page.keyboard.press("Enter");
  await shows(frame, /Turn +0\b/);
  await page.keyboard.press(".");
  await shows(frame, /Turn +1\b/);
  await untilKept(frame, 1);
  await page.close();
  [page, frame] = await run(context, address);
  await shows(frame, /Continue/);
  await page.keyboard.press("c");
  await shows(frame, /Turn +1\b/);
  assert.deepEqual(faults, []);
  await context.close();
});

test("a frame that may store nothing says so, and plays", async () => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  await context.addInitScript(() => {
    const denied = (): never => { throw new DOMException("It is denied.", "SecurityError"); };
    if (navigator.locks) LockManager.prototype.request = () => Promise.reject(new DOMException("It is denied.", "SecurityError"));
    Object.defineProperty(window, "localStorage", { get: denied });
  });
  const denies = 'IDBFactory.prototype.open = () => { throw new DOMException("It is denied.") };';
  await changeWorker(context, (usual) => `{${denies}}\n${usual}`);
  const [page, frame] = await run(context, await host(SANDBOX));
  await shows(frame, /New game/);
  await frame.locator("#verdict", { hasText: "does not keep your files (It is denied.)" }).waitFor();
  for (const key of ["n", "Enter"]) await page.keyboard.press(key);
  await shows(frame, /Turn +0\b/);
  await context.close();
});

test("a frame without an origin says why nothing starts", async () => {
  const context = await browser.newContext();
  const [, frame] = await run(context, await host("allow-scripts"));
  await frame.locator("#loading", { hasText: "its sandbox lacks allow-same-origin" }).waitFor();
  await context.close();
});
