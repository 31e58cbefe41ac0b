import type { OsharmError } from '../../base/errors.ts';
import { literalPattern } from '../../base/literal-pattern.ts';
import type { PlannedRun } from '../plan/planned-run.ts';

/** Identifies the cause of an error: its code and message, without numbers and names of the run. */
export function causeOf({ code, message }: OsharmError, { directory, domain, taskId }: PlannedRun): string {
  const names = [directory, `${domain}/${taskId}`, taskId].map(literalPattern);
  const words = message.replaceAll(new RegExp(`(?<!\\w)(?:${names.join('|')})(?!\\w)`, 'g'), '…');
  return `${code}: ${words.replaceAll(/\d+/g, '#')}`;
}

/** Counts consecutive errors with the same cause. A run with a result resets the count. */
export class EqualErrors {
  #cause: string | null = null;
  #count = 0;

  add(error: OsharmError | null, run: PlannedRun): number {
    const cause = error === null ? null : causeOf(error, run);
    if (cause === null) this.#count = 0;
    else if (cause === this.#cause) this.#count += 1;
    else this.#count = 1;
    this.#cause = cause;
    return this.#count;
  }
}
