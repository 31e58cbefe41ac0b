import type { Agent } from '../agent.ts';
import { type ModelAgentOptions, reasoningOf } from '../create-prompt-agent.ts';
import { CallRecorder } from '../models/call-record.ts';
import type { Exchange } from '../models/http-exchange.ts';
import { callModel, refusedReply } from '../models/model.ts';
import { keyOf, resolveModel } from '../models/model-name.ts';
import type { ComputerReply } from '../models/wire/computer.ts';
import { computerToolOf } from '../models/wire/computer-tools.ts';
import { createComputerWire } from '../models/wire/create-wire.ts';
import { NativeAgent } from './native-agent.ts';

/** Makes an agent of a model with its provider's computer tool. Throws UsageError where the provider has none. */
export function createNativeAgent(options: ModelAgentOptions): Agent {
  const { settings, port } = options;
  const address = resolveModel(settings.seatedModel ?? settings.model, options.environment);
  const tool = computerToolOf(address, settings.computerTool);
  const key = port.cassette?.isReplay === true ? null : keyOf(address, options.environment);
  const recorder = new CallRecorder(options.recordCall);
  const wire = createComputerWire(address, key, tool, {
    environment: options.environment,
    reasoning: reasoningOf(settings),
  });
  return new NativeAgent({
    name: settings.model,
    tool,
    maxTokens: settings.maxTokens,
    temperature: settings.temperature,
    topP: settings.topP,
    window: wire.needsOldPictures ? null : settings.maxTrajectoryLength,
    maximumSide: settings.maximumSide ?? null,
    user: options.user,
    safetyChecks: settings.safetyChecks ?? 'stop',
    call(request, screenshot, signal) {
      recorder.keptElsewhere(screenshot);
      return callModel(
        port,
        address,
        wire.ask,
        request,
        { role: 'agent', scope: options.scope, recorder, signal },
        refused,
      );
    },
  });
}

function refused(exchange: Exchange): ComputerReply {
  return { ...refusedReply(exchange), calls: [], content: null };
}
