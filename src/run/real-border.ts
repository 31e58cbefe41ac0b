import { checkSeat, createAgent } from '../agent/create-agent.ts';
import { createReferenceAgent, isReferenceAgent, referenceAgents } from '../agent/reference/create-reference-agent.ts';
import { cacheFolder } from '../desktop/cache-folder.ts';
import { UsageError } from '../errors.ts';
import type { ModelPort } from '../model/model.ts';
import { providerNames, resolveModel } from '../model/model-name.ts';
import { jailbroken, readImportedPrompts } from '../suite/imported/imported-prompts.ts';
import type { RunBorder } from './border.ts';
import { systemClock } from './clock.ts';
import { knownWords } from './known-words.ts';

/** What seats a language model. */
export interface Seat {
  port: ModelPort;
  environment: Readonly<Record<string, string | undefined>>;
}

/** The border of a real sweep: the system's clock, the seated agents, real desktops. Without a seat only reference agents. */
export function realBorder(seat?: Seat): RunBorder {
  return {
    clock: systemClock,
    vocabulary: knownWords,
    checkModel(model) {
      if (isReferenceAgent(model)) return;
      if (seat !== undefined) resolveSeated(model, seat);
      else {
        throw new UsageError(`The model ${JSON.stringify(model)} can't be seated here: reference agents only.`, {
          code: 'model-unsupported',
          hint: `Use one of: ${referenceAgents.join(', ')}.`,
        });
      }
    },
    async checkSeat(settings) {
      if (isReferenceAgent(settings.model) || seat === undefined) return { promptsHash: null };
      return checkSeat(settings, seat);
    },
    async jailbreak(instruction) {
      return jailbroken(await readImportedPrompts(cacheFolder()), instruction);
    },
    createAgent({ model, task, goal, injectionContent, canaries, settings, scope, recordCall }) {
      if (isReferenceAgent(model) || seat === undefined)
        return createReferenceAgent(model, { task, goal, injectionContent, canaries, seed: settings.seed });
      return createAgent({ ...seat, settings, scope, recordCall });
    },
    async createProvider(name) {
      if (name !== 'sandbox') {
        throw new UsageError(`There is no provider ${JSON.stringify(name)} in this version.`, {
          code: 'provider-unsupported',
          hint: 'Use --provider sandbox, or leave it out.',
        });
      }
      const { SandboxProvider } = await import('../desktop/providers/sandbox/sandbox-provider.ts');
      return new SandboxProvider();
    },
  };
}

function resolveSeated(model: string, seat: Seat): void {
  try {
    resolveModel(model, seat.environment);
  } catch (error) {
    if (!(error instanceof UsageError) || error.code !== 'model-unknown') throw error;
    throw new UsageError(`There is no model ${JSON.stringify(model)}.`, {
      code: 'model-unsupported',
      hint: `Use PROVIDER:MODEL (providers: ${providerNames.join(', ')}), a name of OS-Harm such as gpt-4.1, or one of: ${referenceAgents.join(', ')}.`,
    });
  }
}
