// Drives the built pages in Chromium: starts it, opens a page, presses keys and reads the screen.

import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Frame, type Page } from "playwright-core";
import { ARGUMENTS, findChromium } from "../chromium.mjs";

/** Where the built folder is served. */
export const ADDRESS = process.env["STEEP_PAGES"]!;
/** Milliseconds that a test waits for what should be shown: a busy machine needs a part of it for a first frame. */
export const PATIENCE = 60_000;

/** Compiling Python's WebAssembly once, and not again for speed, halves the processor time of a start. */
const COMPILE_ONCE = "--js-flags=--no-wasm-tier-up --no-wasm-dynamic-tiering";

export async function openBrowser(): Promise<Browser> {
  const found = await findChromium();
  if (!found) throw new Error("no Chromium was found");
  return chromium.launch({ executablePath: found.path, env: { ...process.env, ...found.env }, args: [...ARGUMENTS, COMPILE_ONCE] });
}

/** Give the workers of a context's pages a changed script. */
export async function changeWorker(context: BrowserContext, changed: (script: string) => string): Promise<void> {
  await context.route("**/worker.js", async (route) => {
    const fulfilled = route.fetch().then(async (response) => route.fulfill({ response, body: changed(await response.text()) }));
    await fulfilled.catch(() => undefined); // the page may be gone; one that is not waits in vain, and fails its test
  });
}

/** Wait until the browser keeps the game as it is after so many actions. */
export async function untilKept(frame: Frame, actions: number): Promise<void> {
  const keeps = (header: string) => new Promise<boolean>((done) => {
    const asked = indexedDB.open("/steep");
    asked.onsuccess = () => {
      const file = asked.result.transaction("FILE_DATA").objectStore("FILE_DATA").get("/steep/data/save.steep");
      file.onsuccess = () => {
        asked.result.close();
        done(new TextDecoder("latin1").decode(file.result?.contents).includes(header));
      };
    };
  });
  const late = Date.now() + PATIENCE;
  while (!(await frame.evaluate(keeps, `"actions":${actions},`))) {
    if (Date.now() > late) throw new Error(`the game is not kept as it is after ${actions} actions`);
  }
}

declare global {
  /** What the screen of a page shows, as text. */
  function shownText(): string;
}

/** A page of its own storage, with a game in it, and without a service worker. Faults of the page end the test. */
export class SteepPage {
  readonly faults: string[] = [];
  readonly requests: string[] = [];

  private constructor(readonly page: Page) {
    page.setDefaultTimeout(PATIENCE);
    page.on("pageerror", (error) => this.faults.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("Service Worker")) this.faults.push(message.text());
    });
    page.on("request", (request) => this.requests.push(request.url()));
  }

  static async open(browser: Browser, link = "", options: BrowserContextOptions = {}): Promise<SteepPage> {
    const usual = { viewport: { width: 1280, height: 800 }, serviceWorkers: "block" } as const;
    return SteepPage.openIn(await browser.newContext({ ...usual, ...options }), link);
  }

  static async openIn(context: BrowserContext, link = ""): Promise<SteepPage> {
    const steep = new SteepPage(await context.newPage());
    await steep.page.addInitScript(() => {
      const parts = "#game.described > :not(#stage), #game.described #box, #text";
      globalThis.shownText = () => [...document.querySelectorAll(parts)].map((part) => part.textContent ?? "").join("\n");
    });
    await steep.page.goto(ADDRESS + link);
    await steep.shown(/./);
    return steep;
  }

  /** What the screen shows, as text: the cells, and what stands beside a map. */
  text(): Promise<string> {
    return this.page.evaluate(() => shownText());
  }

  /** Press keys one after another, by their names in a keyboard event. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Wait until the screen shows a text. */
  async shown(text: RegExp): Promise<string> {
    await this.page.waitForFunction(
      ([source, flags]) => {
        const trouble = document.querySelector("#trouble");
        if (trouble && !(trouble as HTMLElement).hidden) throw new Error(trouble.textContent ?? "");
        return new RegExp(source!, flags).test(shownText());
      },
      [text.source, text.flags] as const,
    );
    return this.text();
  }
}
