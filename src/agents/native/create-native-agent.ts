import type { Agent } from '../agent.ts';
import { type ModelAgentOptions, reasoningOf } from '../create-prompt-agent.ts';
import { CallRecorder } from '../models/call-record.ts';
import { blankReply, callModel, type ModelPort } from '../models/model.ts';
import { ModelError } from '../models/model-error.ts';
import { keyOf, resolveModel } from '../models/model-name.ts';
import type { ComputerReply } from '../models/wire/computer.ts';
import { type ComputerTool, computerToolOf, nextComputerTool } from '../models/wire/computer-tools.ts';
import { createComputerWire } from '../models/wire/create-wire.ts';
import { NativeAgent } from './native-agent.ts';

/** Creates an agent that uses the computer tool of its model's provider. Throws UsageError if there is none. */
export function createNativeAgent(options: ModelAgentOptions): Agent {
  const { settings, port } = options;
  const address = resolveModel(settings.seatedModel ?? settings.model, options.environment);
  const key = port.cassette?.isReplay === true ? null : keyOf(address, options.environment);
  const recorder = new CallRecorder(options.recordCall);
  const create = (tool: ComputerTool): Agent => {
    const wire = createComputerWire(address, key, tool, {
      environment: options.environment,
      reasoning: reasoningOf(settings),
      openaiStore: settings.openaiStore,
    });
    return new NativeAgent({
      name: settings.model,
      tool,
      maxTokens: settings.maxTokens,
      temperature: settings.temperature,
      topP: settings.topP,
      window: wire.needsOldPictures ? null : settings.maxTrajectoryLength,
      recent: wire.needsOldPictures ? null : (settings.recentObservations ?? null),
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
          blankComputerReply,
        );
      },
    });
  };
  const tool = computerToolOf(address, settings.computerTool);
  return settings.computerTool === undefined ? withFallback(tool, create, port, address.name) : create(tool);
}

/** Tools that models accepted, by model name, so that only a sweep's first run tries the rejected ones. */
const accepted = new WeakMap<ModelPort, Map<string, ComputerTool>>();

/** Tries the maker's next tool whenever the provider rejects one. If all fail, throws the first rejection. */
function withFallback(
  first: ComputerTool,
  create: (tool: ComputerTool) => Agent,
  port: ModelPort,
  model: string,
): Agent {
  const known = accepted.get(port) ?? new Map<string, ComputerTool>();
  accepted.set(port, known);
  let tool = known.get(model) ?? first;
  let agent = create(tool);
  let hasReplied = false;
  return {
    name: agent.name,
    isReference: false,
    async predict(input, signal) {
      const notes: string[] = [];
      let rejection: unknown = null;
      for (;;) {
        try {
          const reply = await agent.predict(input, signal);
          hasReplied = true;
          if (notes.length > 0) known.set(model, tool);
          return notes.length === 0 ? reply : { ...reply, notes: [...notes, ...(reply.notes ?? [])] };
        } catch (error) {
          const next = nextComputerTool(tool);
          const isRejected = error instanceof ModelError && error.kind === 'tool-rejected' && !hasReplied;
          rejection ??= error;
          if (!isRejected) throw error;
          if (next === null) throw rejection;
          const message = `${model} rejects the computer tool ${tool}; ${next} is used instead.`;
          notes.push(message);
          port.onWarning?.(message);
          tool = next;
          agent = create(tool);
        }
      }
    },
  };
}

const blankComputerReply: ComputerReply = { ...blankReply, calls: [], content: null };
