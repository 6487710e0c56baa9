// Calls the rules in `rules.wasm`. They are Steep's own, and read and write packed records in its memory.

/** Bytes of a page of memory. */
const PAGE = 65_536;

/** The names of rules that are called, with their modules. */
export const NEW_GAME = "steep_rules_new_game_new_game";
export const STEP = "steep_rules_turn_step";
export const PLAY_ON = "steep_lab_simulate_simulation_play_on";
export const RECORD_GAME = "steep_lab_simulate_simulation_record_game";

/** Why a rule fails, by the number that it stores; `prelude.h` in steep.core.native has them. */
const FAILURES = ["", "an index out of range", "a division by zero", "a number out of range"];
/** What it stores: the reason, the line, two numbers, and the address of the rule's name. */
const FAILURE_BYTES = 36;
const [LINE_AT, NAME_AT] = [8, 32];

/** Fetch and compile the rules. */
export async function loadRules(address: URL): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`rules.wasm: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

export class Rules {
  private readonly exports: WebAssembly.Exports;
  private readonly memory: WebAssembly.Memory;
  private readonly failure: number;

  constructor(module: WebAssembly.Module) {
    this.exports = new WebAssembly.Instance(module).exports;
    this.memory = this.exports["memory"] as WebAssembly.Memory;
    this.failure = this.room(FAILURE_BYTES);
  }

  /** Room for some bytes, which are zero; its address. It is never given back. */
  room(bytes: number): number {
    return this.memory.grow(Math.ceil(bytes / PAGE)) * PAGE;
  }

  /** Put some bytes into the memory; their address. */
  put(bytes: Uint8Array): number {
    const address = this.room(bytes.length);
    this.bytes(address, bytes.length).set(bytes);
    return address;
  }

  /** A part of the memory, until there is more of it. */
  bytes(address: number, count: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.memory.buffer, address, count);
  }

  number(address: number): number {
    return Number(new DataView(this.memory.buffer).getBigInt64(address, true));
  }

  set(address: number, number: number): void {
    new DataView(this.memory.buffer).setBigInt64(address, BigInt(number), true);
  }

  /** Call a rule with addresses, which are numbers, and integers, which are big. */
  call(rule: string, ...args: (number | bigint)[]): number {
    this.set(this.failure, 0);
    try {
      return Number((this.exports[rule] as (...all: (number | bigint)[]) => bigint)(this.failure, ...args));
    } catch (fault) {
      const why = FAILURES[this.number(this.failure)];
      throw why ? new Error(`${this.name(this.failure + NAME_AT)}, line ${this.number(this.failure + LINE_AT)}: ${why}`) : fault;
    }
  }

  /** The text whose address stands at an address, up to its zero. */
  private name(address: number): string {
    const start = new DataView(this.memory.buffer).getUint32(address, true);
    const rest = new Uint8Array(this.memory.buffer, start);
    return new TextDecoder().decode(rest.subarray(0, rest.indexOf(0)));
  }
}
