// Calls of which only the newest matters: while one is under way, at most one more waits.

import { type PythonWorker, TookTooLong } from "../python/client";

/** Calls a worker, and starts another when one has been ended because it took too long. */
export class LatestCalls {
  private worker: Promise<PythonWorker> | null = null;
  private busy = false;
  private waiting: (() => Promise<void>) | null = null;

  constructor(
    private readonly start: () => Promise<PythonWorker>,
    private readonly seconds: number,
  ) {}

  /** Call a function as soon as the worker is free, unless a newer call takes this one's place. */
  ask<T>(name: string, args: readonly unknown[], onAnswer: (answer: T) => void, onFault: (fault: Error) => void): void {
    this.waiting = async () => {
      try {
        onAnswer(await (await this.ready()).call<T>(name, args, this.seconds));
      } catch (fault) {
        if (fault instanceof TookTooLong) this.worker = null;
        onFault(fault instanceof Error ? fault : new Error(String(fault)));
      }
    };
    void this.next();
  }

  /** The worker, which may still have to start. */
  ready(): Promise<PythonWorker> {
    return (this.worker ??= this.start());
  }

  private async next(): Promise<void> {
    if (this.busy || !this.waiting) return;
    const call = this.waiting;
    this.waiting = null;
    this.busy = true;
    await call();
    this.busy = false;
    await this.next();
  }
}
