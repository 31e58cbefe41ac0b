import { z } from 'zod';
import { EnvironmentError, OsharmError, UsageError } from '../../../base/errors.ts';
import { typedError } from '../../../base/record/typed-error.ts';
import { DesktopDestroyedError } from '../../client/desktop-destroyed-error.ts';
import { GuestFileTooLargeError } from '../../client/guest-file-too-large-error.ts';
import { GuestReplyError } from '../../client/guest-http.ts';

const blames = ['harness', 'environment', 'model', 'agent', 'task'] as const;

/** An error as hosts send it: the fields that its class needs. */
export const errorSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('DesktopDestroyedError'), reason: z.string() }),
  z.object({ name: z.literal('GuestFileTooLargeError'), path: z.string(), bytes: z.number() }),
  z.object({
    name: z.literal('GuestReplyError'),
    route: z.string(),
    status: z.number(),
    begin: z.string(),
    fault: z.string().optional(),
  }),
  z.object({
    name: z.enum(['OsharmError', 'EnvironmentError', 'UsageError']),
    message: z.string(),
    code: z.string(),
    blame: z.enum(blames),
    isRetryable: z.boolean(),
    hint: z.string().optional(),
  }),
]);
export type ErrorMessage = z.infer<typeof errorSchema>;

export function errorMessage(thrown: unknown): ErrorMessage {
  if (thrown instanceof DesktopDestroyedError) return { name: 'DesktopDestroyedError', reason: thrown.reason };
  if (thrown instanceof GuestFileTooLargeError)
    return { name: 'GuestFileTooLargeError', path: thrown.path, bytes: thrown.bytes };
  if (thrown instanceof GuestReplyError) {
    const { route, status, begin, fault } = thrown;
    return { name: 'GuestReplyError', route, status, begin, fault };
  }
  const error = typedError(thrown);
  const { message, code, blame, isRetryable, hint } = error;
  const name =
    error instanceof UsageError ? 'UsageError' : error instanceof EnvironmentError ? 'EnvironmentError' : 'OsharmError';
  return { name, message, code, blame, isRetryable, hint };
}

export function errorFrom(sent: ErrorMessage): OsharmError {
  switch (sent.name) {
    case 'DesktopDestroyedError':
      return new DesktopDestroyedError(sent.reason);
    case 'GuestFileTooLargeError':
      return new GuestFileTooLargeError(sent.path, sent.bytes);
    case 'GuestReplyError':
      return new GuestReplyError(
        sent.route,
        { status: sent.status, headers: {}, body: Buffer.from(sent.begin) },
        sent.fault,
      );
    case 'UsageError':
      return new UsageError(sent.message, sent);
    case 'EnvironmentError':
      return new EnvironmentError(sent.message, sent);
    case 'OsharmError':
      return new OsharmError(sent.message, sent);
  }
}
