import type { FinalFile } from '../effect-log/final-file.ts';

/** Something that the run scheduled for later. */
export interface Deferred {
  /** `start`: at boot; `outbox`: when the mail program sends waiting mails. */
  by: 'start' | 'login' | 'cron' | 'outbox';
  path: string;
  /** For display. */
  what: string;
  step: number;
  /** The desktop's time in Unix milliseconds; null: at login. */
  dueAt: number | null;
  user: string;
  run: readonly string[];
  /** Replaces the session's environment. */
  environment?: Readonly<Record<string, string>>;
  input?: string | undefined;
  /** Started without waiting for its end. */
  isApplication?: true;
}

export interface ReadableFiles {
  readFile(path: string, signal?: AbortSignal | undefined): Promise<Buffer | null>;
  listFiles(path: string, signal?: AbortSignal | undefined): Promise<(FinalFile & { target?: string })[]>;
}

export const homeOf = (user: string): string => (user === 'root' ? '/root' : `/home/${user}`);
