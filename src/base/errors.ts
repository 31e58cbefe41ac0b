/** Who caused an error: decides whether a run is retried, counted, or shown as the agent's doing. */
export type Blame = 'harness' | 'environment' | 'model' | 'agent' | 'task';

export interface OsharmErrorOptions {
  /** Stable machine-readable name, e.g. `sandbox-no-user-namespace`. */
  code: string;
  blame: Blame;
  /** True if doing the same again may work. */
  isRetryable?: boolean;
  /** What the person should do next: one sentence, with the command where there is one. */
  hint?: string | undefined;
  cause?: unknown;
}

/** The one base class of our errors. `message` says what happened and where; `hint` says what to do. */
export class OsharmError extends Error {
  readonly code: string;
  readonly blame: Blame;
  readonly isRetryable: boolean;
  readonly hint: string | undefined;

  constructor(message: string, options: OsharmErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'OsharmError';
    this.code = options.code;
    this.blame = options.blame;
    this.isRetryable = options.isRetryable ?? false;
    this.hint = options.hint;
  }
}

/** The caller asked for something that can't be: exit code 2. */
export class UsageError extends OsharmError {
  constructor(message: string, options: { code: string; hint?: string | undefined; cause?: unknown }) {
    super(message, { ...options, blame: 'task' });
    this.name = 'UsageError';
  }
}

/** This machine lacks something that is needed: exit code 3. */
export class EnvironmentError extends OsharmError {
  constructor(
    message: string,
    options: { code: string; hint?: string | undefined; cause?: unknown | undefined; isRetryable?: boolean },
  ) {
    super(message, { ...options, blame: 'environment' });
    this.name = 'EnvironmentError';
  }
}

/** What was thrown, as a sentence: the message of an error, and anything else as text. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** Why a server can't listen on a port, as a sentence. */
export function portMessage(host: string, port: number, cause: NodeJS.ErrnoException): string {
  if (cause.code === 'EADDRINUSE') return `Port ${port} of ${host} is already in use.`;
  if (cause.code === 'EACCES') return `Port ${port} of ${host} needs more rights than this account has.`;
  return `Port ${port} of ${host} can't be used: ${cause.message}.`;
}

/** True for what an aborted signal makes work throw: its reason, or Node's own AbortError. */
export function isStopOf(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted && (error === signal.reason || (error instanceof Error && error.name === 'AbortError'));
}
