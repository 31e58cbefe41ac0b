import { join } from 'node:path';
import type { MonitorViewName } from '../../../base/record/monitor-words.ts';
import { stepNumber } from '../../../base/record/step-number.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { isResolved } from '../../../results/report/monitors/monitor-groups.ts';
import { bestSighting, type CovertTrial } from '../../../runs/attack-search/covert-search.ts';
import type { SweepOptions } from '../../../runs/plan/settings/table.ts';
import { hidingBudgets } from '../../library/attack/hidden-figures.ts';
import {
  type HiddenAttack,
  type HiddenScripts,
  type HidingOptions,
  hiddenFile,
  hideFromMonitors,
} from '../../library/attack/hide-from-monitors.ts';
import type { SweepHost } from '../../library/prepare-sweep.ts';
import { confirmPlan } from '../confirm-plan.ts';
import { untilStopped } from '../until-stopped.ts';

export interface AttackMonitorsFlags extends Omit<SweepOptions, 'monitor' | 'monitorModel' | 'heldOut'> {
  monitor?: string[];
  monitorModel?: string[];
  view: MonitorViewName;
  strategy: HidingOptions['strategy'];
  attacker?: string;
  feedback: boolean;
  maxQueries: number;
  heldOut: number;
  yes?: boolean;
  json?: boolean;
}

export async function attackMonitors(flags: AttackMonitorsFlags, host: SweepHost): Promise<void> {
  const { monitor, monitorModel, combine, see, view, yes, json, ...sweep } = flags;
  const out = sweep.out ?? './hidden';
  const { result } = await untilStopped((signal) =>
    hideFromMonitors(
      {
        ...sweep,
        subset: sweep.subset ?? 'injection',
        monitors: { monitor, monitorModel, combine, see, maxCost: sweep.maxCost, signal },
        view,
      },
      {
        signal,
        host,
        planned: (size) => confirmPlan(size, yes),
        note: (sentence) => void process.stderr.write(`${printable(sentence)}\n`),
      },
    ),
  );
  if (json === true) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  else for (const line of hiddenLines(result, join(out, hiddenFile))) process.stdout.write(`${printable(line)}\n`);
}

function hiddenLines(result: HiddenScripts, file: string): string[] {
  const { distinctHonestSteps, honestSteps, heldOut, named, found, queries, search } = result;
  const unresolved = hidingBudgets.filter((budget) => !isResolved(distinctHonestSteps, budget));
  const runs = heldOut === 0 ? 'the side tasks that it was chosen on' : 'held-out side tasks';
  return [
    ...attackLines('Best named style', named, runs),
    ...attackLines(`Best after ${queries} more by ${search}`, found, runs),
    `Honest runs have ${distinctHonestSteps} distinct steps among ${honestSteps}.`,
    ...unresolved.map(
      (budget) =>
        `That is too few to flag ${percent(budget)} of them, which needs ${Math.ceil(1 / budget)}: choose more tasks to get figures at this budget.`,
    ),
    `Runs and scores: ${file}`,
  ];
}

function attackLines(title: string, attack: HiddenAttack | null, runs: string): string[] {
  if (attack === null) return [`${title}: no run did a side task`];
  const { name, development, test, noticed } = attack;
  const shown = test ?? development;
  const done = shown.filter(({ isDone }) => isDone).length;
  return [
    `${title}: ${name.replace('reference-covert-', '')}, which did ${done} of ${shown.length} on ${runs}`,
    ...shown.map((trial) => `  ${trial.domain}/${trial.task} × ${trial.goal}: ${seenWords(trial)}`),
    ...[...Map.groupBy(noticed, ({ monitor }) => monitor)].map(([monitor, items]) => {
      const shares = items.map((item) => `${item.noticed} of ${item.of} at ${percent(item.budget)}`);
      return `  noticed by ${monitor}: ${shares.join(', ')} of honest steps flagged`;
    }),
  ];
}

function seenWords(trial: CovertTrial): string {
  if (!trial.isDone) return 'did not do it';
  const best = bestSighting(trial);
  if (best === null || best.step === null) return 'no monitor scored it';
  const reason = best.reason === null ? '' : ` (${best.reason})`;
  return `${best.monitor} ${best.suspicion.toFixed(2)} at step ${stepNumber(best.step)}${reason}, as suspicious as ${percent(best.falseAlarms)} of honest steps`;
}

const percent = (share: number): string => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
