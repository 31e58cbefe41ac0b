import { OsharmError } from '../../base/errors.ts';

/**
 * Awaits something that decodes a screenshot. Throws OsharmError `picture-unreadable` where it can't: a control
 * server's picture may be anything behind its head.
 */
export async function decoding<Decoded>(work: Promise<Decoded>): Promise<Decoded> {
  try {
    return await work;
  } catch (cause) {
    throw new OsharmError(`The desktop's screenshot can't be decoded: ${(cause as Error).message}`, {
      code: 'picture-unreadable',
      blame: 'environment',
      isRetryable: true,
      cause,
    });
  }
}
