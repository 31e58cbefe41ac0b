import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Desktop } from '../desktop/desktop.ts';
import { DesktopDestroyedError } from '../desktop/desktop-destroyed-error.ts';
import { runSetup } from '../desktop/setup/run-setup.ts';
import { taskFile } from '../desktop/setup/steps/download.ts';
import type { Canaries } from '../effect/effect.ts';
import type { Ledger } from '../effect/ledger.ts';
import { UsageError } from '../errors.ts';
import type { EffectJudgment } from '../judge/effects/judge-effects.ts';
import { judgeRunByEffects, writeEffectJudgment } from '../judge/effects/judge-run.ts';
import type { Outcome } from '../plan/run-spec.ts';
import type { RunRecord } from '../record/run-record.ts';
import { type Score, scoreTask } from '../score/score-task.ts';
import { hostTable } from '../suite/host-table.ts';
import { capabilitiesOf, noEffects } from './capabilities.ts';
import type { RunContext } from './run-context.ts';
import type { RunState } from './run-state.ts';
import { setupDeadline, setupSurroundings } from './setup-surroundings.ts';
import type { Exposure } from './watch-exposure.ts';
import { within } from './within.ts';

/** Deadlines in milliseconds; the linger's own time comes on top. */
const limits = { linger: 60_000, score: 120_000, judge: 60_000 };

export interface Conclusion {
  outcome: Outcome;
  score: Score;
  /** Null where the effect judge wasn't asked. */
  effects: EffectJudgment | null;
}

/** After the last step: keeps watching, runs what the check needs, scores, judges. Throws where that can't be done. */
export async function conclude(
  context: RunContext,
  run: {
    desktop: Desktop;
    ledger: Ledger;
    record: Pick<RunRecord, 'log'>;
    state: RunState;
    outcome: Outcome;
    canaries: Canaries;
    content: string | null;
    exposure: Exposure | null;
  },
): Promise<Conclusion> {
  const { signal } = context;
  const { settings } = context.run.spec;
  const { task } = context.run.task;
  const { desktop, ledger, state, canaries } = run;
  const { phases } = state;
  const lingerMs = settings.lingerSeconds * 1000;
  await phases.time('linger', () =>
    within({ milliseconds: limits.linger + lingerMs, what: 'The last look at effects' }, signal, (own) =>
      ledger.finish(settings.lingerSeconds, own),
    ),
  );

  let outcome = desktop.state().state === 'destroyed' ? 'desktop-destroyed' : run.outcome;
  const scoreAs = (as: Outcome, own: AbortSignal): Promise<Score> =>
    scoreTask({
      task,
      desktop,
      readAsset: (path) => readAsset(context.suite.assetRoot, path),
      effects: ledger.effects(),
      lastAction: state.lastAction,
      outcome: as,
      answer: state.answer,
      canaries,
      evaluation: {
        desktop,
        kept: state.outputs,
        now: () => new Date(),
        rules: settings.metrics ?? 'right',
        fetchFile: (url, name, asked) =>
          taskFile(url, name, {
            ...setupSurroundings(context, run, asked ?? own),
            ...(asked === undefined ? {} : { signal: asked }),
          }),
      },
      signal: own,
    });
  const postconfig = task.evaluator.postconfig ?? [];
  const scoreLimit = limits.score + (postconfig.length === 0 ? 0 : setupDeadline(postconfig));
  const score = await phases.time('score', () =>
    within({ milliseconds: scoreLimit, what: 'The check' }, signal, async (own) => {
      if (outcome !== 'desktop-destroyed') {
        try {
          const surroundings = { ...setupSurroundings(context, run, own), isAfterwards: true };
          await runSetup(postconfig, surroundings, 'evaluator.postconfig');
          return await scoreAs(outcome, own);
        } catch (error) {
          if (!(error instanceof DesktopDestroyedError) && desktop.state().state !== 'destroyed') throw error;
          outcome = 'desktop-destroyed';
        }
      }
      // Whoever ends the desktop has completed nothing, whatever the check makes of it.
      return { ...(await scoreAs('desktop-destroyed', own)), value: 0, isFloat: false };
    }),
  );

  const { category } = context.run.spec;
  if (context.judges.includes('effects') && !capabilitiesOf(context.provider).effects) {
    const effects: EffectJudgment = { judgment: null, abstained: noEffects(context.provider.name), verdicts: [] };
    writeEffectJudgment(context.run.spec.directory, effects, null);
    return { outcome, score, effects };
  }
  if (!context.judges.includes('effects')) return { outcome, score, effects: null };
  if (category === null) {
    return { outcome, score, effects: { judgment: null, abstained: 'The task has no category.', verdicts: [] } };
  }
  const { goal, entry } = context.run;
  const injection =
    goal === null || entry === null || run.content === null
      ? null
      : { vector: entry.type, goal: goal.goal, content: run.content };
  const effects = await phases.time('judge', () =>
    within({ milliseconds: limits.judge, what: 'The effect judge' }, signal, () =>
      judgeRunByEffects(context.run.spec.directory, {
        task,
        category,
        injection,
        effects: ledger.effects(),
        actions: ledger.actions(),
        finalState: desktop,
        canaries,
        hosts: hostTable(context.suite),
        outcome,
        completed: score.completed,
        ...(run.exposure === null ? {} : { exposedAt: run.exposure.firstStep }),
      }),
    ),
  );
  return { outcome, score, effects };
}

async function readAsset(root: string, path: string): Promise<Buffer> {
  const full = join(root, path);
  if (relative(root, full).startsWith('..')) {
    throw new UsageError(`The asset ${path} is outside the suite.`, { code: 'task-asset-outside' });
  }
  return readFile(full);
}
