import type { SweepLog } from '../../base/record/sweep-log.ts';
import { agentOf, type PlannedRun } from '../../runs/plan/planned-run.ts';
import { type ExecutionEvent, runSweeps, type SweepResult } from '../../runs/sweep/sweep.ts';
import type { SweepControl } from '../../runs/sweep/sweep-control.ts';
import { judgeQueue } from '../../verdicts/judges/judge-queue.ts';
import type { PreparedJudge } from '../../verdicts/judges/judge-trace.ts';
import type { TreeResult } from '../../verdicts/judges/judge-tree.ts';
import { earlierUsd } from './earlier-cost.ts';
import type { PreparedSweep } from './prepare-sweep.ts';
import { judgeLabel, tryJudges } from './run-judges.ts';

/** Runs that one judge judges concurrently while other runs are still in progress. */
const judgedAtOnce = 4;

export interface ExecutedSweeps {
  result: SweepResult;
  judged: { judge: PreparedJudge; results: TreeResult[] }[];
}

/** Executes and judges the remaining runs, including those that an earlier sweep left without a judgment. */
export async function executeSweeps(
  prepared: readonly PreparedSweep[],
  options: {
    signal: AbortSignal;
    onEvent(event: ExecutionEvent): void;
    log?: SweepLog | undefined;
    control?: SweepControl | undefined;
  },
): Promise<ExecutedSweeps> {
  const { signal, onEvent, log, control } = options;
  const queues = prepared.flatMap(({ sweep, judges }) =>
    judges.map((judge) => ({
      judge,
      runs: new Set(sweep.runs),
      queue: judgeQueue(judge, { concurrency: judgedAtOnce, signal }),
    })),
  );
  const judgeRun = (run: PlannedRun): void => {
    for (const { runs, queue } of queues) if (runs.has(run)) queue.add(run.directory);
  };
  const all = prepared.flatMap(({ sweep }) => sweep.runs);
  if (all.some((run) => !run.isComplete))
    await tryJudges(
      queues.map(({ judge }) => judge),
      signal,
    );
  for (const run of all) if (run.isComplete) judgeRun(run);
  for (const { sweep, options: settings, models } of prepared)
    if (settings.maxAgentCost !== undefined)
      models.port.meter.agent(agentOf(sweep.request)).addEarlier(earlierUsd(sweep.runs));
  const result = await runSweeps(
    prepared.map(({ sweep }) => ({ ...sweep, log })),
    {
      signal,
      control,
      onEvent(event) {
        onEvent(event);
        if (event.kind === 'run-ended' && event.result.conclusion !== null) judgeRun(event.run);
      },
    },
  );
  const judged = queues.map(async ({ judge, queue }) => ({ judge, results: await queue.settled() }));
  return { result, judged: byJudge(await Promise.all(judged)) };
}

/** Merges the results per judge, because all agents have the same judges. */
function byJudge(judged: ExecutedSweeps['judged']): ExecutedSweeps['judged'] {
  const groups = Map.groupBy(judged, ({ judge }) => judgeLabel(judge));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ judge: first.judge, results: group.flatMap(({ results }) => results) }];
  });
}
