// Measures the built page in Chromium: node measure.mjs ADDRESS NAME=SAVE... prints a line of JSON for each figure.

import { chromium } from "playwright-core";
import { ARGUMENTS, findChromium } from "./chromium.mjs";

const KEYS = 200;
/** Pixels that a drag moves at a time. */
const STEP = 9;
const [address, ...saves] = process.argv.slice(2);
const found = await findChromium();
if (!found) throw new Error("no Chromium was found");
const browser = await chromium.launch({ executablePath: found.path, env: { ...process.env, ...found.env }, args: ARGUMENTS });
const report = (name, milliseconds) => console.log(JSON.stringify({ name, milliseconds }));

/** Milliseconds from the start of the navigation until the first frame. */
async function firstFrame(page) {
  await page.goto(address);
  await page.waitForFunction(() => document.querySelector("#text").textContent !== "", null, { timeout: 120_000 });
  return page.evaluate(() => performance.getEntriesByName("first-frame")[0].startTime);
}

const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
const page = await context.newPage();
report("first frame, cold", [await firstFrame(page)]);
await page.evaluate(() => navigator.serviceWorker.ready);
const again = [];
for (let round = 0; round < 5; round += 1) {
  await page.goto("about:blank");
  again.push(await firstFrame(page));
}
report("first frame, from the cache", again);
await context.close();

for (const [name, save] of saves.map((each) => each.split("="))) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await firstFrame(page);
  await page.setInputFiles("#add", save);
  await page.waitForFunction(() => /Continue/.test(document.querySelector("#text").textContent));
  await page.locator("#canvas").focus();
  await page.keyboard.press("c");
  await page.waitForFunction(() => /Turn/.test(document.body.innerText));
  const times = await page.evaluate(async (keys) => {
    const canvas = document.querySelector("#canvas");
    const times = [];
    for (let key = 0; key < keys; key += 1) {
      const start = performance.now();
      const drawn = new Promise((done) => document.addEventListener("steep-frame", done, { once: true }));
      canvas.dispatchEvent(new KeyboardEvent("keydown", { key: ".", code: "Period", bubbles: true, cancelable: true }));
      await drawn;
      times.push(performance.now() - start);
      await new Promise((done) => setTimeout(done, 30)); // a person is not faster
    }
    return times;
  }, KEYS);
  report(`key to frame, ${name}`, times);
  await page.close();
}

// The workbench: from a key in the text of tcod-2020 to the odds, curves and mistakes of the changed text.
const bench = await browser.newPage({ viewport: { width: 1280, height: 900 } });
await bench.goto(`${address}workbench.html`);
await bench.locator(".findings button").first().waitFor({ timeout: 120_000 });
await bench.locator(".cm-line", { hasText: "spawn   = 80" }).first().click();
await bench.keyboard.press("Home");
for (let key = 0; key < "spawn   = ".length; key += 1) await bench.keyboard.press("ArrowRight");
const waits = [];
for (let key = 0; key < KEYS; key += 1) {
  await bench.evaluate(() => {
    window.answered = new Promise((done) => document.addEventListener("steep-answers", () => done(performance.now()), { once: true }));
    document.addEventListener("keydown", () => (window.pressed = performance.now()), { once: true, capture: true });
  });
  await bench.keyboard.press(key % 2 ? "Backspace" : "1");
  waits.push(await bench.evaluate(async () => (await window.answered) - window.pressed));
}
report("key to answers, workbench, tcod-2020", waits);

/**
 * A drag of a point of weight up and down its whole strip, so that each move is another number: milliseconds from frame
 * to frame, from text to text, and from odds to odds; and from letting go until who lives is that of the new text.
 */
async function measureDrag(ruleset, path) {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.addInitScript((text) => localStorage.setItem("steep-workbench-text", text), `extends = "${ruleset}"\n`);
  await page.goto(`${address}workbench.html`);
  await page.locator("#threat .steps").first().waitFor({ timeout: 300_000 }); // floors are generated before
  await page.locator("#measure", { hasText: "Measure" }).waitFor({ timeout: 300_000 });
  const [point, strip] = await Promise.all([page.locator(`[data-path="${path}"]`).boundingBox(), page.locator("#drawn svg").boundingBox()]);
  await page.evaluate(() => {
    const seen = {
      frame: () => performance.now(),
      text: () => document.querySelector(".cm-edited")?.textContent,
      odds: () => [...document.querySelectorAll("#odds .layer")].map((each) => each.getAttribute("d")).join(),
    };
    window.drawn = Object.fromEntries(Object.keys(seen).map((what) => [what, { times: [], last: "" }]));
    const look = () => {
      for (const [what, { times, last }] of Object.entries(window.drawn)) {
        const now = seen[what]();
        if (now !== last) times.push(performance.now());
        window.drawn[what].last = now;
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const [x, y, top, high] = [point.x + point.width / 2, point.y + point.height / 2, strip.y + 8, strip.height - 34];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const start = performance.now();
  for (let way = 0; performance.now() - start < 4000; way += STEP) await page.mouse.move(x, top + Math.abs((way % (2 * high)) - high));
  const drawn = await page.evaluate(() => window.drawn);
  await page.mouse.up();
  const rested = performance.now();
  await page.waitForFunction(() => document.querySelector("#lives .dashed") && !document.querySelector("#lives .of-earlier"), null, { timeout: 120_000 });
  for (const [what, { times }] of Object.entries(drawn)) report(`${what} to ${what} in a drag, ${ruleset}`, times.slice(1).map((time, n) => time - times[n]));
  report(`from rest to who lives, ${ruleset}`, [performance.now() - rested]);
  await page.context().close();
}

await measureDrag("tcod-2020", "monsters.troll.spawn.5");
await measureDrag("steep", "monsters.adder.spawn.2");

/** Milliseconds from the end of floors until the first curves of a first visit are there, and until the last game is. */
async function measureGames(ruleset, bot, games) {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await page.addInitScript((text) => localStorage.setItem("steep-workbench-text", text), `extends = "${ruleset}"\n`);
  await page.addInitScript(() => localStorage.setItem("steep-workbench-games", "5"));
  await page.goto(`${address}workbench.html`);
  await page.locator("#threat .steps").first().waitFor({ timeout: 300_000 }); // floors are generated before
  await page.locator("#bot").selectOption(bot);
  const start = performance.now();
  await page.locator("#games").fill(String(games));
  await page.keyboard.press("Enter");
  await page.locator("#played", { hasText: new RegExp(`^${games} games`) }).waitFor({ timeout: 300_000 });
  report(`${games} games, ${ruleset}, ${bot}`, [performance.now() - start]);
  await page.context().close();
}

await measureGames("tcod-2020", "diver", 1000);
await measureGames("steep", "explorer", 20);
await browser.close();
