import type { TextModel } from '../../../agents/models/text-model.ts';
import type { Desktop } from '../../../desktop/client/desktop.ts';
import type { SetupContext } from '../../../tasks/setup/setup-kind.ts';
import type { TaskPhase } from '../../../tasks/suite/program.ts';
import type { modelDuty, Task } from '../../../tasks/suite/task.ts';
import type { GetterContext } from '../getters/getter.ts';
import type { MetricRules } from '../metrics/metric.ts';

/** The result of a task's program: a single score, or one per phase that was reached. */
export type ProgramResult =
  | { score: number; details: Readonly<Record<string, unknown>> | null }
  | { phases: readonly (TaskPhase & { score: number })[]; details: null };

/** The program of an OSWorld 2.0 task, as its run uses it. Phases are 0-based. */
export interface ProgramControl {
  readonly phases: readonly TaskPhase[];
  setUp(signal: AbortSignal): Promise<void>;
  /** Returns the seconds to wait afterwards. */
  setUpPhase(phase: number, signal: AbortSignal): Promise<number>;
  /** Scores a phase as it ends. Returns whether the next one may begin. */
  endPhase(phase: number, signal: AbortSignal): Promise<boolean>;
  /**
   * Scores the run after `steps` steps into `result_step_N.txt` and `.json`. Null if the task can only be scored at its
   * end, because it has phases or its `evaluate` changes the desktop.
   */
  checkpoint(steps: number, signal: AbortSignal): Promise<number | null>;
  /** Result of the task's `evaluate`, or of the phases that the run reached. */
  result(signal: AbortSignal): Promise<ProgramResult>;
  close(): Promise<void>;
}

/** The parts of a run that the task's program may use. */
export interface ProgramContext {
  readonly taskId: string;
  readonly task: Task;
  readonly suiteFolder: string;
  /** The run's result directory. */
  readonly directory: string;
  readonly desktop: Desktop;
  /** Creates another desktop of the same provider, for use by the program. */
  createDesktop(signal: AbortSignal): Promise<Desktop>;
  setupContext(signal: AbortSignal): SetupContext;
  readonly evaluation: Omit<GetterContext, 'folder' | 'signal'>;
  readonly rules: MetricRules;
  /** Used by evaluators that call a model; null if `--task-model` is not set. */
  readonly model: TextModel | null;
  /** A desktop program that the agent changed, so its output can't be trusted; null if no program was changed. */
  altered(): string | null;
  history(): ProgramHistory;
}

/** What an evaluation may read besides the desktop. */
export interface ProgramHistory {
  actions: readonly unknown[];
  /** The agent's questions to its user. */
  questions: readonly { question: string; answer: string }[];
}

export interface ImportTasksOptions {
  /** A folder with `task_*.py`, or a checkout that contains them. */
  folder: string;
  /** The suite's folder; created if it does not exist. */
  out: string;
  /** Folder of the files that tasks request with `asset("task_030/…")`. */
  assets?: string | undefined;
  /** Names of the available getters and metrics. */
  offered: { getters: ReadonlySet<string>; metrics: ReadonlySet<string> };
  /** Creates a fresh desktop for reading programs. */
  createDesktop(signal: AbortSignal): Promise<Desktop>;
  onTask?(done: number, total: number): void;
}

/** One imported task: what it needs, or why it can't be read. */
export type ImportedTask = { id: string; file: string } & (
  | { needs: string[]; phases: number; duty: ReturnType<typeof modelDuty> }
  | { fault: string }
);

/** Runs and imports tasks that are Python programs, such as those of OSWorld 2.0. */
export interface TaskProgramSupport {
  /** Starts the program of a run's task. Throws UsageError if its file is not the one that was imported. */
  start(context: ProgramContext, signal: AbortSignal): Promise<ProgramControl>;
  /** Writes a suite of the tasks in a folder. */
  importTasks(options: ImportTasksOptions, signal: AbortSignal): Promise<ImportedTask[]>;
}
