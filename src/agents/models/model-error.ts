import { OsharmError } from '../../base/errors.ts';

const kinds = {
  'rate-limited': { isRetryable: true, blame: 'environment' },
  overloaded: { isRetryable: true, blame: 'environment' },
  'server-error': { isRetryable: true, blame: 'environment' },
  timeout: { isRetryable: true, blame: 'environment' },
  unreachable: { isRetryable: true, blame: 'environment' },
  'unreadable-reply': { isRetryable: true, blame: 'environment' },
  'context-overflow': { isRetryable: false, blame: 'model' },
  'no-pictures': { isRetryable: false, blame: 'task' },
  'tool-rejected': { isRetryable: false, blame: 'task' },
  'form-rejected': { isRetryable: false, blame: 'task' },
  'not-allowed': { isRetryable: false, blame: 'environment' },
  'no-such-model': { isRetryable: false, blame: 'task' },
  'quota-exhausted': { isRetryable: false, blame: 'environment' },
  'request-rejected': { isRetryable: false, blame: 'harness' },
} as const;

/** Why a call to a model failed. A failed call never counts as a step. */
export type ModelErrorKind = keyof typeof kinds;

/** `code` is `model-` + kind. */
export class ModelError extends OsharmError {
  readonly kind: ModelErrorKind;
  /** What the provider asked to wait, in milliseconds. */
  readonly retryAfterMs: number | null;
  readonly status: number | null;

  constructor(
    kind: ModelErrorKind,
    message: string,
    options: { retryAfterMs?: number | null; status?: number | null; hint?: string | undefined; cause?: unknown } = {},
  ) {
    const { hint, cause } = options;
    super(message, {
      code: `model-${kind}`,
      ...kinds[kind],
      hint,
      cause,
    });
    this.name = 'ModelError';
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.status = options.status ?? null;
  }
}
