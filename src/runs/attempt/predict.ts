import type { AgentReply, PredictInput } from '../../agents/agent.ts';
import { agentSource, isModelAgent } from '../../agents/foreign/agent-source.ts';
import { OsharmError } from '../../base/errors.ts';
import { timeLimits } from '../../base/record/time-limits.ts';
import type { Attempt } from './attempt.ts';
import type { WorkLimit } from './deadline.ts';

const replyLimit = timeLimits.model.reply;
const defenceLimit = timeLimits.defence.step;

/** Null if the provider refuses. */
export async function predict(attempt: Attempt, input: PredictInput): Promise<AgentReply | null> {
  const { agent } = attempt;
  if (agent === null) throw new Error('The attempt has no agent yet.');
  try {
    return await attempt.within('predict', limitOf(attempt, agent.name, input.step), (signal) =>
      agent.predict(input, signal),
    );
  } catch (error) {
    if (error instanceof OsharmError && error.code === 'provider-refusal') return null;
    throw error;
  }
}

/**
 * Limit of one reply. For a custom agent, that is the sweep's `timeout`, unless the agent wraps a model, whose failing
 * calls are retried.
 */
function limitOf({ sweep, run }: Attempt, name: string, step: number): WorkLimit {
  const { agent, seatedModel, defences = [] } = run.settings;
  // The limit of a defence must end first, so that the agent is not blamed.
  const ofDefences = defences.length * defenceLimit;
  const milliseconds = (sweep.dependencies.replyLimitMs ?? replyLimit) + ofDefences;
  const what = `Reply ${step + 1} of ${name}`;
  const { timeout } = sweep.request;
  if (agent === undefined || isModelAgent(agentSource(agent))) return { milliseconds, what, blame: 'model' };
  return {
    milliseconds: seatedModel === undefined && timeout !== undefined ? timeout * 1000 + ofDefences : milliseconds,
    what,
    blame: 'agent',
    code: 'agent-timeout',
    hint: 'The agent hangs, or needs a longer --timeout.',
  };
}
