import { OsharmError } from '../../base/errors.ts';

/** Converts decoding errors to OsharmError `picture-unreadable`: a control server's picture may be corrupt. */
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
