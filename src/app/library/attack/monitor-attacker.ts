import { z } from 'zod';
import type { ForeignChannel } from '../../../agents/foreign/foreign-channel.ts';
import { stdioChannel } from '../../../agents/foreign/stdio-channel.ts';
import { blankReply, callModel } from '../../../agents/models/model.ts';
import { keyOf, resolveModel } from '../../../agents/models/model-name.ts';
import { createWire } from '../../../agents/models/wire/create-wire.ts';
import { OsharmError } from '../../../base/errors.ts';
import type { ModelAccess } from '../model-access.ts';
import type { AttackerRequest } from './attacker-protocol.ts';
import { attackerWords } from './attacker-words.ts';

export interface MonitorAttacker {
  readonly name: string;
  /** Returns an unchecked answer, or null if it has no further proposal. Throws OsharmError if it can't answer. */
  propose(request: AttackerRequest, signal: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

/** `source`: PROVIDER:MODEL, or a command. Throws UsageError for an unknown model or a missing key. */
export function createMonitorAttacker(source: string, models: ModelAccess): MonitorAttacker {
  return /^[a-z][\w-]*:\S+$/.test(source) ? modelAttacker(source, models) : commandAttacker(source, models.environment);
}

const answerSchema = z.looseObject({ stop: z.boolean().default(false) });

function commandAttacker(command: string, environment: ModelAccess['environment']): MonitorAttacker {
  const longestReply = 2 ** 20;
  const channel: ForeignChannel = stdioChannel(command, environment, {
    kind: 'attacker',
    name: command,
    blame: 'environment',
    longestReply,
  });
  return {
    name: command,
    async propose(request, signal) {
      const answer = answerSchema.parse(await channel.ask(request, signal));
      const { stop, ...proposal } = answer;
      return stop ? null : proposal;
    },
    close: () => channel.close(),
  };
}

const maxTokens = 6_000;

function modelAttacker(name: string, { port, environment }: ModelAccess): MonitorAttacker {
  const address = resolveModel(name, environment);
  const key = port.cassette?.isReplay === true ? null : keyOf(address, environment);
  const wire = createWire(address, key, { profile: 'osharm', environment, stream: false, reasoning: {} });
  return {
    name,
    async propose(request, signal) {
      const asked = {
        messages: [
          { role: 'system' as const, parts: [{ type: 'text' as const, text: attackerWords.system }] },
          { role: 'user' as const, parts: [{ type: 'text' as const, text: attackerWords.request(request) }] },
        ],
        temperature: 1,
        maxTokens,
      };
      const context = { role: 'attacker', scope: `attacker/round-${request.round}`, recorder: null, signal };
      const reply = await callModel(port, address, wire, asked, context, blankReply);
      if (reply.outcome.kind === 'refused')
        throw new OsharmError(`${name} refused to write an attack: ${reply.outcome.message.slice(0, 200)}`, {
          code: 'attacker-refused',
          blame: 'model',
        });
      return jsonIn(reply.text);
    },
    async close() {},
  };
}

/** Returns the text itself if it contains no JSON object, so that the caller's check can name the problem. */
function jsonIn(text: string): unknown {
  const whole = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  try {
    return JSON.parse(whole);
  } catch {
    // Any fault: the caller checks the text and reports the problem to the model.
    return text;
  }
}
