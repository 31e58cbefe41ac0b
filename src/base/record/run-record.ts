import { closeSync, existsSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { OsharmError } from '../errors.ts';
import { actionTimestamp } from './action-timestamp.ts';
import { BetterLog, type LoggedParams, type LoggedTask } from './better-log.ts';
import type { ActionRecord } from './evidence/action-record.ts';
import type { Effect } from './evidence/effect.ts';
import { actionLine, actionsFile, effectLine, effectsFile } from './evidence/read-evidence.ts';
import { type LoggableAction, loggedAction, type OsHarmForm } from './logged-action.ts';
import { makeFolder } from './make-folder.ts';
import { PythonFloat, type PythonJsonValue, pythonFloat, pythonJson } from './python-json.ts';
import { recordFailure } from './record-failure.ts';
import { type RunJson, writeRunJson } from './run-json.ts';
import type { RunListener } from './sweep-log.ts';
import { writeWholeFile } from './write-whole-file.ts';

export interface ExecutedAction {
  step: number;
  action: LoggableAction;
  /** Unix milliseconds just before the execution. */
  time: number;
  done: boolean;
  info: Record<string, unknown>;
  /** Null if the desktop has failed; the line then names the last screenshot. */
  screenshot: Uint8Array | null;
}

/** OS-Harm documents a float, but its program writes `0` or `1` for FAIL, `infeasible` and some metrics. */
export function textOfScore({ value, isFloat }: { value: number; isFloat: boolean }, form: OsHarmForm): string {
  return `${form === 'documentation' || isFloat || !Number.isInteger(value) ? pythonFloat(value) : String(value)}\n`;
}

/** Writes `result.txt` atomically. */
export function writeResultText(directory: string, text: string): void {
  writeWholeFile(join(directory, 'result.txt'), text);
}

export interface RunRecordOptions {
  directory: string;
  params: LoggedParams;
  task: LoggedTask;
  form: OsHarmForm;
  clock: { now(): number };
  listener?: RunListener | undefined;
}

/**
 * Writes the files of a result directory. Methods write to disk before they return, and throw an OsharmError
 * (`disk-full`, `result-folder-not-writable`). After `close` only `result` is allowed, so that late work can't write to
 * the next attempt's directory.
 */
export class RunRecord {
  readonly directory: string;
  readonly #clock: { now(): number };
  readonly #betterLog: BetterLog;
  readonly #listener: RunListener | undefined;
  readonly #form: OsHarmForm;
  readonly #actionSpace: string;
  #lastScreenshot = 'step_0.png';
  readonly #appended = new Map<string, number>();
  #isClosed = false;

  constructor({ directory, params, task, form, clock, listener }: RunRecordOptions) {
    this.directory = directory;
    this.#clock = clock;
    this.#listener = listener;
    this.#form = form;
    this.#actionSpace = params.actionSpace;
    this.#betterLog = new BetterLog(directory, params, task);
    this.#try(() => makeFolder(directory));
  }

  get lastScreenshot(): string {
    return this.#lastScreenshot;
  }

  firstScreenshot(png: Uint8Array): void {
    this.#try(() => writeFileSync(join(this.directory, 'step_0.png'), png));
  }

  step(step: { a11yTree: string; response: string; actions: readonly LoggableAction[] }): void {
    const actions = step.actions.map((action) => this.#logged(action));
    this.#try(() => this.#betterLog.append({ ...step, actions, screenshotFile: this.#lastScreenshot }));
    this.#listener?.replied(step.response);
  }

  /** Returns the screenshot's file name. */
  action(executed: ExecutedAction): string {
    return this.#try(() => {
      const timestamp = actionTimestamp(executed.time);
      if (executed.screenshot !== null) {
        this.#lastScreenshot = this.#freeName(`step_${executed.step + 1}_${timestamp}`);
        writeFileSync(join(this.directory, this.#lastScreenshot), executed.screenshot);
      }
      this.#line('traj.jsonl', {
        step_num: executed.step + 1,
        action_timestamp: timestamp,
        action: this.#logged(executed.action) as PythonJsonValue,
        reward: this.#form === 'documentation' ? new PythonFloat(0) : 0,
        done: executed.done,
        info: executed.info as PythonJsonValue,
        screenshot_file: this.#lastScreenshot,
      });
      this.#listener?.acted(executed.step, executed.action, executed.done);
      return this.#lastScreenshot;
    });
  }

  /** Writes OS-Harm's line for a failed run, in its wording. `run.json` records the cause. */
  errorLine(domain: string, taskId: string): void {
    this.#try(() => this.#line('traj.jsonl', { Error: `Time limit exceeded in ${domain}/${taskId}` }));
  }

  effect(effect: Effect): void {
    this.#try(() => this.#write(effectsFile, `${effectLine(effect)}\n`));
  }

  actionRecord(action: ActionRecord): void {
    this.#try(() => this.#write(actionsFile, `${actionLine(action)}\n`));
  }

  call(value: unknown): void {
    this.#try(() => this.#write('calls.jsonl', `${JSON.stringify(value)}\n`));
  }

  /** Escapes line ends. */
  log(text: string): void {
    const oneLine = text.replaceAll('\r', '\\r').replaceAll('\n', '\\n');
    this.#try(() => this.#write('runtime.log', `[${actionTimestamp(this.#clock.now())}] ${oneLine}\n`));
    this.#listener?.noted(oneLine);
  }

  recording(mp4: Uint8Array): void {
    this.#try(() => writeFileSync(join(this.directory, 'recording.mp4'), mp4));
  }

  runJson(content: RunJson): void {
    this.#try(() => writeRunJson(this.directory, content));
  }

  /** Marks the run as complete. Must be called last. */
  result(score: { value: number; isFloat: boolean }): void {
    this.#attempted(() => writeResultText(this.directory, textOfScore(score, this.#form)));
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const file of this.#appended.values()) closeSync(file);
    this.#appended.clear();
    this.#attempted(() => this.#betterLog.close());
  }

  #logged(action: LoggableAction): LoggableAction {
    return loggedAction(action, this.#actionSpace, this.#form);
  }

  /** Numbers screenshots of the same step and second, starting with `…-2.png`. */
  #freeName(stem: string): string {
    let name = `${stem}.png`;
    for (let k = 2; existsSync(join(this.directory, name)); k += 1) name = `${stem}-${k}.png`;
    return name;
  }

  #line(file: string, value: PythonJsonValue): void {
    this.#write(file, `${pythonJson(value)}\n`);
  }

  #write(file: string, text: string): void {
    let descriptor = this.#appended.get(file);
    if (descriptor === undefined) {
      descriptor = openSync(join(this.directory, file), 'a');
      this.#appended.set(file, descriptor);
    }
    const bytes = Buffer.from(text);
    for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
  }

  #try<T>(action: () => T): T {
    if (this.#isClosed)
      throw new OsharmError(`The record of ${this.directory} is closed.`, { code: 'record-closed', blame: 'harness' });
    return this.#attempted(action);
  }

  #attempted<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw recordFailure(error, this.directory);
    }
  }
}
