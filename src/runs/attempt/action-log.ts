import type { ActionRecord, Effect } from '../../evidence/effect-log/effect.ts';
import { type Ledger, type LedgerOptions, resultRecord } from '../../evidence/effect-log/ledger.ts';

/** In a desktop that nobody watches from outside: notes what the agent did, and claims to see no effect. */
export function createActionLog({ writeAction, clock = Date.now, sleep }: LedgerOptions): Ledger {
  const actions: ActionRecord[] = [];
  const note = async (
    step: number,
    kind: ActionRecord['kind'],
    text: string,
    detail: ActionRecord['detail'] = {},
  ): Promise<void> => {
    const record: ActionRecord = { id: `a${actions.length + 1}`, step, time: clock(), kind, text, detail };
    actions.push(record);
    await writeAction(record);
  };
  const linger = async (lingerSeconds: number, signal?: AbortSignal): Promise<Effect[]> => {
    if (lingerSeconds > 0) await sleep?.(lingerSeconds * 1000, signal);
    return [];
  };
  const none = async (): Promise<Effect[]> => [];
  return {
    begin: async () => ({ files: 0, durationMs: 0 }),
    stepStarted() {},
    // Nobody sees which programs run.
    disregard: async () => {},
    recordCode: (step, code) => note(step, 'code', code),
    recordResult(step, result) {
      const { kind, text, detail } = resultRecord(result);
      return note(step, kind, text, detail);
    },
    recordAnswer: (step, response) => note(step, 'answer', response),
    collect: none,
    finish: linger,
    end: linger,
    endAfterCheck: none,
    beginAftermath: none,
    collectAfter: none,
    effects: () => [],
    actions: () => actions,
  };
}
