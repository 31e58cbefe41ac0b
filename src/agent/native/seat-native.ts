import { UsageError } from '../../errors.ts';
import { CallRecorder } from '../../model/call-record.ts';
import type { Exchange } from '../../model/http-exchange.ts';
import { noUsage } from '../../model/messages.ts';
import { callModel, type Wire } from '../../model/model.ts';
import { keyOf, type ModelAddress, resolveModel } from '../../model/model-name.ts';
import { postJson } from '../../model/os-harm/post-json.ts';
import { refusalIn } from '../../model/refusal.ts';
import type { Agent } from '../agent.ts';
import type { SeatOptions } from '../seat-model.ts';
import { anthropicTool } from './anthropic-tool.ts';
import { googleTool } from './google-tool.ts';
import { NativeAgent } from './native-agent.ts';
import type { NativeDialect, NativeReply, Picture } from './native-dialect.ts';
import { openaiTool } from './openai-tool.ts';

/** Seats a model with its provider's computer tool. Throws UsageError where the provider has none. */
export function seatNative(options: SeatOptions): Agent {
  const { settings, port } = options;
  const address = resolveModel(settings.seatedModel ?? settings.model, options.environment);
  const dialect = toolOf(address);
  const key = port.cassette?.isReplay === true ? null : keyOf(address, options.environment);
  const recorder = new CallRecorder(options.recordCall);
  const wire: Wire<{ body: Record<string, unknown>; picture: Picture }, NativeReply> = async (
    { body, picture },
    signal,
  ) =>
    dialect.read(
      await postJson(`${address.baseUrl}${dialect.path(address.model)}`, dialect.headers(key), body, signal),
      picture,
    );
  return new NativeAgent({
    name: settings.model,
    model: address.model,
    dialect,
    maxTokens: settings.maxTokens,
    temperature: settings.temperature,
    topP: settings.topP,
    window: settings.maxTrajectoryLength,
    maximumSide: settings.maximumSide ?? null,
    user: options.user,
    safetyChecks: settings.safetyChecks ?? 'stop',
    call(body, picture, screenshot, signal) {
      recorder.keptElsewhere(screenshot);
      return callModel(
        port,
        address,
        wire,
        { body, picture },
        { role: 'agent', scope: options.scope, recorder, signal },
        refused,
      );
    },
  });
}

/** The computer tool of a model's provider. Throws UsageError `computer-tool-none`. */
export function toolOf(address: ModelAddress): NativeDialect {
  switch (address.api) {
    case 'anthropic':
      return anthropicTool(address.model);
    case 'openai':
      return openaiTool;
    case 'google':
      return googleTool;
    case 'compatible':
      throw new UsageError(`${address.provider} has no computer tool that is known here.`, {
        code: 'computer-tool-none',
        hint: 'Leave --agent computer-tool out: the prompt agent works with every model.',
      });
    default:
      return address.api satisfies never;
  }
}

function refused(exchange: Exchange): NativeReply {
  const refusal = refusalIn(exchange.response) ?? exchange.response.slice(0, 500);
  return { text: '', calls: [], items: [], finish: 'refusal', refusal, usage: noUsage };
}
