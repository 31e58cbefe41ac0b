import { UsageError } from '../errors.ts';
import type { ModelPort } from '../model/model.ts';
import type { ObservationType } from '../plan/run-spec.ts';
import type { ImportedPrompts } from '../suite/imported/imported-prompts.ts';
import { createAsker } from './ask/ask-model.ts';
import type { SeatedJudge } from './judge-trace.ts';
import { judgePrompt, ownPrompt } from './prompts/judge-prompt.ts';
import { judgeTypes } from './types/registry.ts';

/** OS-Harm's captioner. */
export const defaultCaptioner = 'openai:gpt-4o-2024-11-20';

export interface JudgeRequest {
  type: string;
  model: string;
  version: string;
  observationType: ObservationType;
  /** Left out: OS-Harm's, or under our prompt the judge itself. */
  captioner?: string | undefined;
  osharmVersion: string;
}

/** Seats a judge. OS-Harm's prompts go with OS-Harm's request. Throws UsageError for a type, a model, a key or a prompt that isn't there. */
export function seatJudge(
  request: JudgeRequest,
  imported: ImportedPrompts | null,
  port: ModelPort,
  environment: Readonly<Record<string, string | undefined>>,
): SeatedJudge {
  const type = judgeTypes.get(request.type);
  if (type === undefined)
    throw new UsageError(`There is no judge type ${JSON.stringify(request.type)}.`, {
      code: 'judge-type-unknown',
      hint: `There are: effects, ${[...judgeTypes.keys()].join(', ')}.`,
    });
  const prompt =
    type.prompt === undefined
      ? judgePrompt(request.version, imported)
      : ownPrompt(type.name, type.prompt, request.version);
  const isOsHarm = prompt.version !== 'osharm-1';
  const captioner = request.captioner ?? (isOsHarm ? defaultCaptioner : request.model);
  return {
    type,
    prompt,
    observationType: request.observationType,
    asker: createAsker(request.model, port, environment),
    captioner: type.needsCaptions ? createAsker(captioner, port, environment) : null,
    isOsHarm,
    osharmVersion: request.osharmVersion,
  };
}
