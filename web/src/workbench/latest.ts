// Calls of which only the newest matters: while one is under way, at most one more waits.

import type { WorkbenchCalls } from "../python/calls";
import { type Answered, type Args, type PythonWorker, TookTooLong } from "../python/client";

/** What functions do, in sentences about those that took too long. */
const DOING: Readonly<Partial<Record<keyof WorkbenchCalls, string>>> = {
  check: "Reading the text",
  preview: "Reading the text",
  games_to_play: "Reading the text",
  survey: "Generating floors",
  roll: "Generating the floor",
  figures: "Working out what the games say",
  mend: "Looking for another number",
  replay: "Recording the game",
  bands_of: "Reading the target",
  import_project: "Reading the files",
  export: "Writing the tables",
};

type Called = keyof WorkbenchCalls;

/** A worker that is started when it is needed, and again when it was lost. */
export class RestartedWorker {
  private worker: Promise<PythonWorker<WorkbenchCalls>> | null = null;

  constructor(private readonly start: () => Promise<PythonWorker<WorkbenchCalls>>) {}

  /** The worker, which may still have to start. */
  async ready(): Promise<PythonWorker<WorkbenchCalls>> {
    const { worker } = this;
    const over = worker && (await worker.then(({ ended }) => ended, () => true));
    if (over && this.worker === worker) this.worker = null;
    return (this.worker ??= this.start());
  }

  /** Call a function. What takes too long is said in words. */
  async call<Name extends Called>(name: Name, args: Args<WorkbenchCalls, Name>, seconds: number): Promise<Answered<WorkbenchCalls, Name>> {
    try {
      return await (await this.ready()).call(name, args, seconds);
    } catch (fault) {
      if (!(fault instanceof TookTooLong)) throw fault;
      throw new Error(`${DOING[name] ?? name} took longer than ${seconds} seconds, so it was stopped.`);
    }
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
  ask<Name extends Called>(
    name: Name,
    args: Args<WorkbenchCalls, Name>,
    onAnswer: (answer: Answered<WorkbenchCalls, Name>) => void,
    onFault: (fault: Error) => void,
  ): void {
    this.waiting = async () => {
      try {
        onAnswer(await this.worker.call(name, args, this.seconds));
      } catch (fault) {
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
