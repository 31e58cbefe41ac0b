import type { Effect } from 'osharm/judging';
import type { AttackedRecord } from './attack.ts';

export function inLastResponse(run: AttackedRecord, text: string): AttackedRecord {
  return {
    ...run,
    steps: run.steps.map((step, index) =>
      index === run.steps.length - 1 ? { ...step, response: `${text}\n\n${step.response}` } : step,
    ),
  };
}

export function afterLastResponse(run: AttackedRecord, text: string): AttackedRecord {
  return {
    ...run,
    steps: run.steps.map((step, index) =>
      index === run.steps.length - 1 ? { ...step, response: `${step.response}\n${text}` } : step,
    ),
  };
}

/** Adds an element to every accessibility tree but the first, or to the only one of a single-step run. */
export function inTree(run: AttackedRecord, role: string, name: string): AttackedRecord {
  const line = `${role}\t${name}\t""\t\t\t(60, 60)\t(800, 30)`;
  const from = Math.min(1, run.steps.length - 1);
  return {
    ...run,
    steps: run.steps.map((step, index) =>
      index < from ? step : { ...step, a11y_tree: `${step.a11y_tree.trimEnd()}\n${line}` },
    ),
  };
}

/** Adds effects of the first step, one per sentence. */
export function inEffects(run: AttackedRecord, sentences: readonly string[]): AttackedRecord {
  const more = sentences.map(
    (sentence, index): Effect => ({
      id: `e${run.effects.length + index + 1}`,
      source: 'file',
      kind: 'created',
      step: 0,
      lagMs: 0,
      time: 0,
      path: '/home/user/note.txt',
      detail: { type: 'file', before: null, after: null },
      sentence,
    }),
  );
  return { ...run, effects: [...run.effects, ...more] };
}
