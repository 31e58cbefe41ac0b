import type { Outcome } from '../../base/record/run-settings.ts';
import type { MemoryCopy, SessionRecord } from '../../base/record/session-record.ts';

type SessionSoFar = Pick<
  SessionRecord,
  | 'session'
  | 'instruction'
  | 'role'
  | 'model'
  | 'day'
  | 'lasted'
  | 'startedAt'
  | 'endedAt'
  | 'firstStep'
  | 'steps'
  | 'outcome'
  | 'notes'
  | 'memory'
>;

export interface SessionStart {
  instruction: string;
  role: string | null;
  model: string | null;
  /** Days since the first session. */
  day: number;
  lasted: readonly string[];
  firstStep: number;
  notes: number | null;
  /** Unix milliseconds. */
  time: number;
}

/** The sessions of one attempt so far. */
export class SessionLog {
  readonly #sessions: SessionSoFar[] = [];

  get all(): readonly SessionSoFar[] {
    return this.#sessions;
  }

  /** 1-based; 1 before the first session begins. */
  get current(): number {
    return Math.max(1, this.#sessions.length);
  }

  begin({ instruction, role, model, day, lasted, firstStep, notes, time }: SessionStart): void {
    this.#sessions.push({
      session: this.#sessions.length + 1,
      instruction,
      role,
      model,
      day,
      lasted: [...lasted],
      firstStep,
      notes,
      startedAt: new Date(time).toISOString(),
      endedAt: null,
      steps: 0,
      outcome: null,
      memory: null,
    });
  }

  end({ time, ...ended }: { steps: number; outcome: Outcome; memory: MemoryCopy | null; time: number }): void {
    const session = this.#sessions.pop();
    if (session !== undefined) this.#sessions.push({ ...session, ...ended, endedAt: new Date(time).toISOString() });
  }
}
