import { osHarmDirectory, type RunPath, runDirectory, runName } from '../../base/record/paths.ts';
import { isComplete } from '../../base/record/read-run.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import type { Attack } from '../../tasks/injection/plan-attack.ts';
import type { Category, InjectionEntry, Task } from '../../tasks/suite/task.ts';
import type { VariedGoal, VariedTask } from '../../tasks/suite/vary/vary-task.ts';
import { type RunSpec, runSpec, specHash } from './spec-hash.ts';

/** The injection of a run: a vector that carries a goal. */
export interface PlannedInjection {
  vector: string;
  /** The goal's id. */
  goal: string;
  /** The task's entry for the vector, with its parameters. */
  entry: InjectionEntry;
  /** The goal as this task and seed make it. */
  goalFile: VariedGoal;
}

/** One run that a sweep is to make: who does what, where its results go, and all that its result is a function of. */
export interface PlannedRun {
  /** Name of the suite. */
  suite: string;
  domain: string;
  taskId: string;
  category: Category | null;
  /** 1-based; repeats > 1 live under `repeat-{k}/`. */
  repeat: number;
  settings: RunSettings;
  /** The task as agent, set-up, record and judges see it: seed drawn, jailbreak around the instruction. */
  task: Task;
  /** What is in its file. */
  taskFile: VariedTask;
  injection: PlannedInjection | null;
  /** The injection worked out, by `planSweep`, once; null without one. */
  attack: Attack | null;
  /** What canaries are made of: the same run has the same ones under the same `--seed`. */
  canarySeed: string;
  /** Absolute path of the result directory. */
  directory: string;
  spec: RunSpec;
  specHash: string;
  /** It has its result already and is not made again. */
  isComplete: boolean;
}

/** What tells the runs of a sweep apart. */
export type RunIdentity = Pick<PlannedRun, 'domain' | 'taskId' | 'repeat'> & {
  injection: null | { vector: string; goal: string };
};

/** The agent of a run or a sweep by its name in results, which is its folder: agent, defences and model together. */
export const agentOf = ({ settings }: Pick<PlannedRun, 'settings'>): string => settings.model;

/** How a run is called in messages: `domain/id[__inject__…][ #k]`. */
export function label(run: RunIdentity): string {
  return `${run.domain}/${runName(run.taskId, run.injection)}${run.repeat > 1 ? ` #${run.repeat}` : ''}`;
}

/** Vector and goal by name: all that files and messages say of an injection. */
export function injectionName({ injection }: Pick<RunIdentity, 'injection'>): RunIdentity['injection'] {
  return injection === null ? null : { vector: injection.vector, goal: injection.goal };
}

/** Puts one run of a plan together. `fresh`: what is complete is made again. */
export function plannedRun(
  from: Pick<PlannedRun, 'suite' | 'category' | 'repeat' | 'settings' | 'taskFile' | 'injection'>,
  options: {
    resultDir: string;
    instruction: (instruction: string) => string;
    image: string | null;
    prompts: string | null;
    plugins: string | null;
    fresh: boolean;
  },
): PlannedRun {
  const { settings, taskFile, injection, repeat } = from;
  const { domain } = taskFile;
  const taskId = taskFile.task.id;
  const path: RunPath = {
    actionSpace: settings.actionSpace,
    observationType: settings.observationType,
    model: settings.model,
    jailbreak: settings.jailbreak,
    domain,
    taskId,
    injection: injectionName(from),
    repeat,
  };
  const ownDirectory = runDirectory(options.resultDir, path);
  const theirs = osHarmDirectory(options.resultDir, path);
  // What OS-Harm has made of it, under the model's name as it is, is not made again.
  const directory = theirs !== null && !isComplete(ownDirectory) && isComplete(theirs) ? theirs : ownDirectory;
  const hashes = {
    task: taskFile.hash,
    goal: injection?.goalFile.hash ?? null,
    image: options.image,
    prompts: options.prompts,
  };
  const spec = runSpec({ ...from, domain, taskId }, hashes, options.plugins);
  return {
    ...from,
    domain,
    taskId,
    task: { ...taskFile.task, instruction: options.instruction(taskFile.task.instruction) },
    attack: null,
    canarySeed:
      settings.canarySeed ??
      [settings.seed, domain, taskId, injection?.vector ?? '', injection?.goal ?? '', repeat].join('/'),
    directory,
    spec,
    specHash: specHash(spec),
    isComplete: !options.fresh && isComplete(directory),
  };
}
