// Opens the workbench in Chromium.

import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { ADDRESS, PATIENCE } from "./steep_page";

export const LARGE = { viewport: { width: 1280, height: 900 } };

export interface Bench {
  readonly page: Page;
  /** What the page reported. */
  readonly faults: string[];
  /** What the page asked for. */
  readonly requests: string[];
}

/** The workbench with a storage of its own, where nothing was done before. */
export async function openWorkbench(browser: Browser, link = "", options: BrowserContextOptions = LARGE): Promise<Bench> {
  const page = await (await browser.newContext(options)).newPage();
  page.setDefaultTimeout(PATIENCE);
  const faults: string[] = [];
  const requests: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(`${ADDRESS}workbench.html${link}`);
  await page.locator("#odds svg").first().waitFor();
  return { page, faults, requests };
}

/** The text that the editor holds, as it is kept. */
export const textOf = (page: Page): Promise<string> =>
  page.evaluate(() => localStorage.getItem("steep-workbench-text") ?? "");
