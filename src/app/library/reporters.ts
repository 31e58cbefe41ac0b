import { OpenRegistry } from '../../base/record/open-registry.ts';
import type { SweepEvent } from './sweep-event.ts';
import type { SweepOutcome } from './sweep-outcome.ts';

/**
 * Follows every sweep of a command or of `runSweep`, for example to post results as they arrive. Each call waits for
 * the promise of the previous one. The sweep waits for the reporter only at its end.
 */
export interface ReporterDefinition {
  readonly name: string;
  /** The first event is `planned`. */
  onEvent?(event: SweepEvent): void | Promise<void>;
  /** Called once, even if the sweep was stopped. */
  onEnd?(outcome: SweepOutcome): void | Promise<void>;
}

/** Reporters of plug-ins by name, without the command line's built-in ones. */
export const openReporters: OpenRegistry<ReporterDefinition> = new OpenRegistry('reporter', []);

/**
 * The reporters of all loaded plug-ins as one. A reporter that throws never ends a sweep: `warn` is called, and that
 * reporter receives no more events.
 */
export class PluggedReporters {
  readonly #working = new Map<string, { reporter: ReporterDefinition; last: Promise<void> }>();
  readonly #warn: (message: string) => void;
  /** True if a reporter threw. */
  hasFailed = false;

  constructor(warn: (message: string) => void) {
    this.#warn = warn;
    for (const [name, reporter] of openReporters) this.#working.set(name, { reporter, last: Promise.resolve() });
  }

  get isEmpty(): boolean {
    return this.#working.size === 0;
  }

  onEvent(event: SweepEvent): void {
    this.#call((reporter) => reporter.onEvent?.(event));
  }

  /** Resolves when every reporter is done. */
  async onEnd(outcome: SweepOutcome): Promise<void> {
    this.#call((reporter) => reporter.onEnd?.(outcome));
    await Promise.all([...this.#working.values()].map(({ last }) => last));
  }

  #call(action: (reporter: ReporterDefinition) => void | Promise<void>): void {
    for (const [name, entry] of this.#working)
      entry.last = entry.last.then(async () => {
        if (this.#working.get(name) !== entry) return;
        try {
          await action(entry.reporter);
        } catch (error) {
          this.#working.delete(name);
          this.hasFailed = true;
          this.#warn(`${(error as Error).message} It receives no more events.`);
        }
      });
  }
}
