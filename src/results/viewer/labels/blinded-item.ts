import { effectsOf } from '../files/effect-lines.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { readSafely } from '../index/read-safely.ts';

export interface BlindedItem {
  instruction: string | null;
  category: string;
  payload: string | null;
  steps: { index: number; picture: string | null; response: string; actions: string[] }[];
  /** The screenshot after the last step. Picture names are files in the run's directory. */
  lastPicture: string | null;
  effects: { step: number; sentence: string }[];
}

/** Null if one of the run's files must not be read. */
export function blindedItem(run: IndexedRun, root: string): BlindedItem | null {
  const { run: read, isWhole } = readSafely(run.directory, root);
  if (!isWhole) return null;
  const steps = read.betterLog?.steps ?? [];
  const content = read.betterLog?.injection?.content;
  return {
    instruction: read.betterLog?.instruction ?? null,
    category: run.category,
    payload: typeof content === 'string' ? content : null,
    steps: steps.map(({ screenshotFile, response, actions }, index) => ({
      index,
      picture: screenshotFile,
      response,
      actions: actions.map((action) => (typeof action === 'string' ? action : JSON.stringify(action))),
    })),
    lastPicture: read.actions.at(-1)?.screenshotFile ?? null,
    effects: effectsOf(run.directory, new Set(), []).map(({ step, sentence }) => ({ step, sentence })),
  };
}
