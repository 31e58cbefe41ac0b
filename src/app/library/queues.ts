import type { Command } from 'commander';
import type { PriceTable } from '../../agents/models/prices.ts';
import { UsageError } from '../../base/errors.ts';
import { plugInPackage } from '../../base/load-package.ts';
import { missingPackage } from '../../base/packages.ts';
import type { OpenRegistry } from '../../base/record/open-registry.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import type { Fleet } from '../../results/viewer/live/world.ts';
import type { Sweep } from '../../runs/attempt/planned-sweep.ts';
import type { CommandOptions, SweepOptions } from '../../runs/plan/settings/table.ts';
import { openQueues, queueShape } from '../../runs/queue/open-queues.ts';
import type { TrialsElsewhere } from './attack/attack.ts';
import type { PreparedAttack, SearchOptions } from './attack/prepare-attack.ts';
import type { CalledModel } from './called-model.ts';
import type { SweepHost } from './prepare-sweep.ts';

/** A planned sweep for a queue. */
export interface QueueSubmission {
  readonly sweep: Sweep;
  readonly options: CommandOptions & { queue: string };
  /** The judges of the sweep's runs, as `--judge` names them. */
  readonly judges: readonly string[];
  /** What the budget is estimated from. `models` is empty if the agent calls none; `judges` are models. */
  readonly budget: {
    readonly request: {
      models: readonly CalledModel[];
      settings: RunSettings;
      runs: number;
      judges: readonly string[];
    };
    readonly prices: PriceTable;
    readonly environment: Readonly<Record<string, string | undefined>>;
  };
  /** Prints a sentence for the user. */
  note(sentence: string): void;
}

/** A sweep that was submitted to a queue. */
export interface SweepInQueue {
  name: string;
  /** Number of runs added by this call. `complete` counts those that were already complete. */
  added: number;
  complete: number;
  /** Where the results are stored. */
  place: string;
  /** The command with which the user starts a worker. */
  startWorker: string;
}

/** An attack whose trials run elsewhere. */
export interface QueuedAttack {
  readonly prepared: PreparedAttack;
  readonly search: SearchOptions;
  readonly host: SweepHost;
  /** Prints a sentence for the user. */
  note(sentence: string): void;
}

export interface QueuedAttackOptions extends SweepOptions {
  queue: string;
  results?: string | undefined;
  sweep?: string | undefined;
  priority?: number | undefined;
  maxRunCost?: number | undefined;
}

/** A queue as the viewer shows it. */
export interface WatchedQueue {
  readonly fleet: Fleet;
  /** Returns where the results of the newest sweep are stored, or null without a sweep. */
  newestResults(): Promise<string | null>;
  close(): Promise<void>;
}

/** Takes sweeps whose runs other processes execute, at addresses `SCHEME://…` (`--queue`). */
export interface QueueDefinition {
  readonly name: string;
  readonly schemes: readonly string[];
  /** Adds the sweep's runs that have no result, and the judgments of all its runs. Throws UsageError. */
  submit(submission: QueueSubmission): Promise<SweepInQueue>;
  /**
   * Lets workers execute the trials of an attack. `run` runs the attack with the options passed to it. Throws
   * UsageError if another process runs this attack.
   */
  withTrials?<T>(
    options: QueuedAttackOptions,
    attack: QueuedAttack,
    run: (elsewhere: TrialsElsewhere, options: SweepOptions) => Promise<T>,
  ): Promise<T>;
  /** Opens a queue for the viewer. */
  watch?(address: string): Promise<WatchedQueue>;
  /** The command `osharm fleet`. */
  command?(): Command;
}

const queues = openQueues as OpenRegistry<QueueDefinition>;

const packageName = '@osharm/fleet';
const packageSchemes: readonly string[] = ['postgres', 'postgresql'];

/**
 * Returns the queue for an address. Throws UsageError `queue-address`, EnvironmentError `package-missing` if its
 * package isn't installed.
 */
export async function queueOf(address: string): Promise<QueueDefinition> {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase() ?? '';
  const find = (): QueueDefinition | undefined => [...queues.values()].find(({ schemes }) => schemes.includes(scheme));
  const found = find();
  if (found !== undefined) return found;
  if (packageSchemes.includes(scheme)) {
    if (!(await loadFleet())) throw missingPackage(packageName, 'A queue in Postgres');
    const loaded = find();
    if (loaded !== undefined) return loaded;
  }
  throw new UsageError('The queue’s address is not that of a Postgres database.', {
    code: 'queue-address',
    hint: 'It is postgres://USER:PASSWORD@HOST:PORT/DATABASE. A plug-in can add other queues: --plugin.',
  });
}

/** Returns the command `osharm fleet`. Throws EnvironmentError `package-missing`. */
export async function fleetCommand(): Promise<Command> {
  await loadFleet();
  for (const queue of queues.values()) if (queue.command !== undefined) return queue.command();
  throw missingPackage(packageName, 'osharm fleet');
}

const loadFleet = (): Promise<boolean> =>
  plugInPackage<QueueDefinition>(packageName, queueShape, (queue, origin) => queues.plugIn(queue.name, queue, origin));
