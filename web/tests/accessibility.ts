// What a page gets wrong for people who cannot see it, or cannot see it well.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** The serious faults that axe-core finds in a part of the page. */
export async function seriousFaults(page: Page, part = "html"): Promise<unknown[]> {
  const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const run = `${axe}; axe.run(${JSON.stringify(part)}).then((found) => found.violations)`;
  const found = (await page.evaluate(run)) as { id: string; impact: string; nodes: { html: string }[] }[];
  const serious = found.filter(({ impact }) => impact === "serious" || impact === "critical");
  return serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
