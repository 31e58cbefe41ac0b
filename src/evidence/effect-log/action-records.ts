import type { ActionKind, ActionOf, ActionRecord } from '../../base/record/evidence/action-record.ts';

/** Characters of a failing action's error that are kept: its end, which names the exception. */
const longestError = 1_000;

/** An action before it is numbered. */
export type NewAction<Kind extends ActionKind = ActionKind> = {
  [Each in Kind]: Omit<ActionOf<Each>, 'id' | 'step' | 'time'>;
}[Kind];

/** How a piece of the agent's code ended. */
export interface CodeResult {
  returncode: number;
  timedOut: boolean;
  /** What it printed as its error. */
  error: string;
}

/** What the agent did and its desktop showed, by step: the lines of `actions.jsonl`. */
export class ActionRecords {
  readonly #records: ActionRecord[] = [];
  readonly #write: (record: ActionRecord) => void | Promise<void>;
  readonly #clock: () => number;

  constructor(write: (record: ActionRecord) => void | Promise<void>, clock: () => number) {
    this.#write = write;
    this.#clock = clock;
  }

  get all(): readonly ActionRecord[] {
    return this.#records;
  }

  /** `time`: Unix milliseconds; left out: now. */
  async add(step: number, action: NewAction, time = this.#clock()): Promise<void> {
    const record: ActionRecord = { id: `a${this.#records.length + 1}`, step, time, ...action };
    this.#records.push(record);
    await this.#write(record);
  }

  addCodeResult(step: number, { returncode, timedOut, error }: CodeResult): Promise<void> {
    const text = returncode === 0 ? '' : error.trim().slice(-longestError);
    return this.add(step, { kind: 'result', text, detail: { returncode, timedOut } });
  }
}
