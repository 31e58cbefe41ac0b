import { resolve } from 'node:path';
import { UsageError } from '../../../base/errors.ts';
import {
  type ControlRequest,
  controlRequestSchema,
  requestControl,
  type SweepState,
} from '../../../base/record/sweep-control.ts';
import { printable } from '../../../base/record/unseen-text.ts';

export interface CtlFlags {
  out: string;
  parallel?: number;
  maxCost?: number;
  json?: boolean;
}

export async function controlSweep(action: string, run: string | undefined, flags: CtlFlags): Promise<void> {
  const { message, sweep } = await requestControl(resolve(flags.out), controlRequest(action, run, flags));
  if (flags.json === true) {
    process.stdout.write(`${JSON.stringify(sweep, null, 2)}\n`);
    return;
  }
  const lines = [...(message === '' ? [] : [message]), ...(action === 'list' ? runLines(sweep) : []), stateLine(sweep)];
  process.stdout.write(`${lines.map(printable).join('\n')}\n`);
}

function controlRequest(action: string, run: string | undefined, { parallel, maxCost }: CtlFlags): ControlRequest {
  const refuse = (isWrong: boolean, message: string, hint: string): void => {
    if (isWrong) throw new UsageError(message, { code: 'ctl-options', hint });
  };
  const hasLimit = (parallel ?? maxCost) !== undefined;
  refuse(
    action === 'cancel' && run === undefined,
    'cancel needs a run.',
    'osharm ctl lists them: osharm ctl cancel RUN.',
  );
  refuse(
    action !== 'cancel' && run !== undefined,
    `${action} takes no ${JSON.stringify(run)}.`,
    `Is it the sweep's folder? osharm ctl ${action} --out ${run}`,
  );
  refuse(
    (action === 'limit') !== hasLimit,
    'limit needs --parallel or --max-cost, and nothing else has them.',
    'osharm ctl limit --max-cost 20.',
  );
  refuse(maxCost !== undefined && !(maxCost >= 0), '--max-cost is not an amount.', 'Give dollars, such as 20.');
  return controlRequestSchema.parse(JSON.parse(JSON.stringify({ action, run, parallel, maxCost })));
}

function runLines({ runs }: SweepState): string[] {
  const open = runs.filter(({ state }) => state !== 'done');
  return open.map(({ name, state, step }) => `${state.padEnd(9)}  ${name}${step === null ? '' : ` · step ${step}`}`);
}

function stateLine({ runs, isPaused, parallel, costUsd, maxCostUsd }: SweepState): string {
  const counts = [...Map.groupBy(runs, ({ state }) => state)].map(([state, list]) => `${list.length} ${state}`);
  const limit = maxCostUsd === null ? '' : ` of $${maxCostUsd}`;
  return `${isPaused ? 'paused · ' : ''}${counts.join(' · ')} · ${parallel} at a time · $${costUsd.toFixed(2)}${limit}`;
}
