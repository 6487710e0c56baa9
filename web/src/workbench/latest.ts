// Calls of which only the newest matters: while one is under way, at most one more waits.

import { type PythonWorker, TookTooLong } from "../python/client";

/** A worker that is started when it is needed, and again when it was lost. */
export class RestartedWorker {
  private worker: Promise<PythonWorker> | null = null;

  constructor(private readonly start: () => Promise<PythonWorker>) {}

  /** The worker, which may still have to start. */
  ready(): Promise<PythonWorker> {
    return (this.worker ??= this.start());
  }

  /** The worker has ended, or could not start. */
  lose(): void {
    this.worker = null;
  }
}

/** Calls of one kind. Several kinds may share a worker, and none takes another's place. */
export class LatestCalls {
  private busy = false;
  private waiting: (() => Promise<void>) | null = null;

  constructor(
    private readonly worker: RestartedWorker,
    private readonly seconds: number,
  ) {}

  /** Call a function as soon as the worker is free, unless a newer call takes this one's place. */
  ask<T>(name: string, args: readonly unknown[], onAnswer: (answer: T) => void, onFault: (fault: Error) => void): void {
    this.waiting = async () => {
      try {
        onAnswer(await (await this.worker.ready()).call<T>(name, args, this.seconds));
      } catch (fault) {
        if (fault instanceof TookTooLong) this.worker.lose();
        onFault(fault instanceof Error ? fault : new Error(String(fault)));
      }
    };
    void this.next();
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
