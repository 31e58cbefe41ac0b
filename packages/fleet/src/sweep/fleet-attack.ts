import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { UsageError } from 'osharm';
import type { Evaluator, SweepOptions, Trial, TrialOutcome, TrialsElsewhere } from 'osharm/queue';
import {
  type AttackPlace,
  budgetUsedUp,
  calledModel,
  label,
  modelAccess,
  modelRewritingsUsd,
  notCarried,
  type QueuedAttack,
  type QueuedAttackOptions,
  queuedOptions,
  readJournal,
  resultsCache,
  runsFolder,
  type SweepSurroundings,
  trialOptions,
  trialOutcome,
  trialRun,
  withSweep,
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

/** Trials of one search that are in the queue at a time, where its strategy allows: a first generation of `evolve`. */
const width = 12;

/**
 * Lets the workers of a queue make the trials of an attack: as the runs of one sweep that grows. `action` makes the
 * attack, with the options that it is given. What an earlier process had made is read, not made again. Throws
 * UsageError where another process makes this attack now.
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

/** The trials of an attack, made by the workers of a queue. */
class FleetTrials implements TrialsElsewhere {
  readonly width = width;
  readonly #options: SweepOptions;
  readonly #surroundings: SweepSurroundings;
  readonly #store: ResultStore;
  readonly #growing: GrowingSweep;
  /** US dollars of trials that an earlier process made without the queue. */
  readonly #earlierUsd: number;
  #rewritingsUsd: () => number;
  /** What of it was taken out of the sweep's cap. */
  #toldUsd: number;

  private constructor(
    database: QueueDatabase,
    { options, surroundings, note, store, name }: Pick<QueuedAttack, 'surroundings' | 'note'> & OpenedAttack,
    earlierUsd: number,
  ) {
    this.#options = options;
    this.#surroundings = { ...surroundings, isDry: true };
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
    const { options, prepared, search, store, name, surroundings } = attack;
    const { settings, suiteHash, image } = prepared;
    const { port, environment } = surroundings.models ?? modelAccess(options);
    const budgetRequest = { model: calledModel(settings), settings, runs: 1, judges: [] };
    const budget = fleetBudget(options, budgetRequest, port.table, environment);
    // What is attacked comes from each trial; all of it names the attack.
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
    const run = await withSweep(trialOptions(this.#options, trial, place), this.#surroundings, async ({ sweep }) =>
      trialRun(sweep),
    );
    const key = trialKey(run.specHash, name);
    // Made without the queue, by a process that ended before it wrote that down.
    if (run.isComplete && !(await this.#growing.has(key))) return trialOutcome(run.directory, place.folder, prefix);
    await this.#tellRewritings();
    const { out: _, parallel: __, ...options } = trialOptions({}, trial, place);
    const queued: QueuedTrial = { options, folder: `${runsFolder}/${name}`, prefix };
    const path = relative(place.folder, run.directory);
    const made = await this.#growing.make({ key, label: `${label(run)} (${name})`, path, own: queued }, signal);
    return trialOutcome(await this.#store.fetch(path), place.folder, queuedTrial(made.own).prefix);
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
    ? `The sweep ${sweep} is paused: its trials wait. To go on: osharm fleet resume ${sweep} --queue URL`
    : 'No worker makes the trials that wait. To start one: osharm fleet work --queue URL';

/** Brings what an attack has beside its runs: its files only ever grow, so that the longer ones are the newer ones. */
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

/** US dollars of an attack's trials that the queue knows nothing of. */
async function madeElsewhereUsd(database: QueueDatabase, name: string, folder: string): Promise<number> {
  const known = new Set(await committedPaths(database, name));
  return readJournal(folder)
    .filter(({ directory }) => directory !== null && !known.has(directory))
    .reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
}
