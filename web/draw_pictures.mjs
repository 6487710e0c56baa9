// Draws the pictures of the pages in docs/web.md: node draw_pictures.mjs ADDRESS, where the built folder is served.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { ARGUMENTS, findChromium } from "./chromium.mjs";

const PICTURES = join(dirname(dirname(fileURLToPath(import.meta.url))), "docs", "pictures");
const found = await findChromium();
if (!found) throw new Error("no Chromium was found");
const browser = await chromium.launch({ executablePath: found.path, env: { ...process.env, ...found.env }, args: ARGUMENTS });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: "light" });
await page.goto(`${process.argv[2]}workbench.html`);
await page.locator(".findings button").first().waitFor({ timeout: 120_000 });
await page.locator("#played", { hasText: /^200 games$/ }).waitFor({ timeout: 120_000 });
await page.locator('[data-path="monsters.troll.spawn.5"]').focus();
for (let key = 0; key < 2; key += 1) await page.keyboard.press("PageUp");
await page.locator("#played", { hasText: "200 games, 200 before" }).waitFor({ timeout: 120_000 });
await page.locator("#threat output", { hasText: "floors of each" }).waitFor({ timeout: 120_000 });
await page.screenshot({ path: join(PICTURES, "workbench.png") });

const game = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: "dark" });
await game.goto(`${process.argv[2]}#ruleset=steep&seed=42`);
await game.locator("#game.described").waitFor({ timeout: 120_000 });
for (let key = 0; key < 3; key += 1) {
  await game.locator("#canvas").press("o");
  await game.locator("#hints button, #note span").first().waitFor();
  await game.waitForTimeout(1500); // it walks
}
await game.screenshot({ path: join(PICTURES, "browser.png") });
await browser.close();
