// The game in the worker: gives it events one by one, in order, and shows each frame.

import type { Frame, PlayCalls } from "../python/calls";
import type { PythonWorker } from "../python/client";

/** A function that gives a frame. */
type FrameCall = { [Name in keyof PlayCalls]: ReturnType<PlayCalls[Name]> extends Frame ? Name : never }[keyof PlayCalls];
export type MouseKind = "move" | "left" | "right" | "wheel_up" | "wheel_down";

/** Milliseconds after which a key that is not answered yet is said to be waiting. */
const AT_ONCE = 150;
/** Seconds: a ruleset may be slow to make a floor, and none may hang the page. */
const MOST_SECONDS = 60;

export class Game {
  /** The frame shown last. */
  frame: Frame | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pending = 0;
  private patience: ReturnType<typeof setTimeout> | undefined;
  private moveTo: [number, number] | null = null;
  private rows = 0;

  constructor(
    readonly python: PythonWorker<PlayCalls>,
    private readonly show: (frame: Frame) => void,
    private readonly failed: (error: Error) => void,
    private readonly sayWaiting: (waits: boolean) => unknown = () => undefined,
  ) {}

  press(key: string, code: string, ctrl = false, alt = false, shift = false): void {
    void this.ask("press", [key, code, ctrl, alt, shift]);
  }

  pressNamed(name: string): void {
    void this.ask("press_named", [name]);
  }

  point(x: number, y: number, kind: MouseKind): void {
    if (kind !== "move" || this.pending === 0) void this.ask("point", [x, y, kind]);
    else this.moveTo = [x, y]; // the last of several moves is enough, once the frame is there
  }

  /** Move a text or a list up by some rows; by all that have come together once the last ones are shown. */
  scroll(rows: number): void {
    this.rows += rows;
    if (this.pending === 0) this.goOn();
  }

  /** Whether it has not shown yet what came of all events. */
  get busy(): boolean {
    return this.pending > 0;
  }

  /** Call a function that gives a frame, and show it. False if it failed, which has been said. */
  async ask(name: FrameCall, args: readonly unknown[]): Promise<boolean> {
    clearTimeout(this.timer);
    if (this.pending === 0) this.patience = setTimeout(() => this.sayWaiting(true), AT_ONCE);
    this.pending += 1;
    try {
      this.frame = await this.python.call(name, args as never, MOST_SECONDS);
      this.show(this.frame);
    } catch (error) {
      this.failed(error as Error);
      return false;
    } finally {
      this.pending -= 1;
      if (this.pending === 0) {
        clearTimeout(this.patience);
        this.sayWaiting(false);
      }
      this.goOn();
    }
    return true;
  }

  /** When nothing is being asked: the pointer's last move, or the tick that the frame asked for. */
  private goOn(): void {
    if (this.pending > 0) return;
    const seconds = this.frame?.seconds ?? null;
    if (this.moveTo) {
      const [x, y] = this.moveTo;
      this.moveTo = null;
      this.point(x, y, "move");
    } else if (this.rows !== 0) {
      const rows = this.rows;
      this.rows = 0;
      void this.ask("scroll", [rows]);
    } else if (seconds !== null) {
      this.timer = setTimeout(() => void this.ask("tick", []), seconds * 1000);
    }
  }
}
