// What the modules of the workbench find in its page, and how they speak to the person in front of it.

/** The element of a selector, which the page has. */
export const element = <T extends Element = HTMLElement>(selector: string): T => document.querySelector<T>(selector)!;

/** What the fault that is shown is about. */
let about = "";

/** Show why something failed. What it is `of` takes it back when it succeeds (`succeed`). */
export function fail(fault: unknown, of = ""): void {
  about = of;
  show("#trouble", fault instanceof Error ? fault.message : String(fault));
}

/** Something succeeded, so that its own fault is past. */
export function succeed(of: string): void {
  if (about === of) clearTrouble();
}

export function clearTrouble(): void {
  show("#trouble", "");
}

/** Say what was done; what was said, offered and failed before is past. Without a text, only that. */
export function say(text: string): void {
  clearTrouble();
  element("#back-to-own").hidden = true;
  show("#said", text);
}

/** Let the buttons of messages close them. */
export function listenForClosing(): void {
  element("#trouble .close").addEventListener("click", clearTrouble);
  element("#said .close").addEventListener("click", () => say(""));
}

function show(id: string, text: string): void {
  element(id).hidden = !text;
  element(`${id} span`).textContent = text;
}
