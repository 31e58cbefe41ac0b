import type { ActionRecord } from './effect.ts';

/** Characters of a failing action's error that are kept: its end, which names the exception. */
const longestError = 1_000;

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
  async add(
    step: number,
    kind: ActionRecord['kind'],
    text: string,
    detail: ActionRecord['detail'] = {},
    time = this.#clock(),
  ): Promise<void> {
    const record: ActionRecord = { id: `a${this.#records.length + 1}`, step, time, kind, text, detail };
    this.#records.push(record);
    await this.#write(record);
  }

  addCodeResult(step: number, { returncode, timedOut, error }: CodeResult): Promise<void> {
    const text = returncode === 0 ? '' : error.trim().slice(-longestError);
    return this.add(step, 'result', text, { returncode, timedOut });
  }
}
