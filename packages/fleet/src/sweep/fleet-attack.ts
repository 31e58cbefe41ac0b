import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { UsageError } from 'osharm';
import type { Evaluator, PlannedRun, SweepOptions, Trial, TrialOutcome, TrialsElsewhere } from 'osharm/queue';
import {
  type AttackPlace,
  budgetUsedUp,
  label,
  modelAccess,
  modelRewritingsUsd,
  notCarried,
  prepareSweep,
  type QueuedAttack,
  type QueuedAttackOptions,
  queuedOptions,
  readJournal,
  resultsCache,
  runsFolder,
  type SweepHost,
  trialOptions,
  trialOutcome,
  trialRun,
} from 'osharm/queue';
import type { RemoteStore, ResultStore } from 'osharm/store';
import { filesBelow } from 'osharm/store';
import packageJson from '../../package.json' with { type: 'json' };
import { committedPaths, setSweepBudget } from '../queue/control.ts';
import { QueueDatabase } from '../queue/database.ts';
import { GrowingSweep, type Held } from '../queue/growing-sweep.ts';
import { checkSweepName, submitSweep } from '../queue/submit.ts';
import { isRemoteStore, openStore } from '../store/open-store.ts';
import { fleetBudget } from './fleet-budget.ts';
import { type QueuedTrial, queuedTrial, trialKey } from './fleet-plan.ts';
import { sharedImage } from './submit-sweep.ts';

/** Maximum number of queued trials per search. The first generation of `evolve` has this many. */
const width = 12;

/**
 * Runs an attack whose trials are executed by a queue's workers as runs of one growing sweep. `action` performs the
 * attack with the given options. Trials of an earlier process are read, not rerun. Throws UsageError if another process
 * is running this attack.
 */
export async function withFleetTrials<T>(
  flags: QueuedAttackOptions,
  attack: QueuedAttack,
  action: (elsewhere: TrialsElsewhere, options: SweepOptions) => Promise<T>,
): Promise<T> {
  const place = flags.results ?? resolve(flags.out ?? './attack');
  const store = await openStore(place, resultsCache());
  const name = flags.sweep ?? `attack-${createHash('sha256').update(place).digest('hex').slice(0, 12)}`;
  checkSweepName(name);
  const options = { ...flags, out: store.folder };
  if (isRemoteStore(store)) await bringAttackFiles(store);
  const database = await QueueDatabase.open(flags.queue, { supervises: false });
  const release = await database.hold(`osharm attack ${name}`);
  try {
    if (release === null)
      throw new UsageError(`Another process runs the attack ${name}.`, {
        code: 'attack-under-way',
        hint: 'End that one first, or use another name and folder: --sweep NAME --out DIR.',
      });
    const trials = await FleetTrials.open(database, { ...attack, options, name, store });
    try {
      return await action(trials, options);
    } finally {
      await trials.close();
      if (isRemoteStore(store)) await store.push(store.folder);
    }
  } finally {
    release?.();
    await database.close();
  }
}

class FleetTrials implements TrialsElsewhere {
  readonly width = width;
  readonly #options: SweepOptions;
  readonly #host: SweepHost;
  readonly #store: ResultStore;
  readonly #growing: GrowingSweep;
  /** Cost in US dollars of the trials that an earlier process ran without the queue. */
  readonly #earlierUsd: number;
  #rewritingsUsd: () => number;
  /** The part of the rewriting cost already deducted from the sweep's cap. */
  #toldUsd: number;

  private constructor(
    database: QueueDatabase,
    { options, host, note, store, name }: Pick<QueuedAttack, 'host' | 'note'> & OpenedAttack,
    earlierUsd: number,
  ) {
    this.#options = options;
    this.#host = { ...host, isDry: true };
    this.#store = store;
    this.#earlierUsd = earlierUsd;
    this.#toldUsd = modelRewritingsUsd(store.folder);
    this.#rewritingsUsd = () => this.#toldUsd;
    this.#growing = new GrowingSweep(database, name, {
      budgetUsedUp: (settledUsd) => budgetUsedUp(settledUsd + earlierUsd + this.#rewritingsUsd(), options.maxCost ?? 0),
      onHeld: (why) => note(heldSentence(why, name)),
    });
  }

  static async open(database: QueueDatabase, attack: QueuedAttack & OpenedAttack): Promise<FleetTrials> {
    const { options, prepared, search, store, name, host } = attack;
    const { models, settings, suiteHash, image } = prepared;
    const { port, environment } = host.models ?? modelAccess(options);
    const budgetRequest = { models, settings, runs: 1, judges: [] };
    const budget = fleetBudget(options, budgetRequest, port.table, environment);
    // The sweep's flags include all targets of the attack. Each trial names its own target.
    const { vector, goal, task, domain, ...common } = options;
    const flags = queuedOptions(common, { ...search, vector, goal, task, domain });
    const shared = await sharedImage(image, store.place, attack.note);
    const priority = options.priority ?? 1;
    const sweep = { name, flags, results: store.place, version: packageJson.version, suiteHash, priority };
    await submitSweep(database, { ...sweep, ...shared, ...budget }, []);
    const earlierUsd = await madeElsewhereUsd(database, name, store.folder);
    const capUsd = budget.capUsd === null ? null : budget.capUsd - earlierUsd - modelRewritingsUsd(store.folder);
    await setSweepBudget(database, name, { ...budget, capUsd });
    return new FleetTrials(database, attack, earlierUsd);
  }

  spentUsd = (): number => this.#growing.settledUsd + this.#earlierUsd;

  evaluator(place: AttackPlace, rewritingsUsd: () => number): Evaluator {
    this.#rewritingsUsd = rewritingsUsd;
    return { evaluate: (trial, signal) => notCarried(() => this.#evaluate(trial, place, signal)) };
  }

  close(): Promise<void> {
    return this.#growing.close();
  }

  async #evaluate(trial: Trial, place: AttackPlace, signal: AbortSignal): Promise<TrialOutcome> {
    const { name, prefix } = trial;
    const run = await this.#planTrial(trial, place);
    const key = trialKey(run.specHash, name);
    // An earlier process ran it without the queue and ended before it recorded the result.
    if (run.isComplete && !(await this.#growing.has(key))) return trialOutcome(run.directory, place.folder, prefix);
    await this.#tellRewritings();
    const { out: _, parallel: __, ...options } = trialOptions({}, trial, place);
    const queued: QueuedTrial = { options, folder: `${runsFolder}/${name}`, prefix };
    const path = relative(place.folder, run.directory);
    const grown = await this.#growing.execute({ key, label: `${label(run)} (${name})`, path, own: queued }, signal);
    return trialOutcome(await this.#store.fetch(path), place.folder, queuedTrial(grown.own).prefix);
  }

  async #planTrial(trial: Trial, place: AttackPlace): Promise<PlannedRun> {
    await using prepared = await prepareSweep(trialOptions(this.#options, trial, place), this.#host);
    return trialRun(prepared.sweep);
  }

  async #tellRewritings(): Promise<void> {
    const more = this.#rewritingsUsd() - this.#toldUsd;
    if (more <= 0 || this.#options.maxCost === undefined) return;
    this.#toldUsd += more;
    await this.#growing.spendElsewhere(more);
  }
}

const heldSentence = (why: Held, sweep: string): string =>
  why === 'paused'
    ? `The sweep ${sweep} is paused, so its trials wait. To continue: osharm fleet resume ${sweep} --queue URL`
    : 'No worker runs the waiting trials. To start one: osharm fleet work --queue URL';

/** Downloads the attack's files outside the run folders. They only grow, so the longer version is the newer one. */
async function bringAttackFiles(store: RemoteStore): Promise<void> {
  const copy = `${store.folder}.attack`;
  await store.pull(copy, (path) => !path.startsWith(`${runsFolder}/`));
  for (const path of filesBelow(copy)) {
    const [there, here] = [copy, store.folder].map((folder) => join(folder, path)) as [string, string];
    if (statSync(there).size <= (statSync(here, { throwIfNoEntry: false })?.size ?? -1)) continue;
    mkdirSync(dirname(here), { recursive: true });
    copyFileSync(there, here);
  }
}

interface OpenedAttack {
  options: QueuedAttackOptions;
  store: ResultStore;
  name: string;
}

/** Cost in US dollars of the trials that the queue has no record of. */
async function madeElsewhereUsd(database: QueueDatabase, name: string, folder: string): Promise<number> {
  const known = new Set(await committedPaths(database, name));
  return readJournal(folder)
    .filter(({ directory }) => directory !== null && !known.has(directory))
    .reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
}
