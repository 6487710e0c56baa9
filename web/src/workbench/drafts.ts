// The text as it is kept in this browser, and the maker's own texts that another text took the place of.
//
// Each tab keeps its own text over reloads. The newest of all tabs is what another tab or visit begins with. A text of
// the maker's own that a newer one of another tab takes the place of there is put by, as is one whose place a link or a
// file takes: a tab that is closed loses nothing.

import { recall, remember } from "../local_storage";

const TEXT = "steep-workbench-text";
/** "yes" if the text is as it was opened, "no" if the maker has written in it. */
const UNTOUCHED = "steep-workbench-untouched";
/** The tab that the newest text is of. */
const TAB = "steep-workbench-tab";
const FORMER = "steep-workbench-former";
/** Former texts that are kept. */
const MOST = 5;

/** A reload counts as another tab: what it begins with says enough. */
const tab = `${Date.now()} ${Math.random()}`;

/** A text that was put by; that of another tab is put by again, in its place, when that tab has a newer one. */
interface Former {
  readonly text: string;
  readonly tab?: string;
}

/** The text of this tab, or else of the last visit; null on the first. */
export function keptText(): string | null {
  return recall(TEXT, "sessionStorage") ?? recall(TEXT);
}

/** Whether that text was as it was opened, and not the maker's own. */
export function wasUntouched(): boolean {
  return recall(UNTOUCHED, recall(TEXT, "sessionStorage") === null ? "localStorage" : "sessionStorage") === "yes";
}

/** Keep the text as it is now. `untouched` says that it is as it was opened. Throws a sentence if there is no room. */
export function keep(text: string, untouched: boolean): void {
  const before = recall(TEXT, "sessionStorage");
  write(TEXT, text, "sessionStorage");
  write(UNTOUCHED, untouched ? "yes" : "no", "sessionStorage");
  const newest = recall(TEXT);
  if (newest !== null && text === before) return; // a reload makes no text newer
  const other = recall(TAB);
  if (newest !== null && newest !== before && newest !== text && other !== tab && recall(UNTOUCHED) !== "yes") {
    putAmongFormer({ text: newest, tab: other ?? "" }, (each) => each.tab !== undefined && each.text === before);
  }
  write(TEXT, text);
  write(UNTOUCHED, untouched ? "yes" : "no");
  write(TAB, tab);
}

/** The maker's own texts that others took the place of, the newest first. */
export function formerTexts(): string[] {
  return former().map(({ text }) => text);
}

/** Put a text of the maker's own by, as another takes its place. Throws a sentence if there is no room. */
export function putBy(text: string): void {
  putAmongFormer({ text });
}

/** What the tab or the last visit had under a name. */
export function keptIn(name: string): string {
  return recall(name, "sessionStorage") ?? recall(name) ?? "";
}

/** Keep something small under a name, for this tab and for the next visit. */
export function keepIn(name: string, text: string): void {
  remember(name, text, "sessionStorage");
  remember(name, text);
}

/** The title that a text gives itself. */
export function titleOf(text: string): string {
  return /^\s*title\s*=\s*"([^"\n]*)"/m.exec(text)?.[1] || "A ruleset";
}

function former(): Former[] {
  try {
    const found: unknown = JSON.parse(recall(FORMER) ?? "[]");
    if (!Array.isArray(found)) return [];
    const entries = found.map((each) => (typeof each === "string" ? { text: each } : each) as Former | null);
    return entries.filter((each): each is Former => typeof each?.text === "string");
  } catch {
    return [];
  }
}

/** Put a text first, in the place of the same one, of an earlier one of its tab and of those that are `gone`. */
function putAmongFormer(entry: Former, gone: (each: Former) => boolean = () => false): void {
  const same = (each: Former): boolean => each.text === entry.text || (each.tab !== undefined && each.tab === entry.tab);
  const all = [entry, ...former().filter((each) => !same(each) && !gone(each))].slice(0, MOST);
  // Where there is no room for all, the oldest go.
  for (;;) {
    try {
      write(FORMER, JSON.stringify(all));
      return;
    } catch (fault) {
      if (all.length === 1) throw fault;
      all.pop();
    }
  }
}

function write(key: string, text: string, place?: "sessionStorage"): void {
  if (!remember(key, text, place)) {
    throw new Error("This browser has no room to keep the text: save the ruleset as a file.");
  }
}
