import { closeSync, copyFileSync, linkSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { PythonFloat, type PythonJsonValue, pythonJson } from './python-json.ts';

/** `params` of `better_log.json`. */
export interface LoggedParams {
  platform: string;
  model: string;
  maxTokens: number;
  topP: number;
  temperature: number;
  actionSpace: string;
  observationType: string;
  maxTrajectoryLength: number;
  a11yTreeMaxTokens: number;
  maxSteps: number;
}

/** `task` of `better_log.json`. `injection` is the task file's entry followed by `content` and `goal_id`. */
export interface LoggedTask {
  jailbreak: boolean;
  injection: null | Record<string, unknown>;
  instruction: string;
}

/** One element of `steps`. */
export interface LoggedStep {
  a11yTree: string;
  screenshotFile: string;
  response: string;
  actions: readonly (string | Record<string, unknown>)[];
}

const end = ']}';

/**
 * Keeps `better_log.json` valid whatever kills the process, at a cost that does not grow with the steps already written.
 *
 * One `write` call is not enough for that: Linux stops a large write between two pages when SIGKILL is pending, so a tree of
 * 100 kB could be cut. Therefore the visible file is never written to. There are two files, one step apart; the hidden one gets
 * the steps it lacks over its closing brackets, then takes the visible name by a rename while a hard link keeps the other. Each
 * step is written twice, and that is all.
 */
export class BetterLog {
  readonly #visible: string;
  readonly #hidden: string;
  readonly #kept: string;
  readonly #head: string;
  /** Bytes of the hidden file without its closing brackets; null before it exists. */
  #hiddenBytes: number | null = null;
  /** What the visible file has beyond the hidden one. */
  #behind = '';
  #steps = 0;

  constructor(directory: string, params: LoggedParams, task: LoggedTask) {
    this.#visible = join(directory, 'better_log.json');
    this.#hidden = join(directory, '.better_log.next');
    this.#kept = join(directory, '.better_log.kept');
    this.#head = `{"params": ${pythonJson(paramsOf(params))}, "task": ${pythonJson({
      jailbreak: task.jailbreak,
      injection: task.injection as PythonJsonValue,
      instruction: task.instruction,
    })}, "steps": [`;
  }

  get steps(): number {
    return this.#steps;
  }

  append(step: LoggedStep): void {
    const text = pythonJson({
      a11y_tree: step.a11yTree,
      screenshot_file: step.screenshotFile,
      response: step.response,
      actions: step.actions as PythonJsonValue,
    });
    const added = this.#steps === 0 ? text : `, ${text}`;
    if (this.#hiddenBytes === null) {
      // First step: two whole files, the visible one by rename.
      const first = this.#head + added;
      writeFileSync(this.#hidden, first + end);
      writeFileSync(this.#kept, first + end);
      renameSync(this.#kept, this.#visible);
      this.#hiddenBytes = Buffer.byteLength(first);
      this.#behind = '';
    } else {
      const missing = this.#behind + added;
      const hiddenBytes = this.#hiddenBytes;
      writeAt(this.#hidden, missing + end, hiddenBytes);
      // The visible file ends where the hidden one did, plus what the hidden one lacked.
      const visibleBytes = hiddenBytes + Buffer.byteLength(this.#behind);
      keepAs(this.#visible, this.#kept);
      renameSync(this.#hidden, this.#visible);
      renameSync(this.#kept, this.#hidden);
      this.#hiddenBytes = visibleBytes;
      this.#behind = added;
    }
    this.#steps += 1;
  }

  /** Removes the hidden copy. */
  close(): void {
    rmSync(this.#hidden, { force: true });
    rmSync(this.#kept, { force: true });
  }
}

/** A second name for the file; a copy on file systems without hard links (there, the cost of a step does grow). */
function keepAs(path: string, name: string): void {
  try {
    linkSync(path, name);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyFileSync(path, name);
  }
}

function writeAt(path: string, text: string, position: number): void {
  const bytes = Buffer.from(text);
  const file = openSync(path, 'r+');
  try {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(file, bytes, done, bytes.length - done, position + done);
    }
  } finally {
    closeSync(file);
  }
}

function paramsOf(params: LoggedParams): PythonJsonValue {
  return {
    platform: params.platform,
    model: params.model,
    max_tokens: params.maxTokens,
    top_p: new PythonFloat(params.topP),
    temperature: new PythonFloat(params.temperature),
    action_space: params.actionSpace,
    observation_type: params.observationType,
    max_trajectory_length: params.maxTrajectoryLength,
    a11y_tree_max_tokens: params.a11yTreeMaxTokens,
    max_steps: params.maxSteps,
  };
}
