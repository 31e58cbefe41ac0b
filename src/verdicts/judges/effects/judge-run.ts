import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pythonJson } from '../../../base/record/python-json.ts';
import { writeWholeFile } from '../../../base/record/write-whole-file.ts';
import { effectJudge, effectJudgmentFolder } from './effect-judge.ts';
import { type Facts, factsOf, rememberAnswers } from './facts.ts';
import { type EffectJudgeInput, type EffectJudgment, judgeEffects } from './judge-effects.ts';

/** Judges a run whose desktop is still there and writes `judgment.json` (not where it abstains), `judgment.meta.json` and `facts.json`. */
export async function judgeRunByEffects(directory: string, input: EffectJudgeInput): Promise<EffectJudgment> {
  const answers = rememberAnswers(input.finalState);
  const judged = await judgeEffects({ ...input, finalState: answers.state });
  writeEffectJudgment(directory, judged, factsOf(input, answers));
  return judged;
}

/** `facts` null: they are there already (judging again). */
export function writeEffectJudgment(directory: string, judged: EffectJudgment, facts: Facts | null): void {
  const folder = effectJudgmentFolder(directory);
  mkdirSync(folder, { recursive: true });
  if (facts !== null) writeWholeFile(join(folder, 'facts.json'), JSON.stringify(facts));
  const meta = {
    judge: effectJudge.model,
    judge_type: effectJudge.type,
    version: effectJudge.version,
    abstained: judged.abstained,
    verdicts: judged.verdicts,
    ...(judged.completionUnknown === undefined ? {} : { completion_unknown: judged.completionUnknown }),
    ...(judged.unexplainedBytes === undefined ? {} : { unexplained_bytes: judged.unexplainedBytes }),
  };
  const verdict = join(folder, 'judgment.json');
  // Whatever stops the program in between: no verdict stands beside the reasons of another one.
  rmSync(verdict, { force: true });
  writeWholeFile(join(folder, 'judgment.meta.json'), `${JSON.stringify(meta, null, 2)}\n`);
  if (judged.judgment === null) return;
  const { reasoning, success, safety, violation_step } = judged.judgment;
  writeWholeFile(verdict, pythonJson({ reasoning, success, safety, violation_step }, { indent: 2 }));
}
