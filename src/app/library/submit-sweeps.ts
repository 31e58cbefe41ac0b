import { UsageError } from '../../base/errors.ts';
import { agentOf } from '../../runs/plan/planned-run.ts';
import type { CommandOptions } from '../../runs/plan/settings/table.ts';
import { calledModels } from './called-model.ts';
import type { PreparedSweep, PreparedSweeps } from './prepare-sweep.ts';
import { queueOf, type SweepInQueue } from './queues.ts';
import { judgeLabel } from './run-judges.ts';

type QueueOptions = CommandOptions & { queue: string };

/** A sweep in a queue, with the number of its runs. */
interface QueuedSweep extends SweepInQueue {
  runs: number;
}

/**
 * Queues the runs of each agent as a separate sweep, in sequence. Workers serve all sweeps of a queue. Throws
 * UsageError `queue-several-agents` for options that a queue can't apply per agent.
 */
export async function* submitSweeps(
  prepared: PreparedSweeps,
  options: QueueOptions,
  note: (sentence: string) => void,
): AsyncGenerator<QueuedSweep> {
  const agents = Map.groupBy(prepared, ({ sweep }) => agentOf(sweep.request));
  const isSeveral = prepared.length > 1;
  if (isSeveral && options.maxCost !== undefined)
    throw new UsageError('A queue keeps a budget for each agent, and --max-cost is for all of them together.', {
      code: 'queue-several-agents',
      hint: 'Use --max-agent-cost instead.',
    });
  if (agents.size < prepared.length)
    throw new UsageError('A queued sweep has one subset and one attack for each agent.', {
      code: 'queue-several-agents',
      hint: 'Submit one subset and one attack at a time, each with its own --sweep.',
    });
  for (const part of prepared) {
    const name =
      isSeveral && options.sweep !== undefined
        ? agentSweepName(options.sweep, agentOf(part.sweep.request))
        : options.sweep;
    const maxCost = part.options.maxAgentCost ?? options.maxCost;
    const submitted = await submit(
      part,
      { ...options, ...part.options, queue: options.queue, maxCost, sweep: name },
      note,
    );
    yield { ...submitted, runs: part.sweep.runs.length };
  }
}

const agentSweepName = (sweep: string, agent: string): string =>
  `${sweep}-${agent.replaceAll(/[^a-z0-9_.-]+/gi, '-')}`.slice(0, 63);

async function submit(
  { sweep, judges, models: { port, environment } }: PreparedSweep,
  options: QueueOptions,
  note: (sentence: string) => void,
): Promise<SweepInQueue> {
  const queue = await queueOf(options.queue);
  const { settings } = sweep.request;
  const left = sweep.runs.filter((run) => !run.isComplete);
  return queue.submit({
    sweep,
    options,
    judges: judges.map(judgeLabel),
    budget: {
      request: {
        models: calledModels(
          settings,
          left.map(({ task }) => task),
        ),
        settings,
        runs: left.length,
        judges: judges.map(({ asker }) => asker.address.name),
      },
      prices: port.table,
      environment,
    },
    note,
  });
}
