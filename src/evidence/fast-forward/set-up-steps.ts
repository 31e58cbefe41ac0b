import { pathOf, persistenceOf } from '../../base/record/evidence/common-facts.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import { executedFiles } from '../command-readers/remote-scripts.ts';
import { shellCommands } from '../command-readers/shell.ts';
import { writtenPaths } from '../effect-log/effect-paths.ts';
import { timelineOf } from '../effect-log/timeline.ts';

const keptLetters = 300;

/** Finds the step that scheduled something. */
export interface SetUpSteps {
  /** Null unless the file is new or changed at the end of the run. */
  ofFile(path: string): number | null;
  /** Null if the entry existed before the run. */
  ofEntry(path: string, entry: string): number | null;
  /** Null if this command runs no file that the run wrote. */
  ofCommand(command: string): number | null;
}

export function setUpSteps(effects: readonly Effect[]): SetUpSteps {
  const timeline = timelineOf(effects);
  const written = new Map<string, number>();
  const entries = new Map<string, number>();
  for (const effect of effects) {
    for (const path of writtenPaths(effect)) written.set(path, effect.step);
    // It may be executable with the new mode.
    if (effect.kind === 'metadata' && effect.path !== undefined && written.has(effect.path))
      written.set(effect.path, effect.step);
    for (const { text } of persistenceOf(effect).added ?? []) entries.set(`${pathOf(effect)}\0${text}`, effect.step);
  }
  const ofFile = (path: string): number | null => {
    const standing = timeline.finalState(path);
    return standing === 'changed' || standing === 'new' ? (written.get(path) ?? null) : null;
  };
  return {
    ofFile,
    ofEntry(path, entry) {
      const step = entries.get(`${path}\0${entry.slice(0, keptLetters)}`);
      if (step !== undefined) return step;
      return timeline.finalState(path) === 'new' ? ofFile(path) : null;
    },
    ofCommand(command) {
      const files = shellCommands(command).flatMap((shellCommand) =>
        executedFiles({ ...shellCommand, step: 0, evidence: '', isSubmitted: true }, new Map()),
      );
      return latest(files.map(ofFile));
    },
  };
}

export function latest(steps: readonly (number | null)[]): number | null {
  const known = steps.filter((step) => step !== null);
  return known.length === 0 ? null : Math.max(...known);
}
