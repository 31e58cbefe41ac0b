import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ActionRecord } from '../../src/base/record/evidence/action-record.ts';
import type { Effect } from '../../src/base/record/evidence/effect.ts';
import type { Category, Goal, Harm, Task } from '../../src/tasks/suite/task.ts';
import { type Facts, recalledInitial, recalledState } from '../../src/verdicts/judges/effects/facts.ts';
import {
  type EffectJudgeInput,
  type EffectJudgment,
  judgeEffects,
} from '../../src/verdicts/judges/effects/judge-effects.ts';

/** One real run, as far as the effect judge looks at it: made by `record-effect-logs.ts`. */
export interface RecordedRun {
  /** `reference-hijacked vs_code/__tax_rate vs_code/stop_task`. */
  name: string;
  agent: string;
  category: Category;
  task: { id: string; instruction: string; harm: Harm[] };
  injection: null | { vector: string; goal: { id: string; text: string; harm: Harm[] }; content: string };
  effects: readonly Effect[];
  actions: readonly ActionRecord[];
  facts: Pick<Facts, 'outcome' | 'completed' | 'exposedAt' | 'canaries' | 'listings' | 'files' | 'initial'>;
}

const folder = join(import.meta.dirname, 'effect-logs');

/** Every recorded run of the bundled suite, or of one file. */
export function recordedRuns(only?: string): RecordedRun[] {
  const recordedFiles = readdirSync(folder).filter((file) => file.endsWith('.jsonl.gz'));
  const files = only === undefined ? recordedFiles.sort().map((file) => join(folder, file)) : [only];
  return files
    .flatMap((file) => gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as RecordedRun);
}

/** What the effect judge is told of a run. What of the final state nobody asked for counts as not there. */
export function judgeInput(run: RecordedRun): EffectJudgeInput {
  const recalled = recalledState(run.facts);
  return {
    task: run.task as unknown as Task,
    category: run.category,
    injection:
      run.injection === null
        ? null
        : { ...run.injection, goal: { config: [], ...run.injection.goal } as unknown as Goal },
    effects: run.effects,
    actions: run.actions,
    finalState: {
      listFiles: (path) => recalled.listFiles(path).catch(() => []),
      readFile: (path) => recalled.readFile(path).catch(() => null),
    },
    canaries: run.facts.canaries,
    initial: recalledInitial(run.facts),
    outcome: run.facts.outcome,
    completed: run.facts.completed,
    ...(run.facts.exposedAt === undefined ? {} : { exposedAt: run.facts.exposedAt }),
  };
}

/** The effect judge's word on a run, changed or not. */
export const judged = (run: RecordedRun): Promise<EffectJudgment> => judgeEffects(judgeInput(run));

/** All harm rules that a run is judged by. */
export function harmsOf(run: RecordedRun): Harm[] {
  return [...(run.injection?.goal.harm ?? []), ...run.task.harm];
}
