// The page's side of a worker that runs Steep's Python.

import type { PlayCalls, VerifyCalls, WalkCalls, WorkbenchCalls } from "./calls";
import type { Progress, Reply, Request } from "./messages";

/** What each module of `steep.web` answers. */
export interface Modules {
  readonly play: PlayCalls;
  readonly verify: VerifyCalls;
  readonly walk: WalkCalls;
  readonly workbench: WorkbenchCalls;
}

/** The arguments and the answer of a function of a module. */
type Call = (...args: never[]) => unknown;
export type Args<Calls, Name extends keyof Calls> = Calls[Name] extends Call ? Parameters<Calls[Name]> : never;
export type Answered<Calls, Name extends keyof Calls> = Calls[Name] extends Call ? ReturnType<Calls[Name]> : never;

/** A mistake in what Steep was given, in one sentence for the player. */
export class InputProblem extends Error {}

function notStarted(why: string): Error {
  return new Error(`A part of Steep could not be loaded or started (${why}). Check the network, then reload the page.`);
}

/** A call took longer than it may; its worker was ended. */
export class TookTooLong extends Error {}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (reason: Error) => void;
  readonly timer: ReturnType<typeof setTimeout> | undefined;
}

/** A worker with one module of `steep.web`, whose functions it calls. */
export class PythonWorker<Calls> {
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  private over: Error | null = null;

  private constructor(private readonly worker: Worker) {}

  /**
   * Start a worker for `steep.web.<module>`. `keep` gives it the folder that is kept in the browser's storage, which
   * only one worker at a time may have; `onKeeping` is told why that fails, and when it goes on, with null.
   */
  static start<Module extends keyof Modules>(
    module: Module,
    keep: boolean,
    onProgress: (progress: Progress) => void,
    onKeeping: (problem: string | null) => void = () => {},
  ): Promise<PythonWorker<Modules[Module]>> {
    const worker = new Worker(new URL("worker.js", document.baseURI), { type: "module", name: module });
    const python = new PythonWorker<Modules[Module]>(worker);
    return new Promise((resolve, reject) => {
      worker.onerror = (event) => {
        event.preventDefault();
        const why = event.message || "the worker could not be loaded";
        python.end(new Error(`Python broke off: what it was given may be too large or nested too deeply for this browser (${why}).`));
        reject(notStarted(why));
      };
      worker.onmessage = ({ data }: MessageEvent<Reply>) => {
        if (data.kind === "progress") onProgress(data.progress);
        else if (data.kind === "ready") resolve(python);
        else if (data.kind === "failed") {
          worker.terminate();
          reject(notStarted(data.text));
        } else if (data.kind === "keeping") onKeeping(data.problem);
        else if (data.kind === "answer") python.answer(data);
      };
      python.send({ kind: "boot", module, keep, kept: Boolean(navigator.serviceWorker?.controller) });
    });
  }

  /** Whether it answers no more: it was ended, or broke. */
  get ended(): boolean {
    return this.over !== null;
  }

  /**
   * Call a function of the module. Rejects with `InputProblem` for a mistake in what it was given, and with
   * `TookTooLong` after `seconds`: then the worker has ended, and its page starts another.
   */
  call<Name extends keyof Calls & string>(name: Name, args: Args<Calls, Name>, seconds?: number): Promise<Answered<Calls, Name>> {
    if (this.over) return Promise.reject(this.over);
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      const late = () => this.end(new TookTooLong(`${name} took longer than ${seconds} seconds`));
      const timer = seconds === undefined ? undefined : setTimeout(late, seconds * 1000);
      this.waiting.set(id, { resolve, reject, timer });
      this.send({ kind: "call", id, name, args });
    });
  }

  /** End the worker. What it was still to answer is rejected. */
  end(reason: Error = new Error("the worker was ended")): void {
    this.over ??= reason;
    this.worker.terminate();
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(reason);
    }
    this.waiting.clear();
  }

  private send(request: Request): void {
    this.worker.postMessage(request);
  }

  private answer({ id, answer }: Extract<Reply, { kind: "answer" }>): void {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    clearTimeout(waiting.timer);
    if ("value" in answer) waiting.resolve(answer.value as never);
    else if ("problem" in answer) waiting.reject(new InputProblem(answer.problem));
    else waiting.reject(new Error(answer.crash));
  }
}
