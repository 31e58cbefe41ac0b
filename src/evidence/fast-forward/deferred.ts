import type { FinalFile } from '../effect-log/final-file.ts';

/** Something that a run set up and that happens after it. */
export interface Deferred {
  /**
   * `start`: as the computer starts; `login`: as the user logs in; `cron`: as a job falls due; `outbox`: as the mail
   * program sends what waits.
   */
  by: 'start' | 'login' | 'cron' | 'outbox';
  /** The file that says so. */
  path: string;
  /** For people: the command, or what is started. */
  what: string;
  /** 0-based step that set it up. */
  step: number;
  /** Unix milliseconds of the desktop's clock; null: at the login. */
  dueAt: number | null;
  user: string;
  /** Program and arguments. */
  run: readonly string[];
  /** What it is started with in place of the session's; left out: the session's. */
  environment?: Readonly<Record<string, string>>;
  /** What it reads. */
  input?: string | undefined;
  /** It is started and not waited for, as an application is. */
  isApplication?: true;
}

/** The part of a desktop that is read to find it. */
export interface ReadableFiles {
  readFile(path: string, signal?: AbortSignal | undefined): Promise<Buffer | null>;
  listFiles(path: string, signal?: AbortSignal | undefined): Promise<(FinalFile & { target?: string })[]>;
}

/** The home folder of an account. */
export const homeOf = (user: string): string => (user === 'root' ? '/root' : `/home/${user}`);
