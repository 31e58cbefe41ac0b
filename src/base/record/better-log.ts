import { closeSync, copyFileSync, linkSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { LoggableAction } from './logged-action.ts';
import { PythonFloat, type PythonJsonValue, pythonJson } from './python-json.ts';

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

export interface LoggedStep {
  a11yTree: string;
  screenshotFile: string;
  response: string;
  actions: readonly LoggableAction[];
}

const end = ']}';

/**
 * Keeps `better_log.json` valid even if the process is killed, at a constant cost per step.
 *
 * A single `write` call is not atomic: Linux can stop a large write between two pages when SIGKILL is pending. So two
 * files, one step apart, take turns: the missing steps are written over the closing brackets of the hidden file, which
 * is then renamed to the visible name, while a hard link preserves the other file.
 */
export class BetterLog {
  readonly #visible: string;
  readonly #hidden: string;
  readonly #kept: string;
  readonly #head: string;
  /** Without its closing brackets; null before the file exists. */
  #hiddenBytes: number | null = null;
  /** The steps that the hidden file lacks. */
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
      const visibleBytes = hiddenBytes + Buffer.byteLength(this.#behind);
      keepAs(this.#visible, this.#kept);
      renameSync(this.#hidden, this.#visible);
      renameSync(this.#kept, this.#hidden);
      this.#hiddenBytes = visibleBytes;
      this.#behind = added;
    }
    this.#steps += 1;
  }

  close(): void {
    rmSync(this.#hidden, { force: true });
    rmSync(this.#kept, { force: true });
  }
}

/** Copies the file if hard links are not supported. The cost of a step then grows with the log. */
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
