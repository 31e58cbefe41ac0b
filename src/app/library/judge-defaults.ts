import { UsageError } from '../../base/errors.ts';
import type { ImportedPrompts } from '../../tasks/suite/imported/imported-prompts.ts';
import { defaultVersion } from '../../verdicts/judges/prepare-judge.ts';

/** Flags of `osharm judge` that say who judges, as they were given. */
export interface AskedJudge {
  protocol: 'osharm-1' | 'os-harm';
  judgeType?: string;
  judgeModel?: string;
  sysPromptVersion?: string;
  captioner?: string;
}

/**
 * Who judges where not all of it is said: whoever names a model, a prompt or a captioner wants a model asked, by OS-Harm's default `aer`; `os-harm` stands for
 * its whole judge, with the newest prompt that was imported. Throws UsageError where a model is named for the judge that asks none.
 */
export function withJudgeDefaults<T extends AskedJudge>(
  asked: T,
  imported: ImportedPrompts | null,
): T & { judgeType: string; sysPromptVersion: string } {
  const isOsHarm = asked.protocol === 'os-harm';
  const said = [asked.judgeModel, asked.sysPromptVersion, asked.captioner].find((value) => value !== undefined);
  if (asked.judgeType === 'effects' && said !== undefined)
    throw new UsageError(`The judge effects asks no model: ${JSON.stringify(said)} would not be used.`, {
      code: 'judge-no-model',
      hint: 'Leave it out, or name another --judge-type.',
    });
  const judgeModel = asked.judgeModel ?? (isOsHarm ? 'gpt-4.1' : undefined);
  const judgeType = asked.judgeType ?? (isOsHarm || said !== undefined ? 'aer' : 'effects');
  return {
    ...asked,
    judgeType,
    sysPromptVersion: asked.sysPromptVersion ?? defaultVersion(judgeType, isOsHarm, imported),
    ...(judgeModel === undefined ? {} : { judgeModel }),
  };
}
