// What a page keeps in the browser, for other visits or for its tab. Some browsers deny it: then each visit is the first.

type Place = "localStorage" | "sessionStorage";

export function recall(key: string, place: Place = "localStorage"): string | null {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null;
  }
}

/** Whether it is kept. */
export function remember(key: string, text: string, place: Place = "localStorage"): boolean {
  try {
    globalThis[place].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
