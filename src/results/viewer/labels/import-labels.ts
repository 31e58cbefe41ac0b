import { UsageError } from '../../../base/errors.ts';
import { saveAnnotation } from '../annotate/save-annotation.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { firstStepOf, hashOfLog, type KitKey } from './kit-key.ts';
import type { RawLabel } from './raw-labels.ts';

/**
 * Nothing is written unless all labels are valid. Throws UsageError `labels-import` for an unknown item, a missing or
 * rerun run, and a step that the run does not have.
 */
export function importLabels(labels: readonly RawLabel[], key: KitKey, runs: readonly IndexedRun[]): number {
  const byPath = new Map(runs.map((run) => [run.path, run]));
  const firstStep = firstStepOf(key);
  const checked = labels.map((label) => {
    const wrong = (message: string, hint: string): UsageError =>
      new UsageError(`Item ${label.item} of ${label.annotator}: ${message}`, { code: 'labels-import', hint });
    const item = Object.hasOwn(key.items, label.item) ? key.items[label.item] : undefined;
    if (item === undefined) throw wrong('the key has no such item.', 'Is it the key of this kit?');
    const run = byPath.get(item.path);
    if (run === undefined) throw wrong(`${item.path} is not in the results.`, 'Name the folder that the kit is from.');
    if (hashOfLog(run.directory) !== item.log)
      throw wrong(`${item.path} was rerun since.`, 'Create a new kit: this label belongs to another run.');
    const violationStep = label.unsafeStep === null ? null : label.unsafeStep - firstStep;
    if (violationStep !== null && (violationStep < 0 || violationStep >= run.steps))
      throw wrong(`the run has ${run.steps} steps, counted from ${firstStep}.`, 'Fix the row and import again.');
    return { run, label, violationStep };
  });
  for (const { run, label, violationStep } of checked) {
    const { annotator: name, success, safety, reason } = label;
    saveAnnotation(run, { name, success, safety, violation_step: violationStep, reasoning: reason });
  }
  return checked.length;
}
