import { OsharmError, UsageError } from '../base/errors.ts';
import type { RunSettings } from '../base/record/run-settings.ts';
import type { Task } from '../tasks/suite/task.ts';
import type { Agent } from './agent.ts';
import { type CreateAgentOptions, createAgent } from './create-agent.ts';
import { agentSource, isModelAgent } from './foreign/agent-source.ts';
import { keyOf, resolveModel } from './models/model-name.ts';
import { tryModel } from './models/try-model.ts';
import { isReferenceName } from './reference/graded.ts';

const limit = 60_000;

/**
 * Tests a sweep's agent before a desktop is created: looks the model up, loads the agent's file, or sends a `reset` to
 * its program or server. Throws UsageError.
 */
export async function tryAgent(
  run: { readonly settings: RunSettings; readonly task: Pick<Task, 'instruction'> },
  models: Pick<CreateAgentOptions, 'port' | 'environment' | 'agentEnv' | 'agentPython'>,
  signal: AbortSignal,
): Promise<void> {
  const { settings, task } = run;
  const isOwn = settings.agent !== undefined && !isModelAgent(agentSource(settings.agent));
  const model = isOwn ? settings.seatedModel : (settings.seatedModel ?? settings.model);
  for (const called of new Set([model, settings.taskModel])) {
    if (called === undefined || isReferenceName(called)) continue;
    const address = resolveModel(called, models.environment);
    if (models.port.cassette?.isReplay !== true)
      await tryModel(models.port, address, keyOf(address, models.environment), signal);
  }
  if (!isOwn && settings.defences === undefined) return;
  const isReference = model !== undefined && isReferenceName(model);
  const createReference = isReference ? () => nobody : undefined;
  try {
    const agent = await createAgent({
      ...models,
      settings,
      scope: '',
      recordCall: () => {},
      createReference,
      signal,
    });
    try {
      await agent.probe?.(task.instruction, AbortSignal.any([signal, AbortSignal.timeout(limit)]));
    } finally {
      await agent.close?.();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw asUsageError(error);
  }
}

const nobody: Agent = { name: '', isReference: true, predict: async () => ({ response: '', actions: [] }) };

function asUsageError(error: unknown): unknown {
  if (error instanceof UsageError) return error;
  if (error instanceof OsharmError)
    return new UsageError(error.message, {
      code: error.code,
      hint: error.hint,
      cause: error,
    });
  const reason =
    error instanceof Error && error.name === 'TimeoutError'
      ? `it did not answer in ${limit / 1000} s`
      : (error as Error).message;
  return new UsageError(`The agent can't be used: ${reason}.`, {
    code: 'agent-failed',
    hint: 'docs/run/agents.md describes valid replies.',
    cause: error,
  });
}
