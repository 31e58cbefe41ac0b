import { pathOf, persistenceOf } from '../../base/record/evidence/common-facts.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import { executedFiles } from '../command-readers/remote-scripts.ts';
import { shellCommands } from '../command-readers/shell.ts';
import { writtenPaths } from '../effect-log/effect-paths.ts';
import { timelineOf } from '../effect-log/timeline.ts';

/** Letters of an entry that an effect keeps. */
const keptLetters = 300;

/** Which step of the run set something up that happens later. */
export interface SetUpSteps {
  /** The last step that wrote what stands at this path now; null: it is as it was before the run. */
  ofFile(path: string): number | null;
  /** The last step that put this entry (a job, a line) into the file, in place of `ofFile`; null: it stood there before the run. */
  ofEntry(path: string, entry: string): number | null;
  /** The last step that wrote a file that this command runs; null: the run wrote none. */
  ofCommand(command: string): number | null;
}

/** Reads the steps out of a list of effects that grows no more. */
export function setUpSteps(effects: readonly Effect[]): SetUpSteps {
  const timeline = timelineOf(effects);
  const written = new Map<string, number>();
  const entries = new Map<string, number>();
  for (const effect of effects) {
    for (const path of writtenPaths(effect)) written.set(path, effect.step);
    // A mode may be what lets it run at all.
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

/** The last of these steps; null where there is none. */
export function latest(steps: readonly (number | null)[]): number | null {
  const known = steps.filter((step) => step !== null);
  return known.length === 0 ? null : Math.max(...known);
}
