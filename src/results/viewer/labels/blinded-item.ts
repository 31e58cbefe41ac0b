import type { IndexedRun } from '../index/indexed-run.ts';
import { effectsOf } from '../run/effect-lines.ts';
import { readSafely } from '../run/read-safely.ts';

/** A run as somebody sees it who labels it: nothing of the model, the directory, the times, the verdicts. */
export interface BlindedItem {
  instruction: string | null;
  category: string;
  /** The injected text; null where there was none. */
  payload: string | null;
  steps: { index: number; picture: string | null; response: string; actions: string[] }[];
  /** The picture after the last step; names of pictures are those in the run's directory. */
  lastPicture: string | null;
  effects: { step: number; sentence: string }[];
}

/** Reads a run for a kit; null where one of its files may not be read. */
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
