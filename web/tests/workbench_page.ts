// Opens the workbench in Chromium.

import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { ADDRESS, changeWorker, PATIENCE } from "./steep_page";

export const LARGE = { viewport: { width: 1280, height: 900 }, serviceWorkers: "block" } as const;

/** What follows in the worker's own script: the workbench's calls go to the Python of the tests, which answers at once. */
const ANSWERED_BY_THE_TESTS = `;if (self.name === "workbench") {
  const coded = (value) => value instanceof Uint8Array ? { bytes: btoa(Array.from(value, (byte) => String.fromCharCode(byte)).join("")) }
    : Array.isArray(value) ? value.map(coded)
    : value !== null && typeof value === "object" ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, coded(each)]))
    : value;
  const decoded = (_, value) => typeof value?.bytes === "string" ? Uint8Array.from(atob(value.bytes), (sign) => sign.charCodeAt(0))
    : typeof value?.number === "string" ? Number(value.number)
    : value;
  let last = Promise.resolve();
  self.onmessage = ({ data }) => {
    if (data.kind === "boot") return self.postMessage({ kind: "ready" });
    last = last.then(async () => {
      const asked = fetch("answer", { method: "POST", body: JSON.stringify([data.name, coded(data.args)]) });
      const text = await asked.then((response) => response.text()).catch((fault) => JSON.stringify({ crash: String(fault) }));
      self.postMessage({ kind: "answer", id: data.id, answer: JSON.parse(text, decoded) });
    });
  };
}`;

/** A context whose workbenches are answered by the Python of the tests: Chromium needs seconds to start its own. */
export async function contextOfWorkbenches(browser: Browser, options: BrowserContextOptions = LARGE): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.addInitScript((games) => (localStorage["steep-workbench-games"] ??= games), "5"); // fewer than at a first visit
  await changeWorker(context, (script) => script + ANSWERED_BY_THE_TESTS);
  return context;
}

/** Show what is under a tab beside the strips. */
export const show = (page: Page, tab: "inspect" | "map" | "bots" | "source"): Promise<void> => page.locator(`#tab-${tab}`).click();

/** What is given out for a choice of the menu. */
export async function given(page: Page, what: string): Promise<string> {
  await page.locator("#save").click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(`[data-what="${what}"]`).click()]);
  return (await download.path())!;
}

export interface Bench {
  readonly page: Page;
  /** What the page reported. */
  readonly faults: string[];
  /** What the page asked for. */
  readonly requests: string[];
}

/** The workbench with a storage of its own, where nothing was done before. */
export async function openWorkbench(browser: Browser, link = "", context?: BrowserContext): Promise<Bench> {
  const page = await (context ?? (await contextOfWorkbenches(browser))).newPage();
  page.setDefaultTimeout(PATIENCE);
  const faults: string[] = [];
  const requests: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("Service Worker")) faults.push(message.text());
  });
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(`${ADDRESS}workbench.html${link}`);
  await isRead(page);
  return { page, faults, requests };
}

/** Ends when the text as it is has been read: until then charts and findings are of the one before. */
export const isRead = (page: Page): Promise<void> => page.locator('main[aria-busy="false"]').waitFor();

/** Put a text in the place of the one in the editor, and wait until it is read. */
export async function write(page: Page, text: string): Promise<void> {
  await page.locator("#source .cm-content").fill(text);
  await isRead(page);
}

/** The text that the editor holds, as it is kept. */
export const textOf = (page: Page): Promise<string> =>
  page.evaluate(() => localStorage.getItem("steep-workbench-text") ?? "");
