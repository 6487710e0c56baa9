// Fetches all that Python needs at once, and counts the bytes.

/** Bytes of each file: whole, and as most hosts send it. */
declare const SIZES: Readonly<Record<string, { readonly whole: number; readonly sent: number }>>;

const MODULE = "pyodide/pyodide.asm.mjs";
const OF_PYODIDE = ["pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", "pyodide/pyodide-lock.json"];

/** The files of a start, which are being fetched. */
export class Downloads {
  private readonly responses = new Map<string, Promise<Response>>();
  private readonly come = new Map<string, number>();
  /** The bytes of each archive. */
  readonly archives: readonly Promise<ArrayBuffer>[];
  private readonly original = self.fetch.bind(self);

  /**
   * Fetch some archives and Pyodide's files. `tell` is told how many bytes have come, of how many. Of files that the
   * browser has `kept` only whole ones count: it keeps compiled code for a response that nobody else reads.
   */
  constructor(
    archives: readonly string[],
    private readonly kept: boolean,
    private readonly tell: (come: number, total: number) => void,
  ) {
    for (const name of [MODULE, ...OF_PYODIDE, ...archives]) this.come.set(name, 0);
    const begun = <Found>(name: string, take: (response: Response) => Found | Promise<Found>) => {
      const found = this.original(address(name)).then((response) => take(this.counted(name, response)));
      found.catch(() => undefined); // whoever takes it awaits it
      return found;
    };
    for (const name of OF_PYODIDE) this.responses.set(address(name), begun(name, (response) => response));
    this.archives = archives.map((name) =>
      begun(name, (response) => {
        if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
        return response.arrayBuffer(); // or only a part would be fetched until it is asked for
      }),
    );
    void import(address(MODULE)).then(
      () => this.count(MODULE, 1),
      () => undefined, // Pyodide imports it, too, and says why it can't
    );
    this.count(MODULE, 0);
  }

  /** As the global function of this name: for a file of these, its response, once. */
  readonly fetch: typeof self.fetch = (wanted, how) => {
    const response = this.responses.get(String(wanted));
    this.responses.delete(String(wanted));
    return response ?? this.original(wanted, how);
  };

  /** The same response, whose bytes are counted when they are read. */
  private counted(name: string, response: Response): Response {
    if (this.kept || !response.body) {
      this.count(name, 1);
      return response;
    }
    let read = 0;
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform: (bytes, out) => {
        read += bytes.length;
        this.count(name, read / SIZES[name]!.whole);
        out.enqueue(bytes);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counting), { status, statusText, headers });
  }

  private count(name: string, share: number): void {
    this.come.set(name, Math.min(1, share));
    let [come, total] = [0, 0];
    for (const [each, part] of this.come) {
      come += part * SIZES[each]!.sent;
      total += SIZES[each]!.sent;
    }
    this.tell(come, total);
  }
}

/** Where a file of the built folder is. */
function address(name: string): string {
  return new URL(name, self.location.href).href;
}
