// Starts the workbench: its Python, its editor and its page.

import { render } from "preact";
import { keepFolder } from "../keep_folder";
import { recall } from "../local_storage";
import type { WorkbenchCalls } from "../python/calls";
import { PythonWorker } from "../python/client";
import { App } from "./app";
import { Bench } from "./bench";
import { keptText, wasUntouched } from "./drafts";
import { Exchange } from "./exchange";
import { RestartedWorker } from "./latest";

/** The ruleset of a first visit. */
const FIRST = "tcod-2020";

const loading = document.querySelector<HTMLElement>("#loading")!;

function startWorker(): Promise<PythonWorker<WorkbenchCalls>> {
  return PythonWorker.start("workbench", false, ({ text, amount, share }) => {
    loading.querySelector("p")!.textContent = `${text} ${amount || "…"}`;
    loading.querySelector("progress")!.value = share;
  });
}

async function start(): Promise<void> {
  const worker = new RestartedWorker(startWorker);
  const python = await worker.ready();
  const [schema, rulesets, shapes, first] = await Promise.all([
    python.call("schema", []), python.call("rulesets", []), python.call("shapes", []), keptText() ?? python.call("source", [FIRST]),
  ]);
  const bench = new Bench(document.createElement("div"), schema, worker);
  const link = location.hash; // before the text begins, which takes it from the address
  bench.begin(first, keptText() !== null && !wasUntouched());
  loading.remove();
  render(<App bench={bench} exchange={new Exchange(bench)} rulesets={rulesets} shapes={shapes} />, document.querySelector("#page")!);
  await bench.openLink(link);
  addEventListener("hashchange", () => void bench.openLink(location.hash));
  await keepFolder();
}

/** The theme is the one that was chosen in the game, or the system's. */
function setTheme(): void {
  const light = matchMedia("(prefers-color-scheme: light)");
  document.documentElement.dataset["theme"] = recall("theme") ?? (light.matches ? "light" : "dark");
  light.addEventListener("change", setTheme, { once: true });
}

setTheme();
start().catch((fault: unknown) => {
  const alert = document.createElement("p");
  alert.id = "trouble";
  alert.role = "alert";
  alert.textContent = fault instanceof Error ? fault.message : String(fault);
  loading.replaceWith(alert);
});
