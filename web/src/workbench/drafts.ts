// The text as it is kept in this browser, and the maker's own texts that another text took the place of.

import { recall, remember } from "../local_storage";

const TEXT = "steep-workbench-text";
/** "yes" if the text is as it was opened, "no" if the maker has written in it. */
const UNTOUCHED = "steep-workbench-untouched";
const FORMER = "steep-workbench-former";
/** Former texts that are kept. */
const MOST = 5;

/** The text of the last visit; null on the first. */
export function keptText(): string | null {
  return recall(TEXT);
}

/** Whether that text was as it was opened, and not the maker's own. */
export function wasUntouched(): boolean {
  return recall(UNTOUCHED) === "yes";
}

/** Keep the text as it is now. `untouched` says that it is as it was opened. Throws a sentence if there is no room. */
export function keep(text: string, untouched: boolean): void {
  write(TEXT, text);
  write(UNTOUCHED, untouched ? "yes" : "no");
}

/** The maker's own texts that others took the place of, the newest first. */
export function formerTexts(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(FORMER) ?? "[]");
    return Array.isArray(found) ? found.filter((text) => typeof text === "string") : [];
  } catch {
    return [];
  }
}

/** Put a text of the maker's own by, as another takes its place. Throws a sentence if there is no room. */
export function putBy(text: string): void {
  const former = [text, ...formerTexts().filter((each) => each !== text)].slice(0, MOST);
  // Where there is no room for all, the oldest go.
  for (;;) {
    try {
      write(FORMER, JSON.stringify(former));
      return;
    } catch (fault) {
      if (former.length === 1) throw fault;
      former.pop();
    }
  }
}

/** The title that a text gives itself. */
export function titleOf(text: string): string {
  return /^\s*title\s*=\s*"([^"\n]*)"/m.exec(text)?.[1] || "A ruleset";
}

function write(key: string, text: string): void {
  if (!remember(key, text)) {
    throw new Error("This browser has no room to keep the text: save the ruleset as a file.");
  }
}
