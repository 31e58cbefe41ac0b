import { relative, resolve } from 'node:path';
import { UsageError } from '../../../base/errors.ts';
import { counted } from '../../../base/record/counted.ts';
import { refuseFile } from '../../../base/record/file-trouble.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import type { AttackPlan } from '../../../runs/attack-search/attack-plan.ts';
import { attackSentences, countUnseen } from '../../../runs/attack-search/attack-words.ts';
import type { searchStrategies } from '../../../runs/attack-search/create-strategy.ts';
import type { SuccessBar } from '../../../runs/attack-search/grade.ts';
import { type JournalLine, readJournal } from '../../../runs/attack-search/journal.ts';
import { threatModel } from '../../../runs/attack-search/threat-model.ts';
import { isLargePlan, type PlanSize, planParagraph } from '../../../runs/plan/plan-size.ts';
import type { SweepOptions } from '../../../runs/plan/settings/table.ts';
import { openSuite } from '../../../tasks/suite/suite.ts';
import { type AttackResult, searchAttack } from '../../library/attack/attack.ts';
import { attackRunsAtMost, attackSize } from '../../library/attack/attack-size.ts';
import { type PreparedAttack, prepareAttack } from '../../library/attack/prepare-attack.ts';
import type { SweepHost } from '../../library/prepare-sweep.ts';
import { queueOf } from '../../library/queues.ts';
import { searchLines } from '../attack-lines.ts';
import { attackProgress } from '../attack-progress.ts';
import { confirmPlan } from '../confirm-plan.ts';
import { withResultsPlace } from '../results-place.ts';
import { stoppedCode, untilStopped } from '../until-stopped.ts';

export interface AttackFlags extends Omit<SweepOptions, 'repeat'> {
  strategy: (typeof searchStrategies)[number];
  success: SuccessBar;
  maxQueries: number;
  repeat: number;
  benign: number;
  attackerModel?: string;
  replayWinners?: string;
  fromExposure?: boolean;
  heldOut: number;
  sealedUntil?: string;
  queue?: string;
  results?: string;
  sweep?: string;
  priority?: number;
  maxRunCost?: number;
  dryRun?: boolean;
  list?: boolean;
  yes?: boolean;
  json?: boolean;
}

const sealedDays = 180;

/** A suite from `osharm suite new` has no subset of injections. */
function attackedSubset(suite: string | undefined): string {
  return suite === undefined || openSuite(suite).subsets.includes('injection') ? 'injection' : 'all';
}

export async function attack(flags: AttackFlags, host: SweepHost): Promise<void> {
  const {
    strategy,
    success,
    maxQueries,
    repeat: confirmations,
    benign,
    attackerModel,
    replayWinners,
    fromExposure = false,
    heldOut,
    sealedUntil = inDays(sealedDays),
    dryRun,
    list,
    yes,
    json,
    ...rest
  } = flags;
  checkFlags(flags, sealedUntil);
  const { queue } = rest;
  const placed = queue === undefined ? await withResultsPlace(rest) : rest;
  if (placed.out !== undefined) refuseFile(placed.out, 'attack-options');
  const options = { ...placed, subset: rest.subset ?? attackedSubset(placed.suite) };
  const search = {
    strategy,
    success,
    maxQueries,
    confirmations,
    benign,
    attackerModel,
    replayWinners,
    fromExposure,
    heldOut,
  };
  const prepared = await prepareAttack(options, search, host);
  for (const warning of prepared.warnings) note(warning);
  const size = attackSize(prepared, options);
  if (dryRun === true) {
    printPlan(prepared, size, { asJson: json === true, isListed: list === true });
    return;
  }
  confirmPlan(size, yes);
  if (!isLargePlan(size) && size.costUsd === 0) note(planParagraph(size));
  const folder = resolve(options.out ?? './attack');
  const progress = attackProgress(prepared.plan, {
    earlier: readJournal(folder).length,
    most: attackRunsAtMost(prepared.plan),
  });
  const { result, stopped } = await untilStopped(
    async (signal) => {
      const how = { signal, sealedUntil, host, onTrial: (line: JournalLine) => note(progress(line)) };
      if (queue === undefined) return searchAttack(options, prepared, how);
      const workers = await queueOf(queue);
      if (workers.withTrials === undefined)
        throw new UsageError(`The queue ${workers.name} runs no trials of attacks.`, {
          code: 'queue-without-trials',
          hint: 'Omit --queue: this machine then runs them.',
        });
      return workers.withTrials({ ...options, queue }, { prepared, search, host, note }, (elsewhere, localValues) => {
        note(`Start workers to run the trials: osharm fleet work --queue URL`);
        return searchAttack(localValues, prepared, { ...how, elsewhere });
      });
    },
    queue === undefined ? undefined : 'withdrawing trials that no worker has started; the others finish',
  );
  printOutcome(result, prepared.plan, json === true);
  if (stopped) process.exitCode = stoppedCode;
  else if (result.outcome.endedBy !== null) process.exitCode = 1;
}

const note = (sentence: string): void => void process.stderr.write(`${printable(sentence)}\n`);

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

function checkFlags({ heldOut }: AttackFlags, sealedUntil: string): void {
  if (!(heldOut >= 0 && heldOut < 1))
    throw new UsageError(`--held-out ${heldOut} must be a share from 0 to below 1.`, {
      code: 'attack-held-out',
      hint: 'Write 0.25 for a quarter.',
    });
  if (!/^\d{4}-\d{2}-\d{2}$/.test(sealedUntil) || Number.isNaN(Date.parse(sealedUntil)))
    throw new UsageError(`--sealed-until ${sealedUntil} is not a date.`, {
      code: 'attack-sealed-until',
      hint: 'Use a date such as 2027-06-30.',
    });
}

function printPlan(
  { plan, settings }: PreparedAttack,
  size: PlanSize,
  { asJson, isListed }: { asJson: boolean; isListed: boolean },
): void {
  const { targets, heldOut, strategies } = plan;
  const threat = threatModel(plan, settings.model);
  if (asJson) {
    const ids = (list: typeof targets): string[] => list.map(({ id }) => id);
    const { runs: mostRuns, seconds, costUsd } = size;
    const shown = { targets: ids(targets), heldOut: ids(heldOut), strategies, mostRuns, seconds, costUsd };
    process.stdout.write(`${JSON.stringify({ ...shown, threatModel: threat }, null, 2)}\n`);
    return;
  }
  process.stdout.write(
    `${printable(planParagraph(size))}${isLargePlan(size) ? ' It starts only with --yes.' : ''}\n` +
      `${printable(targetLine(plan))}\n`,
  );
  if (isListed) {
    process.stdout.write(`\n${threat}\n`);
    for (const { id } of targets) process.stdout.write(`target: ${printable(id)}\n`);
    for (const { id } of heldOut) process.stdout.write(`held out: ${printable(id)}\n`);
  }
}

/** Names the only target, or counts them. */
function targetLine({ targets, heldOut }: AttackPlan): string {
  const [first] = targets;
  const searched = targets.length === 1 && first !== undefined ? first.id : counted(targets.length, 'target');
  return `Searched: ${searched}. Held out to confirm winners: ${counted(heldOut.length, 'target')}. --dry-run --list prints them and the threat model.`;
}

function printOutcome(result: AttackResult, plan: AttackPlan, asJson: boolean): void {
  const { folder, outcome, figures, trials, sealed } = result;
  const { endedBy, searches } = outcome;
  const winners = searches.flatMap(({ target, strategy, winner }) =>
    winner === null ? [] : [{ target: target.id, strategy, payload: winner.hash }],
  );
  if (asJson) {
    const ended = endedBy === null ? null : { code: endedBy.code, message: endedBy.message };
    const { trials: tried, unseen } = countUnseen(trials);
    const seen = { tried, unseen };
    process.stdout.write(
      `${JSON.stringify({ folder, ...figures, exposure: seen, winners, sealed, endedBy: ended }, null, 2)}\n`,
    );
    return;
  }
  for (const sentence of attackSentences(trials, plan)) process.stdout.write(`${printable(sentence)}\n`);
  for (const line of searchLines(figures))
    process.stdout.write(`${line.match(/^ */)?.[0] ?? ''}${printable(line.trimStart())}\n`);
  for (const { target, strategy, payload } of winners)
    process.stdout.write(`winner: ${printable(target)}, ${strategy}, sha256 ${payload.slice(0, 16)}\n`);
  for (const file of sealed) process.stdout.write(`sealed text: ${printable(file)}\n`);
  if (endedBy !== null)
    process.stdout.write(
      `The attack ended early: ${printable(endedBy.message)}${endedBy.hint === undefined ? '' : ` ${printable(endedBy.hint)}`}\n`,
    );
  const shown = printable(relative('.', folder) || '.');
  process.stdout.write(
    `Look at next: osharm view ${shown} (page Attacks, each trial with its text), osharm report ${shown}\n`,
  );
}
