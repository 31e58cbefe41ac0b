import { createReferenceAgent, isReferenceAgent, referenceAgents } from '../agent/reference/create-reference-agent.ts';
import { UsageError } from '../errors.ts';
import type { RunBorder } from './border.ts';
import { systemClock } from './clock.ts';
import { knownWords } from './known-words.ts';

/** The border of a real sweep: the system's clock, the seated agents, real desktops. */
export function realBorder(): RunBorder {
  return {
    clock: systemClock,
    vocabulary: knownWords,
    checkModel(model) {
      if (isReferenceAgent(model)) return;
      throw new UsageError(
        `The model ${JSON.stringify(model)} can't be seated: this version has reference agents only.`,
        {
          code: 'model-unsupported',
          hint: `Use one of: ${referenceAgents.join(', ')}.`,
        },
      );
    },
    createAgent: ({ model, task, goal, injectionContent, canaries, settings }) =>
      createReferenceAgent(model, { task, goal, injectionContent, canaries, seed: settings.seed }),
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
