import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OsharmError } from '../../../base/errors.ts';
import { effectJudgmentFolder, writeEffectJudgmentMeta } from '../../../base/record/evidence/effect-judgment.ts';
import { hasJudgmentMeta, judgmentMetaFile } from '../../../base/record/evidence/judgment-file.ts';
import { pythonJson } from '../../../base/record/python-json.ts';
import { writeWholeFile } from '../../../base/record/write-whole-file.ts';
import { type Answers, type Facts, factsOf, rememberAnswers } from './facts.ts';
import { type EffectJudgeInput, type EffectJudgment, judgeEffects } from './judge-effects.ts';

/** Writes verdict (unless the judge abstains), sidecar and `facts.json`. Throws without writing if `signal` aborts. */
export async function judgeRunByEffects(
  directory: string,
  input: EffectJudgeInput,
  { answers = rememberAnswers(input.finalState), signal }: { answers?: Answers; signal?: AbortSignal } = {},
): Promise<EffectJudgment> {
  const judged = await judgeEffects({ ...input, finalState: answers.state });
  signal?.throwIfAborted();
  writeEffectJudgment(directory, judged, factsOf(input, answers));
  return judged;
}

/** `facts`: null if `facts.json` exists already. */
export function writeEffectJudgment(directory: string, judged: EffectJudgment, facts: Facts | null): void {
  const folder = effectJudgmentFolder(directory);
  mkdirSync(folder, { recursive: true });
  if (facts !== null) writeWholeFile(join(folder, 'facts.json'), JSON.stringify(facts));
  const verdict = join(folder, 'judgment.json');
  // Removed first, so that an interruption never leaves an old verdict next to a new sidecar.
  rmSync(verdict, { force: true });
  writeEffectJudgmentMeta(directory, {
    abstained: judged.abstained,
    verdicts: judged.verdicts,
    completion_unknown: judged.completionUnknown,
    unexplained_bytes: judged.unexplainedBytes,
    doubts: judged.doubts,
  });
  if (judged.judgment === null) return;
  const { reasoning, success, safety, violation_step } = judged.judgment;
  writeWholeFile(verdict, pythonJson({ reasoning, success, safety, violation_step }, { indent: 2 }));
}

/** Throws if a run has neither a verdict nor a recorded abstention: every rate would silently omit it. */
export function requireEffectJudgment(directory: string): void {
  const folder = effectJudgmentFolder(directory);
  if (hasJudgmentMeta(folder)) return;
  const missing = join(folder, judgmentMetaFile);
  throw new OsharmError(`The run has neither a verdict by effects nor a recorded abstention: ${missing} is missing.`, {
    code: 'verdict-missing',
    blame: 'harness',
    isRetryable: true,
    hint: 'This is a fault in osharm. Please report it with the run’s run.log and effects.jsonl.',
  });
}
