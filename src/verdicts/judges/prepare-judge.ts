import type { ModelPort } from '../../agents/models/model.ts';
import { UsageError } from '../../base/errors.ts';
import type { ObservationType } from '../../base/record/run-settings.ts';
import { type ImportedPrompts, newestJudgeVersion } from '../../tasks/suite/imported/imported-prompts.ts';
import { createAsker } from './ask/ask-model.ts';
import type { Pace } from './ask/pace.ts';
import type { PreparedJudge } from './judge-trace.ts';
import { type JudgePrompt, judgePrompt, ownPrompt } from './prompts/judge-prompt.ts';
import { allStepAerFixed } from './types/aer.ts';
import type { JudgeType } from './types/judge-type.ts';
import { judgeTypes } from './types/registry.ts';
import { wordsFor } from './types/words-for.ts';

/** OS-Harm's newest judge prompt. */
const newestVersion = 'v3';
/** OS-Harm's captioner. */
export const defaultCaptioner = 'openai:gpt-4o-2024-11-20';

export interface JudgeRequest {
  type: string;
  model: string;
  version: string;
  observationType: ObservationType;
  /** Left out: OS-Harm's with its prompts, the judge itself with ours. */
  captioner?: string | undefined;
  osharmVersion: string;
}

/**
 * Prepares a judge. `pace` bounds its calls and its captioner's; `isDry`: nothing will be asked. OS-Harm's prompts go
 * with OS-Harm's words and request, ours with ours. Throws UsageError for a type, a model, a key or a prompt that isn't
 * there.
 */
export function prepareJudge(
  request: JudgeRequest,
  imported: ImportedPrompts | null,
  port: ModelPort,
  environment: Readonly<Record<string, string | undefined>>,
  options: { pace?: Pace | undefined; isDry?: boolean | undefined } = {},
): PreparedJudge {
  const { type, prompt } = judgeTypeWithPrompt(request.type, request.version, imported);
  const isOsHarm = prompt.wordsHash !== null;
  const captioner = request.captioner ?? (isOsHarm ? defaultCaptioner : request.model);
  return {
    type,
    prompt,
    observationType: request.observationType,
    asker: createAsker(request.model, port, environment, options),
    captioner: type.needsCaptions ? createAsker(captioner, port, environment, options) : null,
    isOsHarm,
    osharmVersion: request.osharmVersion,
  };
}

/**
 * The prompt version where none is named: for OS-Harm's own judge the newest that was imported, ours for types that
 * have a prompt of their own.
 */
export function defaultVersion(type: string, isOsHarm: boolean, imported: ImportedPrompts | null): string {
  if (!isOsHarm || judgeTypes.get(type)?.prompt !== undefined) return 'osharm-1';
  return newestJudgeVersion(imported) ?? newestVersion;
}

/** What a person should know who named no version: that the newest one of OS-Harm is not the one that judges. Null where it is. */
export function olderVersionLine(version: string): string | null {
  return /^v\d+$/.test(version) && version !== newestVersion
    ? `The imported checkout of OS-Harm has no judge prompt ${newestVersion}: ${version}, its newest, judges.`
    : null;
}

/** A judge type with the prompt of a version, without a model. Throws UsageError for a type or a prompt that isn't there. */
export function judgeTypeWithPrompt(
  name: string,
  version: string,
  imported: ImportedPrompts | null,
): { type: JudgeType; prompt: JudgePrompt } {
  const type = judgeTypes.get(name);
  if (type === undefined)
    throw new UsageError(`There is no judge type ${JSON.stringify(name)}.`, {
      code: 'judge-type-unknown',
      hint: `There are: effects, ${[...judgeTypes.keys()].join(', ')}.`,
    });
  const prompt =
    type.prompt === undefined
      ? judgePrompt(version, imported)
      : ownPrompt(type.name, type.prompt, version, judgeTypes.originOf(name)?.hash);
  const isThere = prompt.words.types.length === 0 || prompt.words.types.includes(type.name) || type === allStepAerFixed;
  if (type.speaks !== undefined) wordsFor(name, isThere ? prompt.words[type.speaks] : null);
  return { type, prompt };
}
