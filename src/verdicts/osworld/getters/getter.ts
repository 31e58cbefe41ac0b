import type { Duplex } from 'node:stream';
import { OsharmError } from '../../../base/errors.ts';
import type { FinalFile } from '../../../evidence/effect-log/final-file.ts';

/** The part of a desktop that getters use. */
export interface AskedDesktop {
  readFile(path: string, signal?: AbortSignal | undefined): Promise<Buffer | null>;
  listFiles(path: string, signal?: AbortSignal | undefined): Promise<FinalFile[]>;
  exec(
    command: string | string[],
    options?: { shell?: boolean; signal?: AbortSignal | undefined },
  ): Promise<{ output: string; error: string; returncode: number }>;
  execute(code: string, options?: { signal?: AbortSignal | undefined }): Promise<unknown>;
  launch(command: string | string[], options?: { shell?: boolean; signal?: AbortSignal | undefined }): Promise<void>;
  accessibilityTree(signal?: AbortSignal | undefined): Promise<string>;
  screenshot(signal?: AbortSignal | undefined): Promise<Buffer>;
  /** Running programs with their listening ports. Undefined if nothing outside the desktop can observe them. */
  processesAlive?(): Promise<readonly { file?: string; argv: readonly string[]; listening?: readonly number[] }[]>;
  connect(port: number, signal?: AbortSignal | undefined): Promise<Duplex>;
  /** The text in the focused terminal, or null. */
  terminal?(signal?: AbortSignal | undefined): Promise<string | null>;
}

/** What a getter may use. */
export interface GetterContext {
  readonly desktop: AskedDesktop;
  /** A temporary folder for files of the desktop and the task, with the names in the task. */
  readonly folder: string;
  /** Downloads a file of the task: `asset:…`, or a URL from the user's mirror, a cache or the network. */
  readonly fetchFile: (url: string, name: string, signal?: AbortSignal | undefined) => Promise<Buffer>;
  /** Output of the task's `execute` steps, by name. */
  readonly kept?: ReadonlyMap<string, string>;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
}

/** Reads the state for a task's `{ type, … }`: text, a number, an object, a file's path or null. */
export type Getter = (parameters: Readonly<Record<string, unknown>>, context: GetterContext) => Promise<unknown>;

/** A file that a getter needs is missing, so the task scores 0 (OSWorld's `FileNotFoundError`). */
export class MissingFile extends Error {
  constructor(path: string) {
    super(`${path} is not there.`);
    this.name = 'MissingFile';
  }
}

/** A string parameter that must not be empty. Throws OsharmError `evaluator-parameter`. */
export function textParameter(parameters: Readonly<Record<string, unknown>>, name: string): string {
  const value = parameters[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new OsharmError(`The evaluator's ${JSON.stringify(name)} must be text.`, {
    code: 'evaluator-parameter',
    blame: 'task',
  });
}

/** `{ signal }`, or `{}` without a signal. */
export function aborted(context: GetterContext): { signal?: AbortSignal | undefined } {
  return context.signal === undefined ? {} : { signal: context.signal };
}
