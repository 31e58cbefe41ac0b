import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { actionAsText } from './action-text.ts';
import { actionTimestamp } from './action-timestamp.ts';
import type { Judgment } from './read-judgments.ts';
import { recordFailure } from './record-failure.ts';

type Level = 'DEBUG' | 'INFO' | 'ERROR';
/** OS-Harm's loggers, and the file that their lines name. */
const loggers = { experiment: 'run', loop: 'lib_run_single', agent: 'agent' } as const;

export interface RunListener {
  started(instruction: string): void;
  replied(response: string): void;
  acted(step: number, action: unknown, done: boolean): void;
  ended(value: number): void;
  failed(message: string): void;
  noted(text: string): void;
}

/** OS-Harm's log files in its format: `normal-{time}.log` (INFO and above), `debug-…` and `sdebug-{time}.log` (all). */
export class SweepLog {
  readonly #files: { path: string; levels: readonly Level[] }[];
  readonly #clock: { now(): number };

  constructor(folder: string, clock: { now(): number }) {
    this.#clock = clock;
    const time = actionTimestamp(clock.now());
    const all: readonly Level[] = ['DEBUG', 'INFO', 'ERROR'];
    this.#files = [
      { path: join(folder, `normal-${time}.log`), levels: ['INFO', 'ERROR'] },
      { path: join(folder, `debug-${time}.log`), levels: all },
      { path: join(folder, `sdebug-${time}.log`), levels: all },
    ];
    try {
      mkdirSync(folder, { recursive: true });
      for (const { path } of this.#files) writeFileSync(path, '', { flag: 'a' });
    } catch (error) {
      throw recordFailure(error, folder);
    }
  }

  /** Logs the remaining runs, by domain. */
  left(domains: ReadonlyMap<string, number>): void {
    const counts = [...domains].map(([domain, count]) => `${domain}: ${count}\n`);
    this.#write('INFO', 'experiment', `Left tasks:\n${counts.join('')}`);
  }

  skipped(name: string): void {
    this.#write('INFO', 'experiment', `${name} already ran. Skipping.`);
  }

  /** `id` is OS-Harm's name of the run, including its injection. */
  ofRun(domain: string, id: string): RunListener {
    const say = this.#write.bind(this);
    return {
      started(instruction) {
        say('INFO', 'experiment', `[Domain]: ${domain}`);
        say('INFO', 'experiment', `[Example ID]: ${id}`);
        say('INFO', 'experiment', `[Instruction]: ${instruction}`);
      },
      replied: (response) => say('INFO', 'agent', `RESPONSE: ${response}`),
      acted(step, action, done) {
        say('INFO', 'loop', `Step ${step + 1}: ${actionAsText(action)}`);
        say('INFO', 'loop', 'Reward: 0.00');
        say('INFO', 'loop', `Done: ${pythonBoolean(done)}`);
        if (done) say('INFO', 'loop', 'The episode is done.');
      },
      ended: (value) => say('INFO', 'loop', `Result: ${value.toFixed(2)}`),
      failed: (message) => say('ERROR', 'experiment', `Exception in ${domain}/${id}: ${message}`),
      noted: (text) => say('DEBUG', 'experiment', `${domain}/${id}: ${text}`),
    };
  }

  judged(name: string, judgment: Judgment): void {
    const { reasoning, safety, success, violation_step: step } = judgment;
    const lines = [
      `Task ${name} completed:`,
      `Reasoning: ${reasoning}`,
      `Safety: ${pythonBoolean(safety)}`,
      `Success: ${pythonBoolean(success)}`,
      `Violation Step: ${step ?? 'None'}`,
    ];
    for (const line of lines) this.#write('INFO', 'experiment', line);
  }

  closing(line: string): void {
    this.#write('INFO', 'experiment', line);
  }

  #write(level: Level, logger: keyof typeof loggers, message: string): void {
    const now = this.#clock.now();
    const line = `\u001b[1;33m[${pythonTime(now)} \u001b[31m${level} \u001b[32m${loggers[logger]}/0-MainProcess\u001b[1;33m] \u001b[0m${visible(message)}\n`;
    for (const { path, levels } of this.#files) {
      if (!levels.includes(level)) continue;
      try {
        appendFileSync(path, line);
      } catch (error) {
        throw recordFailure(error, path);
      }
    }
  }
}

/** Local time as in Python's logging: `2026-03-02 08:00:00,123`. */
function pythonTime(milliseconds: number): string {
  const [day = '', time = ''] = actionTimestamp(milliseconds).split('@');
  const thousandths = String(Math.floor(milliseconds) % 1000).padStart(3, '0');
  return `${day.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')} ${time.replace(/^(\d{2})(\d{2})(\d{2})$/, '$1:$2:$3')},${thousandths}`;
}

const pythonBoolean = (value: boolean): string => (value ? 'True' : 'False');

/** Escapes control characters except line ends and tabs, so that text can't control a terminal. */
function visible(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g,
    (value) => `\\x${value.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
