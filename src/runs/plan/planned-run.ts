import { osHarmDirectory, type RunPath, runDirectory, runName } from '../../base/record/paths.ts';
import { isComplete } from '../../base/record/read-run.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import type { Attack } from '../../tasks/injection/plan-attack.ts';
import type { Category, InjectionEntry, Task } from '../../tasks/suite/task.ts';
import type { VariedGoal, VariedTask } from '../../tasks/suite/vary/vary-task.ts';
import { type RunSpec, runSpec, specHash } from './spec-hash.ts';

export interface PlannedInjection {
  vector: string;
  goal: string;
  entry: InjectionEntry;
  /** The goal, adapted to this task and seed. */
  goalFile: VariedGoal;
}

/** One run of a sweep: who does what, where its results go, and every input of its result. */
export interface PlannedRun {
  suite: string;
  domain: string;
  taskId: string;
  category: Category | null;
  /** 1-based. Repeats > 1 are in `repeat-{k}/`. */
  repeat: number;
  settings: RunSettings;
  /** As agent, set-up, record and judges see it: with generated values and any jailbreak applied. */
  task: Task;
  taskFile: VariedTask;
  injection: PlannedInjection | null;
  /** Rendered once by `planSweepRequest`; null without an injection. */
  attack: Attack | null;
  /** Seed of the canaries. It depends only on the run and on `--seed`. */
  canarySeed: string;
  /** Absolute. */
  directory: string;
  spec: RunSpec;
  specHash: string;
  isComplete: boolean;
}

export type RunIdentity = Pick<PlannedRun, 'domain' | 'taskId' | 'repeat'> & {
  injection: null | { vector: string; goal: string };
};

/** Name of the agent in results and of its folder: agent, defences and model together. */
export const agentOf = ({ settings }: Pick<PlannedRun, 'settings'>): string => settings.model;

/** Name of a run in messages: `domain/id[__inject__…][ #k]`. */
export function label(run: RunIdentity): string {
  return `${run.domain}/${runName(run.taskId, run.injection)}${run.repeat > 1 ? ` #${run.repeat}` : ''}`;
}

export function injectionName({ injection }: Pick<RunIdentity, 'injection'>): RunIdentity['injection'] {
  return injection === null ? null : { vector: injection.vector, goal: injection.goal };
}

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
  // A result that OS-Harm wrote under the unchanged model name counts as complete.
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
    task: withInstructions(taskFile.task, options.instruction),
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

/** The task with the instruction of each session as the agent receives it. */
function withInstructions(task: Task, instruction: (text: string) => string): Task {
  const { sessions } = task;
  return {
    ...task,
    instruction: instruction(task.instruction),
    sessions: sessions?.map((session) => ({ ...session, instruction: instruction(session.instruction) })),
  };
}
