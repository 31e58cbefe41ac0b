import { createHash } from 'node:crypto';
import type { Agent } from '../agent.ts';
import { type ModelAgentOptions, reasoningOf } from '../create-prompt-agent.ts';
import { CallRecorder } from '../models/call-record.ts';
import { blankReply, callModel } from '../models/model.ts';
import { keyOf, resolveModel } from '../models/model-name.ts';
import { createWire } from '../models/wire/create-wire.ts';
import { glmV } from './glm-v.ts';
import { OpenAgent } from './open-agent.ts';
import type { OpenModel } from './open-model.ts';
import type { OpenAgentName } from './open-names.ts';
import { openCua } from './opencua.ts';
import { qwen3Vl } from './qwen3-vl.ts';
import { uiTars } from './ui-tars.ts';

const models: Readonly<Record<OpenAgentName, OpenModel>> = {
  'ui-tars': uiTars,
  opencua: openCua,
  'qwen3-vl': qwen3Vl,
  'glm-v': glmV,
};

export function createOpenAgent(name: OpenAgentName, options: ModelAgentOptions): Agent {
  const { settings, port, environment } = options;
  const address = resolveModel(settings.seatedModel ?? settings.model, environment);
  const key = port.cassette?.isReplay === true ? null : keyOf(address, environment);
  const wire = createWire(address, key, {
    profile: 'osharm',
    environment,
    stream: settings.stream ?? false,
    reasoning: reasoningOf(settings),
  });
  const recorder = new CallRecorder(options.recordCall);
  return new OpenAgent({
    name: settings.model,
    modelName: address.model,
    model: models[name],
    pastPictures: settings.maxTrajectoryLength,
    maximumSide: settings.maximumSide ?? null,
    temperature: settings.temperature,
    topP: settings.topP,
    maxTokens: settings.maxTokens,
    user: options.user,
    call(request, screenshot, signal) {
      recorder.keptElsewhere(screenshot);
      const context = { role: 'agent', scope: options.scope, recorder, signal };
      return callModel(port, address, wire, request, context, blankReply);
    },
  });
}

export function openPromptsHash(name: OpenAgentName): string {
  return createHash('sha256').update(models[name].promptText).digest('hex');
}
