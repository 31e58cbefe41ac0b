import type { Duplex } from 'node:stream';
import { OsharmError } from '../../../base/errors.ts';
import type { FinalFile } from '../../../evidence/effect-log/final-file.ts';

/** The part of a desktop that getters use; every `Desktop` is one. */
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
  /** Programs that run now, with the ports that they listen at; left out where nobody outside the desktop can tell. */
  processesAlive?(): Promise<readonly { file?: string; argv: readonly string[]; listening?: readonly number[] }[]>;
  connect(port: number, signal?: AbortSignal | undefined): Promise<Duplex>;
  /** What the focused terminal shows; null where there is none. */
  terminal?(signal?: AbortSignal | undefined): Promise<string | null>;
}

/** What a getter may use. */
export interface GetterContext {
  readonly desktop: AskedDesktop;
  /** A folder of this evaluation's own, where files of the desktop and of the task are put under the names that the task gives. */
  readonly folder: string;
  /** Fetches a file of the task (`asset:…`, or an address in the person's mirror, a cache or the network). */
  readonly fetchFile: (url: string, name: string, signal?: AbortSignal | undefined) => Promise<Buffer>;
  /** Output that `execute` steps of the task kept, by name. */
  readonly kept?: ReadonlyMap<string, string>;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
}

/** Reads a state by a task's `{ type, … }`. What it returns a metric takes: text, numbers, objects, the path of a file, null. */
export type Getter = (parameters: Readonly<Record<string, unknown>>, context: GetterContext) => Promise<unknown>;

/** The file that a getter needs is not there: the task scores 0 (OSWorld's FileNotFoundError). */
export class MissingFile extends Error {
  constructor(path: string) {
    super(`${path} is not there.`);
    this.name = 'MissingFile';
  }
}

/** A parameter that must be text. */
export function textParameter(parameters: Readonly<Record<string, unknown>>, name: string): string {
  const value = parameters[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new OsharmError(`The evaluator's ${JSON.stringify(name)} must be text.`, {
    code: 'evaluator-parameter',
    blame: 'task',
  });
}

/** `{ signal }` where there is one: optional properties must not be undefined. */
export function aborted(context: GetterContext): { signal?: AbortSignal | undefined } {
  return context.signal === undefined ? {} : { signal: context.signal };
}
