import { closeSync, existsSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { OsharmError } from '../errors.ts';
import { actionTimestamp } from './action-timestamp.ts';
import { BetterLog, type LoggedParams, type LoggedTask } from './better-log.ts';
import type { ActionRecord } from './evidence/action-record.ts';
import type { Effect } from './evidence/effect.ts';
import { actionLine, actionsFile, effectLine, effectsFile } from './evidence/read-evidence.ts';
import { makeFolder } from './make-folder.ts';
import { type PythonJsonValue, pythonFloat, pythonJson } from './python-json.ts';
import { recordFailure } from './record-failure.ts';
import type { RunJson } from './run-json.ts';
import type { RunListener } from './sweep-log.ts';
import { writeWholeFile } from './write-whole-file.ts';

export interface ExecutedAction {
  step: number;
  action: string | Record<string, unknown>;
  /** Unix milliseconds just before the execution. */
  time: number;
  done: boolean;
  info: Record<string, unknown>;
  /** Null if the desktop has failed; the line then names the last screenshot. */
  screenshot: Uint8Array | null;
}

/** `isFloat` keeps Python's form of a float metric (`1.0`). Checks, `infeasible` and FAIL print `0` or `1`. */
export function textOfScore({ value, isFloat }: { value: number; isFloat: boolean }): string {
  return `${isFloat || !Number.isInteger(value) ? pythonFloat(value) : String(value)}\n`;
}

/** Writes `result.txt` atomically. */
export function writeResultText(directory: string, text: string): void {
  writeWholeFile(join(directory, 'result.txt'), text);
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
  #lastScreenshot = 'step_0.png';
  readonly #appended = new Map<string, number>();
  #isClosed = false;

  constructor(
    directory: string,
    params: LoggedParams,
    task: LoggedTask,
    clock: { now(): number },
    listener?: RunListener,
  ) {
    this.directory = directory;
    this.#clock = clock;
    this.#listener = listener;
    this.#betterLog = new BetterLog(directory, params, task);
    this.#try(() => makeFolder(directory));
  }

  get lastScreenshot(): string {
    return this.#lastScreenshot;
  }

  firstScreenshot(png: Uint8Array): void {
    this.#try(() => writeFileSync(join(this.directory, 'step_0.png'), png));
  }

  step(step: { a11yTree: string; response: string; actions: readonly (string | Record<string, unknown>)[] }): void {
    this.#try(() => this.#betterLog.append({ ...step, screenshotFile: this.#lastScreenshot }));
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
        action: executed.action as PythonJsonValue,
        reward: 0,
        done: executed.done,
        info: executed.info as PythonJsonValue,
        screenshot_file: this.#lastScreenshot,
      });
      this.#listener?.acted(executed.step, executed.action, executed.done);
      return this.#lastScreenshot;
    });
  }

  /** OS-Harm's line for a failed run, in its wording. `run.json` has the cause. */
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
    this.#try(() => writeWholeFile(join(this.directory, 'run.json'), `${JSON.stringify(content, null, 2)}\n`));
  }

  /** Marks the run as complete. Must be the last file. */
  result(score: { value: number; isFloat: boolean }): void {
    this.#attempted(() => writeResultText(this.directory, textOfScore(score)));
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const file of this.#appended.values()) closeSync(file);
    this.#appended.clear();
    this.#attempted(() => this.#betterLog.close());
  }

  /** Further screenshots of one step and second are numbered from `…-2.png`. */
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
