import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import packageJson from '../../../../package.json' with { type: 'json' };
import { UsageError } from '../../../base/errors.ts';
import { filesBelow } from '../../../base/record/files-below.ts';
import { openStore } from '../../../base/store/open-store.ts';
import type { ResultStore } from '../../../base/store/result-store.ts';
import { S3Store } from '../../../base/store/s3-store.ts';
import { runsFolder } from '../../../runs/attack-search/attack-files.ts';
import type { Evaluator, Trial, TrialOutcome } from '../../../runs/attack-search/evaluator.ts';
import { readJournal } from '../../../runs/attack-search/journal.ts';
import { budgetUsedUp } from '../../../runs/attack-search/run-attack.ts';
import { label } from '../../../runs/plan/planned-run.ts';
import { queuedOptions } from '../../../runs/plan/settings/queued-options.ts';
import type { SweepOptions } from '../../../runs/plan/settings/table.ts';
import { committedPaths, setSweepBudget } from '../../../runs/queue/postgres/control.ts';
import { QueueDatabase } from '../../../runs/queue/postgres/database.ts';
import { GrowingSweep, type Held } from '../../../runs/queue/postgres/growing-sweep.ts';
import { checkSweepName, submitSweep } from '../../../runs/queue/postgres/submit.ts';
import type { TrialsElsewhere } from '../attack/attack.ts';
import { modelRewritingsUsd } from '../attack/model-rewriter.ts';
import type { PreparedAttack, SearchOptions } from '../attack/prepare-attack.ts';
import { type AttackPlace, notCarried, trialOptions, trialOutcome, trialRun } from '../attack/run-evaluator.ts';
import { calledModel } from '../called-model.ts';
import { type SweepSurroundings, withSweep } from '../make-sweep.ts';
import { modelAccess } from '../model-access.ts';
import { resultsCache } from '../results-cache.ts';
import { fleetBudget } from './fleet-budget.ts';
import { type QueuedTrial, queuedTrial, trialKey } from './fleet-plan.ts';
import { sharedImage } from './submit-sweep.ts';

/** Trials of one search that are in the queue at a time, where its strategy allows: a first generation of `evolve`. */
const width = 12;

/** What makes an attack a fleet's. */
export interface FleetAttackFlags extends SweepOptions {
  queue: string;
  results?: string | undefined;
  sweep?: string | undefined;
  priority?: number | undefined;
  maxRunCost?: number | undefined;
}

interface FleetAttack {
  prepared: PreparedAttack;
  search: SearchOptions;
  surroundings: SweepSurroundings;
  /** Tells the person who waits why nothing goes on. */
  note: (sentence: string) => void;
}

/**
 * Lets the workers of a queue make the trials of an attack: as the runs of one sweep that grows. `action` makes the
 * attack, with the options that it is given. What an earlier process had made is read, not made again. Throws
 * UsageError where another process makes this attack now.
 */
export async function withFleetTrials<T>(
  flags: FleetAttackFlags,
  attack: FleetAttack,
  action: (elsewhere: TrialsElsewhere, options: SweepOptions) => Promise<T>,
): Promise<T> {
  const place = flags.results ?? resolve(flags.out ?? './attack');
  const store = await openStore(place, resultsCache());
  const name = flags.sweep ?? `attack-${createHash('sha256').update(place).digest('hex').slice(0, 12)}`;
  checkSweepName(name);
  const options = { ...flags, out: store.folder };
  if (store instanceof S3Store) await bringAttackFiles(store);
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
      if (store instanceof S3Store) await store.push(store.folder);
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
    { options, surroundings, note, store, name }: Pick<FleetAttack, 'surroundings' | 'note'> & OpenedAttack,
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

  static async open(database: QueueDatabase, attack: FleetAttack & OpenedAttack): Promise<FleetTrials> {
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
async function bringAttackFiles(store: S3Store): Promise<void> {
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
  options: FleetAttackFlags;
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
