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

/** What an action was, once it has been executed. */
export interface ExecutedAction {
  /** 0-based step. */
  step: number;
  action: string | Record<string, unknown>;
  /** Unix milliseconds just before it was executed. */
  time: number;
  done: boolean;
  info: Record<string, unknown>;
  /** PNG bytes after the action; null where the desktop is gone: the line then names the last screenshot that there is. */
  screenshot: Uint8Array | null;
}

/** What `result.txt` holds. `isFloat` keeps Python's form of a float metric (`1.0`); checks, `infeasible` and FAIL print `0` or `1`. */
export function textOfScore({ value, isFloat }: { value: number; isFloat: boolean }): string {
  return `${isFloat || !Number.isInteger(value) ? pythonFloat(value) : String(value)}\n`;
}

/** Writes `result.txt`, whole or not at all. */
export function writeResultText(directory: string, text: string): void {
  writeWholeFile(join(directory, 'result.txt'), text);
}

/**
 * Writes the files of one result directory; nothing else knows their names. Every method writes to disk before it returns, and
 * throws an `OsharmError` (`disk-full`, `result-folder-not-writable`) where that fails. Once it is closed it takes `result` alone
 * (`record-closed`): work that goes on after its attempt can't write into the next one's directory.
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

  /** The screenshot that the next step's observation shows. */
  get lastScreenshot(): string {
    return this.#lastScreenshot;
  }

  /** `step_0.png`: what the agent sees first. */
  firstScreenshot(png: Uint8Array): void {
    this.#try(() => writeFileSync(join(this.directory, 'step_0.png'), png));
  }

  /** One model call: `better_log.json` holds it when this returns. */
  step(step: { a11yTree: string; response: string; actions: readonly (string | Record<string, unknown>)[] }): void {
    this.#try(() => this.#betterLog.append({ ...step, screenshotFile: this.#lastScreenshot }));
    this.#listener?.replied(step.response);
  }

  /** One executed action: its screenshot and its line in `traj.jsonl`. Returns the screenshot's file name. */
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

  /** OS-Harm's line for a run that failed; its wording is theirs, whatever the cause (which is in `run.json`). */
  errorLine(domain: string, taskId: string): void {
    this.#try(() => this.#line('traj.jsonl', { Error: `Time limit exceeded in ${domain}/${taskId}` }));
  }

  /** Appends one line to `effects.jsonl`. */
  effect(effect: Effect): void {
    this.#try(() => this.#write(effectsFile, `${effectLine(effect)}\n`));
  }

  /** Appends one line to `actions.jsonl`. */
  actionRecord(action: ActionRecord): void {
    this.#try(() => this.#write(actionsFile, `${actionLine(action)}\n`));
  }

  /** Appends one line to `calls.jsonl`. */
  call(value: unknown): void {
    this.#try(() => this.#write('calls.jsonl', `${JSON.stringify(value)}\n`));
  }

  /** One line of `runtime.log`: local time, then the text with line ends made visible. */
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

  /** `result.txt`, the mark of a complete run: written last. */
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

  /** A second screenshot of one step and second is `…-2.png`, a third `…-3.png`. */
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
