// The game in the worker: gives it events one by one, in order, and shows each frame.

import type { PythonWorker } from "../python/client";
import type { Frame } from "./frame";

export type MouseKind = "move" | "left" | "right" | "wheel_up" | "wheel_down";

export class Game {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pending = 0;
  private moveTo: [number, number] | null = null;

  constructor(
    private readonly python: PythonWorker,
    private readonly show: (frame: Frame) => void,
    private readonly failed: (error: Error) => void,
  ) {}

  /** Show the main menu, or a new game of a link's ruleset and seed. */
  start(width: number, height: number, ruleset: string | null, seed: bigint | null): Promise<void> {
    return this.ask("start", [width, height, ruleset, seed]);
  }

  resize(width: number, height: number): void {
    void this.ask("resize", [width, height]);
  }

  press(key: string, code: string, ctrl = false, alt = false, shift = false): void {
    void this.ask("press", [key, code, ctrl, alt, shift]);
  }

  point(x: number, y: number, kind: MouseKind): void {
    if (kind !== "move") void this.ask("point", [x, y, kind]);
    else if (this.pending === 0) void this.ask("point", [x, y, kind]);
    else this.moveTo = [x, y]; // the last of several moves is enough, once the frame is there
  }

  private async ask(name: string, args: readonly unknown[]): Promise<void> {
    clearTimeout(this.timer);
    this.pending += 1;
    try {
      const frame = await this.python.call<Frame>(name, args);
      this.pending -= 1;
      this.show(frame);
      if (this.pending > 0) return;
      if (this.moveTo) {
        const [x, y] = this.moveTo;
        this.moveTo = null;
        this.point(x, y, "move");
      } else if (frame.seconds !== null) {
        this.timer = setTimeout(() => void this.ask("tick", []), frame.seconds * 1000);
      }
    } catch (error) {
      this.pending -= 1;
      this.failed(error as Error);
    }
  }
}
