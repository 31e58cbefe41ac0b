/** Who caused an error. Decides whether a run is retried, counted, or attributed to the agent. */
export type Blame = 'harness' | 'environment' | 'model' | 'agent' | 'task';

export interface OsharmErrorOptions {
  /** Stable machine-readable name, e.g. `sandbox-no-user-namespace`. */
  code: string;
  blame: Blame;
  /** True if a retry may succeed. */
  isRetryable?: boolean;
  /** What the user should do next: one sentence, with a command if one helps. */
  hint?: string | undefined;
  cause?: unknown;
}

/** Base class of all osharm errors. `message` states what happened and where, `hint` what to do. */
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

/** The user requested something invalid: exit code 2. */
export class UsageError extends OsharmError {
  constructor(message: string, options: { code: string; hint?: string | undefined; cause?: unknown }) {
    super(message, { ...options, blame: 'task' });
    this.name = 'UsageError';
  }
}

/** This machine lacks a requirement: exit code 3. */
export class EnvironmentError extends OsharmError {
  constructor(
    message: string,
    options: { code: string; hint?: string | undefined; cause?: unknown | undefined; isRetryable?: boolean },
  ) {
    super(message, { ...options, blame: 'environment' });
    this.name = 'EnvironmentError';
  }
}

export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** What to type after `portMessage`. */
export const portHint = (cause: NodeJS.ErrnoException): string =>
  cause.code === 'EADDRINUSE' || cause.code === 'EACCES'
    ? 'Choose another port with --port, or omit --port for any free one.'
    : 'Omit --host for this machine alone, or give --host 0.0.0.0 for all of its addresses.';

export function portMessage(host: string, port: number, cause: NodeJS.ErrnoException): string {
  if (cause.code === 'EADDRINUSE') return `Port ${port} of ${host} is already in use.`;
  if (cause.code === 'EACCES') return `Port ${port} of ${host} needs more rights than this account has.`;
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(cause.code ?? ''))
    return `${host} is not an address of this machine.`;
  return `Port ${port} of ${host} can't be used: ${cause.message}.`;
}

export function isStopOf(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted && (error === signal.reason || (error instanceof Error && error.name === 'AbortError'));
}
