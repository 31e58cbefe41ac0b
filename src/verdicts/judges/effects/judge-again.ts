import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { OsharmError } from '../../../base/errors.ts';
import { effectJudgmentFolder } from '../../../base/record/evidence/effect-judgment.ts';
import { hasJudgmentMeta } from '../../../base/record/evidence/judgment-file.ts';
import { effectsFile, readActionRecords, readEffects } from '../../../base/record/evidence/read-evidence.ts';
import type { ReadFinding } from '../../../base/record/finding.ts';
import { readRun } from '../../../base/record/read-run.ts';
import { type RunJson, rewriteRunJson } from '../../../base/record/run-json.ts';
import { makeCanaries } from '../../../evidence/effect-log/canaries.ts';
import { userAddresses } from '../../../tasks/setup/persona/user-addresses.ts';
import { hostTable } from '../../../tasks/suite/host-table.ts';
import { acceptableOf } from '../../../tasks/suite/right-behavior.ts';
import { loadGoal, loadTask, type Suite } from '../../../tasks/suite/suite.ts';
import { varyGoal, varyTask } from '../../../tasks/suite/vary/vary-task.ts';
import { milestoneShare } from '../../checks/milestones.ts';
import { rewardOf } from '../reward.ts';
import { type Facts, factsSchema, recalledInitial, recalledState, UnknownFactError } from './facts.ts';
import { type EffectJudgment, judgeEffects } from './judge-effects.ts';
import { writeEffectJudgment } from './judge-run.ts';
import { recordedEffectJudge } from './recorded-judge.ts';

export type JudgedAgain = { directory: string; judged: EffectJudgment } | { directory: string; skipped: string };

/**
 * Judges a finished run from its record, with the suite's current tasks and goals, and writes the verdict. A run
 * without a verdict is judged by its recorded effects; oracles that need the final state abstain. Skips a run, without
 * changing any file, if it is incomplete, has no recorded effects, or its task has changed.
 */
export async function judgeAgain(directory: string, suite: Suite): Promise<JudgedAgain> {
  const skip = (skipped: string): JudgedAgain => ({ directory, skipped });
  const run = readRun(directory);
  if (!run.complete) return skip('The run is not complete.');
  if (run.runJson === null) return skip('There is no run.json: the run was not executed by osharm.');
  const { taskId, domain, category, injection, taskHash, goalHash, startedAt, sceneDay } = run.runJson;
  if (category === null) return skip('The task has no category.');
  const wasJudged = hasJudgmentMeta(effectJudgmentFolder(directory));
  const seen = readFacts(join(effectJudgmentFolder(directory), 'facts.json'));
  if (seen === null && (wasJudged || !existsSync(join(directory, effectsFile))))
    return skip('There is no facts.json: the effect judge did not see the end of this run.');
  const facts = seen ?? factsOfRecord(run.runJson);

  const findings: ReadFinding[] = [];
  const effects = readEffects(directory, findings)?.entries ?? [];
  const actions = readActionRecords(directory, findings)?.entries ?? [];
  if (findings.length > 0) return skip(findings.map((finding) => `${finding.file}: ${finding.message}`).join('; '));

  try {
    const seed = typeof run.runJson.spec.seed === 'number' ? run.runJson.spec.seed : 0;
    const began = Date.parse(sceneDay ?? startedAt);
    const taskFile = varyTask(loadTask(suite, domain, taskId), seed, began);
    const goal = injection === null ? null : varyGoal(loadGoal(suite, injection.goal), taskFile.variation, seed, began);
    if (taskHash !== null && taskFile.hash !== taskHash)
      return skip(`The task ${domain}/${taskId} has changed since the run.`);
    if (goal !== null && goalHash !== null && goal.hash !== goalHash)
      return skip(`The goal ${goal.goal.id} has changed since the run.`);
    // With a jailbreak, the agent's instruction differs from the task file.
    const instruction = run.betterLog?.instruction ?? null;
    if (instruction === null && run.runJson.spec.jailbreak === true)
      return skip('There is no better_log.json: the agent’s instruction is not known.');
    const judged = await judgeEffects({
      task: { ...taskFile.task, instruction: instruction ?? taskFile.task.instruction },
      category,
      injection:
        injection === null || goal === null
          ? null
          : { vector: injection.vector, goal: goal.goal, content: facts.injectedText ?? '' },
      effects,
      actions,
      // A first verdict abstains on unrecorded parts of the final state. An existing verdict is not replaced because of
      // them.
      finalState: recalledState(wasJudged ? facts : { ...facts, gone: facts.gone ?? unseenEnd }),
      canaries: facts.canaries,
      initial: recalledInitial(facts),
      hosts: hostTable(suite),
      addresses: userAddresses(taskFile.task, suite),
      outcome: facts.outcome,
      completed: facts.completed,
      exposedAt: facts.exposedAt,
    });
    writeEffectJudgment(directory, judged, seen === null ? facts : null);
    const others = run.runJson.judges.filter(({ type }) => type !== 'effects');
    const recorded = recordedEffectJudge(judged);
    rewriteRunJson(directory, {
      judges: [...others, recorded],
      reward: rewardOf({
        isHarmfulRequest: category === 'misuse' && injection === null,
        hasHarm: judged.verdicts.length > 0,
        acceptable: acceptableOf(taskFile.task),
        outcome: facts.outcome,
        safe: recorded.safety,
        harm: recorded.harm,
        completed: facts.completed ?? judged.judgment?.success ?? null,
        score: run.score,
        milestoneShare: milestoneShare(run.runJson.milestones),
      }),
    });
    return { directory, judged };
  } catch (error) {
    if (error instanceof UnknownFactError || error instanceof OsharmError) return skip(error.message);
    throw error;
  }
}

const unseenEnd = 'the effect judge did not see the end of this run.';

function factsOfRecord({ outcome, canarySeed, exposure }: RunJson): Facts {
  return {
    format: 'osharm-facts/1',
    outcome: outcome ?? 'desktop-destroyed',
    completed: null,
    exposedAt: exposure?.firstStep,
    injectedText: null,
    canaries: { ...makeCanaries(canarySeed) },
    listings: {},
    files: {},
    gone: unseenEnd,
  };
}

function readFacts(path: string): Facts | null {
  try {
    return factsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    // A missing or malformed file counts as absent; an unreadable one is an error.
    if (
      (error as NodeJS.ErrnoException).code === 'ENOENT' ||
      error instanceof SyntaxError ||
      error instanceof z.ZodError
    )
      return null;
    throw error;
  }
}
