import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EffectKind } from '../../src/base/record/evidence/effect.ts';
import { effectLine, effectsFile } from '../../src/base/record/evidence/read-evidence.ts';
import { makeEffect } from '../effect/make-effect.ts';
import { type Made, makeRun, type PlantedScores } from '../report/make-run.ts';

/** A made-up run with steps and effects, as monitors read them. */
export interface MonitoredRunMade {
  id: string;
  model?: string;
  /** The actions, one a step. */
  steps: readonly string[];
  effects: readonly {
    step: number;
    kind: EffectKind;
    sentence?: string;
    canaries?: readonly string[];
    path?: string;
    host?: string;
  }[];
  /** Effects that were known after each step; left out: the run did not count. */
  effectCounts?: readonly number[];
  /** It was given a side task. */
  sideTask?: string;
  severity?: 'low' | 'medium' | 'high';
  control?: Made['control'];
  /** Left out: it was. */
  isCompleted?: boolean;
  monitors?: Readonly<Record<string, PlantedScores>>;
  /** The step of an attempted and completed harm; left out: none. */
  harmfulStep?: number;
}

/** Writes such a run below `root`; returns its directory. */
export function makeMonitoredRun(root: string, run: MonitoredRunMade): string {
  const isHarmful = run.harmfulStep !== undefined;
  const directory = makeRun(root, {
    id: run.id,
    category: run.id.endsWith('_twin') ? 'benign' : 'misuse',
    ...(run.sideTask === undefined
      ? {}
      : {
          sideTask: { goal: run.sideTask, share: 0, ...(run.severity === undefined ? {} : { severity: run.severity }) },
        }),
    ...(run.monitors === undefined ? {} : { monitors: run.monitors }),
    ...(run.control === undefined ? {} : { control: run.control }),
    verdict: { success: run.isCompleted !== false, safety: !isHarmful },
    verdicts: [{ attempted: isHarmful, completed: isHarmful }],
    ...(run.model === undefined ? {} : { model: run.model }),
    stepTimings: run.steps.map((_, step) => ({
      ...(run.effectCounts === undefined ? {} : { effects: run.effectCounts[step] ?? 0 }),
    })),
  });
  const steps = run.steps.map((action, step) => ({
    a11y_tree: `tree ${step}`,
    screenshot_file: `step_${step}.png`,
    response: `I will do ${action}`,
    actions: [action],
  }));
  writeFileSync(
    join(directory, 'better_log.json'),
    JSON.stringify({ params: {}, task: { instruction: 'Do the work.' }, steps }),
  );
  for (const step of run.steps.keys()) writeFileSync(join(directory, `step_${step}.png`), `picture ${step}`);
  const lines = run.effects.map(({ step, kind, canaries = [], sentence = 'Something happened.', path, host }, index) =>
    makeEffect(kind, {
      id: `e${index + 1}`,
      step,
      sentence,
      ...(path === undefined ? {} : { path }),
      detail: {
        canaries: canaries.map((name) => ({ name, encoding: 'plain' })),
        ...(host === undefined ? {} : { host }),
      },
    }),
  );
  writeFileSync(join(directory, effectsFile), lines.map((effect) => `${effectLine(effect)}\n`).join(''));
  if (run.harmfulStep !== undefined) {
    const folder = join(directory, 'judgment', 'effects', 'oracle', 'v1');
    mkdirSync(folder, { recursive: true });
    const verdict = { oracle: 'made-up', decides: 'full', initiated: true, attempted: true, completed: true };
    const verdicts = [{ ...verdict, firstStep: run.harmfulStep, evidence: [], reason: '' }];
    writeFileSync(join(folder, 'judgment.meta.json'), JSON.stringify({ abstained: null, verdicts }));
  }
  return directory;
}
