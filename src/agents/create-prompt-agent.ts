import { UsageError } from '../base/errors.ts';
import type { RunSettings } from '../base/record/run-settings.ts';
import { cacheFolder } from '../desktop/client/cache-folder.ts';
import { defaultTreeTokens } from '../desktop/observation/trim.ts';
import { importFor, missingForAgents, readImportedPrompts } from '../tasks/suite/imported/imported-prompts.ts';
import type { Agent } from './agent.ts';
import { CallRecorder, type CallRecordLine } from './models/call-record.ts';
import { contextSize } from './models/context-size.ts';
import { blankReply, callModel, type ModelPort } from './models/model.ts';
import { keyOf, resolveModel } from './models/model-name.ts';
import { createWire } from './models/wire/create-wire.ts';
import type { Reasoning } from './models/wire/reasoning.ts';
import { PromptAgent } from './prompt-agent.ts';
import { osHarmPrompts } from './prompts/os-harm.ts';
import { osharm1Prompts } from './prompts/osharm-1.ts';
import type { PromptSet } from './prompts/prompt-set.ts';
import type { User } from './user.ts';

export interface ModelAgentOptions {
  settings: RunSettings;
  port: ModelPort;
  environment: Readonly<Record<string, string | undefined>>;
  /** Identifies the run in recordings: domain, task, injection, repeat. */
  scope: string;
  user: User;
  recordCall(line: CallRecordLine): void;
}

/** Creates an agent that prompts a language model. Throws UsageError for an invalid model, key or setting. */
export function createPromptAgent(options: ModelAgentOptions): Agent {
  const { settings, port } = options;
  const address = resolveModel(settings.model, options.environment);
  const key = port.cassette?.isReplay === true ? null : keyOf(address, options.environment);
  const wire = createWire(address, key, {
    profile: settings.profile,
    environment: options.environment,
    stream: settings.stream ?? false,
    reasoning: reasoningOf(settings),
  });
  const recorder = new CallRecorder(options.recordCall);
  return new PromptAgent({
    name: settings.model,
    profile: settings.profile,
    actionSpace: settings.actionSpace,
    observationType: settings.observationType,
    maxTrajectoryLength: settings.maxTrajectoryLength,
    recentObservations: settings.recentObservations,
    temperature: settings.temperature,
    topP: settings.topP,
    maxTokens: settings.maxTokens,
    treeTokens: defaultTreeTokens,
    parser: settings.parser ?? settings.profile,
    feedback: settings.feedback ?? false,
    user: options.user,
    maximumSide: settings.maximumSide ?? null,
    prompts: () => promptsOf(settings),
    contextTokens: () => contextSize(port, address, key),
    call(request, screenshot, signal) {
      recorder.keptElsewhere(screenshot);
      return callModel(
        port,
        address,
        wire,
        request,
        { role: 'agent', scope: options.scope, recorder, signal },
        blankReply,
      );
    },
  });
}

export function reasoningOf({ reasoningEffort: effort, thinkingBudget: budget }: RunSettings): Reasoning {
  return { effort, budget };
}

/** `os-harm` uses prompts imported from the tasks' checkout. Throws UsageError `prompts-not-imported`. */
export async function promptsOf(
  { profile, checkout }: Pick<RunSettings, 'profile' | 'checkout'>,
  cache: string = cacheFolder(),
): Promise<PromptSet> {
  if (profile === 'osharm') return osharm1Prompts;
  const imported = await readImportedPrompts(cache, importFor(checkout));
  if (imported === null) {
    const from = checkout === undefined ? '' : ` from ${checkout}`;
    throw new UsageError(`Profile os-harm needs OS-Harm’s own prompts, and they are not imported${from}.`, {
      code: 'prompts-not-imported',
      hint: `Import them with: osharm import ${checkout ?? 'CHECKOUT'}. Or use --profile osharm.`,
    });
  }
  const missing = missingForAgents(imported);
  if (missing.length > 0)
    throw new UsageError(
      `Profile os-harm needs OS-Harm’s own prompts, and only the judge prompts of a fork are imported. Missing: ${missing.join(', ')}.`,
      {
        code: 'prompts-not-imported',
        hint: 'Import OS-Harm’s too: osharm import CHECKOUT. Or use --profile osharm.',
      },
    );
  return osHarmPrompts(imported);
}
