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

const newestVersion = 'v3';
export const defaultCaptioner = 'openai:gpt-4o-2024-11-20';

export interface JudgeRequest {
  type: string;
  model: string;
  version: string;
  observationType: ObservationType;
  /** Defaults to OS-Harm's captioner for its prompts, otherwise to the judge. */
  captioner?: string | undefined;
  osharmVersion: string;
}

/** With `isDry`, no request will be sent. Throws UsageError for an unknown type, model or prompt, or a missing key. */
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

/** The newest imported version for OS-Harm's judge, or `osharm-1` for types with a separate prompt. */
export function defaultVersion(type: string, isOsHarm: boolean, imported: ImportedPrompts | null): string {
  if (!isOsHarm || judgeTypes.get(type)?.prompt !== undefined) return 'osharm-1';
  return newestJudgeVersion(imported) ?? newestVersion;
}

/** A notice for users who named no version, if the imported prompt isn't OS-Harm's newest. */
export function olderVersionLine(version: string): string | null {
  return /^v\d+$/.test(version) && version !== newestVersion
    ? `The imported checkout of OS-Harm has no judge prompt ${newestVersion}: ${version}, its newest, judges.`
    : null;
}

/** Throws UsageError for an unknown type or prompt. */
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
