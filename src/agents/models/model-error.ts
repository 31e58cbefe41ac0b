import { OsharmError } from '../../base/errors.ts';

const kinds = {
  'rate-limited': { isRetryable: true, blame: 'environment' },
  overloaded: { isRetryable: true, blame: 'environment' },
  'server-error': { isRetryable: true, blame: 'environment' },
  timeout: { isRetryable: true, blame: 'environment' },
  unreachable: { isRetryable: true, blame: 'environment' },
  'unreadable-reply': { isRetryable: true, blame: 'environment' },
  'context-overflow': { isRetryable: false, blame: 'model' },
  'pictures-too-large': { isRetryable: false, blame: 'model' },
  'no-pictures': { isRetryable: false, blame: 'task' },
  'tool-rejected': { isRetryable: false, blame: 'task' },
  'form-rejected': { isRetryable: false, blame: 'task' },
  'not-allowed': { isRetryable: false, blame: 'environment' },
  'no-such-model': { isRetryable: false, blame: 'task' },
  'quota-exhausted': { isRetryable: false, blame: 'environment' },
  'request-rejected': { isRetryable: false, blame: 'environment' },
} as const;

/** Why a call to a model failed. A failed call never counts as a step. */
export type ModelErrorKind = keyof typeof kinds;

/** A provider's limit on the pictures of a request. `maximum` is null if the error message states none. */
export interface PictureLimit {
  of: 'number' | 'side' | 'bytes';
  maximum: number | null;
}

interface ModelErrorOptions {
  retryAfterMs?: number | null;
  status?: number | null;
  /** Overrides the kind's default, e.g. for an invalid certificate, which a retry doesn't fix. */
  isRetryable?: boolean;
  pictureLimit?: PictureLimit | null;
  hint?: string | undefined;
  cause?: unknown;
}

/** A failed call to a model. Its `code` is `model-KIND`. */
export class ModelError extends OsharmError {
  readonly kind: ModelErrorKind;
  readonly retryAfterMs: number | null;
  readonly status: number | null;
  readonly pictureLimit: PictureLimit | null;

  constructor(kind: ModelErrorKind, message: string, options: ModelErrorOptions = {}) {
    const { hint, cause, isRetryable = kinds[kind].isRetryable } = options;
    super(message, { code: `model-${kind}`, blame: kinds[kind].blame, isRetryable, hint, cause });
    this.name = 'ModelError';
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.status = options.status ?? null;
    this.pictureLimit = options.pictureLimit ?? null;
  }
}
