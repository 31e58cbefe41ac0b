/** A worker of tools/soak/fleet.ts, with the real queue, loop, store and commit but simulated runs. */
import { appendFileSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { QueueDatabase } from '../../packages/fleet/src/queue/database.ts';
import type { PostgresClaim } from '../../packages/fleet/src/queue/postgres-claim.ts';
import { PostgresQueue } from '../../packages/fleet/src/queue/postgres-queue.ts';
import { publishLeft } from '../../packages/fleet/src/queue/publish-left.ts';
import { FolderStore } from '../../packages/fleet/src/store/folder-store.ts';
import { fleetCommit, stagedName } from '../../packages/fleet/src/sweep/fleet-assignment.ts';
import { CostMeter } from '../../src/agents/models/cost-meter.ts';
import type { PlannedRun } from '../../src/runs/plan/planned-run.ts';
import type { AttemptResult } from '../../src/runs/sweep/execute-attempt.ts';
import { RunWorker } from '../../src/runs/sweep/run-worker.ts';

export interface FleetWorkerOptions {
  name: string;
  url: string;
  results: string;
  figures: string;
  parallel: number;
  failingCalls: number;
  failingStore: number;
  body: [number, number];
  callUsd: number;
}

class FailingStore extends FolderStore {
  readonly #share: number;

  constructor(place: string, share: number) {
    super(place);
    this.#share = share;
  }

  #fail(): void {
    if (Math.random() < this.#share) throw Object.assign(new Error('EIO: simulated'), { code: 'EIO' });
  }

  override async stage(staged: string): Promise<string> {
    this.#fail();
    return super.stage(staged);
  }

  override async publish(staged: string, path: string, resultText: string): Promise<void> {
    this.#fail();
    await super.publish(staged, path, resultText);
    // Fails after the work is done, which the caller can't know.
    this.#fail();
  }
}

const options = JSON.parse(process.argv[2] ?? '') as FleetWorkerOptions;
const money = openSync(join(options.figures, `${options.name}.money`), 'a');
const times = join(options.figures, `${options.name}.times`);
const store = new FailingStore(options.results, options.failingStore);

async function simulate(claim: PostgresClaim, directory: string, meter: CostMeter, signal: AbortSignal): Promise<void> {
  const [least, most] = options.body;
  const calls = 5;
  const callMs = (least + Math.random() * (most - least)) / calls;
  for (let step = 0; step < calls; step += 1) {
    signal.throwIfAborted();
    claim.progress({ step, costUsd: meter.totalUsd });
    for (;;) {
      meter.check();
      // Paid when sent, whatever the result.
      writeSync(money, `${options.callUsd}\n`);
      const isFailing = Math.random() < options.failingCalls;
      if (isFailing) meter.addUnmetered('agent', 'simulated', options.callUsd);
      await sleep(callMs, undefined, { signal });
      if (!isFailing) break;
    }
    meter.add('agent', 'simulated', { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 }, options.callUsd);
  }
  mkdirSync(directory, { recursive: true });
  await writeFile(join(directory, 'attempt.json'), JSON.stringify({ attempt: claim.attempt, worker: options.name }));
  await writeFile(join(directory, 'traj.jsonl'), '{}\n'.repeat(20));
}

const database = await QueueDatabase.open(options.url, { connections: 4 });
const queue = new PostgresQueue(database, {
  worker: options.name,
  kind: 'run',
  untilDone: true,
  heartbeatMs: 2000,
  pollMs: 250,
});
const claimTimes = new WeakMap<PostgresClaim, number>();
const tidying = setInterval(() => {
  void publishLeft(
    database,
    (unpublishedResult) =>
      store.publish(unpublishedResult.staged, unpublishedResult.path, unpublishedResult.resultText),
    5,
  ).catch(() => {});
}, 3000);
const runWorker = new RunWorker<PostgresClaim>(
  {
    async claim(signal) {
      const start = performance.now();
      const claim = await queue.claim(signal);
      if (claim !== null) claimTimes.set(claim, performance.now() - start);
      return claim;
    },
  },
  {
    parallel: options.parallel,
    signal: new AbortController().signal,
    async assign(claim) {
      const meter = new CostMeter(claim.limitUsd, 'run');
      const spentUsd = (): number => meter.totalUsd;
      const commit = fleetCommit(claim, store, spentUsd);
      const directory = store.workFolder(stagedName(claim));
      const run = {
        directory,
        domain: 'os',
        taskId: claim.key,
        repeat: 1,
        injection: null,
        task: { config: [] },
        settings: { provider: 'simulated' },
      } as unknown as PlannedRun;
      const execute = async ({ signal }: { signal: AbortSignal }): Promise<AttemptResult> => {
        const unbegun = { startedAt: '2026-01-01T00:00:00Z', endedAt: null, phases: {} };
        const stopped = {
          outcome: 'stopped',
          error: null,
          conclusion: null,
          runJson: unbegun,
        } as unknown as AttemptResult;
        try {
          await simulate(claim, directory, meter, signal);
        } catch (error) {
          if (signal.aborted) return stopped;
          throw error;
        }
        const result = { ...stopped, outcome: 'done', conclusion: {} } as unknown as AttemptResult;
        const start = performance.now();
        const isCommitted = await commit({ result, resultText: '1\n', writeResult() {} });
        const commitMs = performance.now() - start;
        appendFileSync(times, `${claimTimes.get(claim)?.toFixed(2)} ${commitMs.toFixed(2)}\n`);
        return isCommitted ? result : stopped;
      };
      return { run, execute, spentUsd };
    },
    onEvent() {},
  },
);
const result = await runWorker.work();
clearInterval(tidying);
await database.close();
if (result.fatal !== null) throw result.fatal;
