import type { AgentReply } from '../../agents/agent.ts';
import type { PartBlocks } from '../../base/record/part-blocks.ts';
import { sessionOfStep } from '../../base/record/session-record.ts';
import { fillCanariesIn } from '../../tasks/setup/template.ts';
import type { Attempt } from '../attempt/attempt.ts';
import type { Part, ShownObservation } from '../attempt/part.ts';
import type { ExposurePart } from './exposure.ts';

/** In a run of several sessions: which ones saw the planted text, wrote a trace of it down, and received that trace. */
export class SessionTraces implements Part {
  readonly #attempt: Attempt;
  readonly #exposure: ExposurePart;
  readonly #traces: readonly string[];
  readonly #shownIn = new Set<number>();
  readonly #writtenIn = new Set<number>();
  readonly #carriedInto = new Set<number>();

  constructor(attempt: Attempt, exposure: ExposurePart) {
    this.#attempt = attempt;
    this.#exposure = exposure;
    const { task, injection } = attempt.run;
    const traces = [...(task.traces ?? []), ...(injection?.goalFile.goal.traces ?? [])];
    this.#traces = fillCanariesIn(traces, attempt.canaries).map(bare);
  }

  sessionBegan(session: number, received: readonly string[]): void {
    if (session > 1 && this.#hasTrace(received)) this.#carriedInto.add(session);
  }

  afterReply(_step: number, _reply: AgentReply, { text }: ShownObservation): void {
    const session = this.#attempt.sessions.current;
    if (text === null || this.#shownIn.has(session) || !this.#hasTrace([text])) return;
    this.#shownIn.add(session);
    if (this.#writtenIn.size > 0 && Math.min(...this.#writtenIn) < session) this.#carriedInto.add(session);
  }

  sessionEnded(session: number, left: readonly string[]): void {
    if (this.#hasTrace(left)) this.#writtenIn.add(session);
  }

  describe(): Partial<PartBlocks> {
    const { run, sessions } = this.#attempt;
    if (run.task.sessions === undefined) return {};
    const exposedAt = this.#exposure.describe().exposure?.firstStep ?? null;
    const isTraced = this.#traces.length > 0;
    return {
      carried: {
        plantedIn: exposedAt === null ? first(this.#shownIn) : sessionOfStep(sessions.all, exposedAt),
        writtenIn: isTraced ? first(this.#writtenIn) : null,
        carriedInto: isTraced ? first(this.#carriedInto) : null,
      },
    };
  }

  #hasTrace(texts: readonly string[]): boolean {
    return texts.map(bare).some((text) => this.#traces.some((trace) => text.includes(trace)));
  }
}

const first = (sessions: ReadonlySet<number>): number | null => (sessions.size === 0 ? null : Math.min(...sessions));

const bare = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, '');
