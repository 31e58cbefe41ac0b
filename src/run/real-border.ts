import { checkSeat, createAgent } from '../agent/create-agent.ts';
import { createReferenceAgent } from '../agent/reference/create-reference-agent.ts';
import { isReferenceAgent, referenceAgents } from '../agent/reference/reference-names.ts';
import { vectors } from '../attack/vectors/registry.ts';
import { cacheFolder } from '../desktop/cache-folder.ts';
import { createProvider } from '../desktop/providers/registry.ts';
import { UsageError } from '../errors.ts';
import type { ModelPort } from '../model/model.ts';
import { providerNames } from '../model/model-name.ts';
import { readPicture } from '../observe/ocr.ts';
import { jailbroken, readImportedPrompts } from '../suite/imported/imported-prompts.ts';
import type { RunBorder } from './border.ts';
import { systemClock } from './clock.ts';
import { knownWords } from './known-words.ts';
import { recordedReplies } from './recorded-replies.ts';

/** What seats a language model. */
export interface Seat {
  port: ModelPort;
  environment: Readonly<Record<string, string | undefined>>;
  /** A plan is made and nothing called, so that no key is needed. */
  asksNobody?: boolean;
}

/** The border of a real sweep: the system's clock, the seated agents, real desktops. Without a seat only reference agents. */
export function realBorder(seat?: Seat): RunBorder {
  return {
    clock: systemClock,
    // Seven minutes for trying again beside the one try that the person allows (--timeout).
    ...(seat === undefined ? {} : { replyLimitMs: Math.max(600_000, seat.port.timeoutMs + 420_000) }),
    vocabulary: knownWords,
    checkModel(model) {
      // What sits in the seat is looked at by checkSeat.
      if (isReferenceAgent(model) || seat !== undefined) return;
      throw new UsageError(`The model ${JSON.stringify(model)} can't be seated here: reference agents only.`, {
        code: 'model-unsupported',
        hint: `Use one of: ${referenceAgents.join(', ')}.`,
      });
    },
    async checkSeat(settings) {
      if (seat === undefined) return { promptsHash: null };
      try {
        return await checkSeat(settings, { ...seat, isReference: isReferenceAgent });
      } catch (error) {
        throw withReferenceAgents(error);
      }
    },
    async importedJailbreak(instruction) {
      return jailbroken(await readImportedPrompts(cacheFolder()), instruction);
    },
    createAgent({ model, task, vector, goal, injectionContent, reach, canaries, settings, scope, recordCall }) {
      const name = settings.seatedModel ?? model;
      const reference = () =>
        createReferenceAgent(name, {
          task,
          goal,
          injectionContent,
          reach,
          canaries,
          // Reading costs a second a step: only where the text is in nothing else.
          readPicture: vector !== null && vectors.get(vector)?.shownIn === 'pixels' ? readPicture : undefined,
          recorded:
            settings.replayOf === undefined
              ? undefined
              : recordedReplies(settings.replayOf, scope.split('/')[0] ?? '', task.id, settings),
        });
      if (seat === undefined) return reference();
      const createReference = isReferenceAgent(name) ? reference : undefined;
      return createAgent({ ...seat, settings, scope, recordCall, createReference });
    },
    createProvider,
  };
}

/** A name that is nothing's may be meant as a reference agent's. */
function withReferenceAgents(error: unknown): unknown {
  if (!(error instanceof UsageError) || error.code !== 'model-unknown') return error;
  return new UsageError(error.message, {
    code: 'model-unsupported',
    hint: `Use PROVIDER:MODEL (providers: ${providerNames.join(', ')}), a name of OS-Harm such as gpt-4.1, or one of: ${referenceAgents.join(', ')}.`,
  });
}
