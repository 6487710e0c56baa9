// Links that hold a ruleset: its text, compressed, in the fragment.

/** Characters that a linked text may have, as a ruleset may; a longer one is not unpacked to its end. */
const MOST = 1024 * 1024;

/** The fragment of a link that holds a text. Throws a sentence for a text that no link holds. */
export async function linkTo(text: string): Promise<string> {
  const blob = new Blob([text]);
  if (blob.size > MOST) throw new Error("This ruleset is longer than a megabyte, which no link holds: save it as a file.");
  const packed = await gather(blob.stream().pipeThrough(new CompressionStream("deflate-raw")), 2 * MOST);
  return `toml=${lettersOf(packed)}`;
}

/** Bytes as letters that a link may hold. */
export function lettersOf(bytes: Uint8Array): string {
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The bytes of such letters. Throws an error for others. */
export function bytesOf(letters: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** The text that a fragment holds; null if it holds none. Throws a sentence for a link that is broken or too long. */
export async function textOf(fragment: string): Promise<string | null> {
  const held = new URLSearchParams(fragment.replace(/^#/, "")).get("toml");
  if (held === null) return null;
  try {
    const unpacked = new Blob([bytesOf(held)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new TextDecoder("utf-8", { fatal: true }).decode(await gather(unpacked, MOST));
  } catch (error) {
    if (error instanceof RangeError) throw new Error("The ruleset of this link is longer than a megabyte, so it was not opened.");
    throw new Error("The ruleset of this link is damaged, so it was not opened.");
  }
}

async function gather(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > most) {
      await reader.cancel();
      throw new RangeError("too long");
    }
    parts.push(next.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
