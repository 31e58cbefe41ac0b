import type { ActionKind, ActionOf, ActionRecord } from '../../base/record/evidence/action-record.ts';

/** Keeps the end of an error, which names the exception. */
const longestError = 1_000;

export type NewAction<Kind extends ActionKind = ActionKind> = {
  [Each in Kind]: Omit<ActionOf<Each>, 'id' | 'step' | 'time'>;
}[Kind];

export interface CodeResult {
  returncode: number;
  timedOut: boolean;
  error: string;
}

/** Writes the lines of `actions.jsonl`. */
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
