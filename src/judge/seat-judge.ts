import { UsageError } from '../errors.ts';
import type { ModelPort } from '../model/model.ts';
import type { ObservationType } from '../plan/run-spec.ts';
import type { ImportedPrompts } from '../suite/imported/imported-prompts.ts';
import { createAsker } from './ask/ask-model.ts';
import type { Pace } from './ask/pace.ts';
import type { SeatedJudge } from './judge-trace.ts';
import { type JudgePrompt, judgePrompt, ownPrompt } from './prompts/judge-prompt.ts';
import type { JudgeType } from './types/judge-type.ts';
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
  /** Under `os-harm` requests are OS-Harm's whatever the prompt; left out: they are with its prompts. */
  protocol?: 'osharm-1' | 'os-harm' | undefined;
  osharmVersion: string;
}

/** Seats a judge. `pace` bounds its calls and its captioner's; `isDry`: nothing will be asked. OS-Harm's prompts go with OS-Harm's request. Throws UsageError for a type, a model, a key or a prompt that isn't there. */
export function seatJudge(
  request: JudgeRequest,
  imported: ImportedPrompts | null,
  port: ModelPort,
  environment: Readonly<Record<string, string | undefined>>,
  options: { pace?: Pace | undefined; isDry?: boolean | undefined } = {},
): SeatedJudge {
  const { type, prompt } = judgeTypeWithPrompt(request.type, request.version, imported);
  // A type with a prompt of its own is none of OS-Harm's.
  const isOsHarm = prompt.version !== 'osharm-1' || (request.protocol === 'os-harm' && type.prompt === undefined);
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

/** The prompt version where none is named: OS-Harm's last one for its own judge, ours for types that have a prompt of their own. */
export function defaultVersion(type: string, isOsHarm: boolean): string {
  return isOsHarm && judgeTypes.get(type)?.prompt === undefined ? 'v3' : 'osharm-1';
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
    type.prompt === undefined ? judgePrompt(version, imported) : ownPrompt(type.name, type.prompt, version);
  return { type, prompt };
}
