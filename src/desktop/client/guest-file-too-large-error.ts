import { OsharmError } from '../../base/errors.ts';

/** A file in a desktop is larger than osharm reads. An agent can make one anywhere, so it is a finding, never the end of a run. */
export class GuestFileTooLargeError extends OsharmError {
  constructor(path: string, bytes: number) {
    super(`${path} in the desktop has ${bytes} bytes, which is more than osharm reads.`, {
      code: 'guest-file-too-large',
      blame: 'agent',
    });
    this.name = 'GuestFileTooLargeError';
  }
}

/** Reads files for somebody who goes on without those that are too large: they are null, and `tooLarge` has their errors' messages. */
export function readUnlessTooLarge(readFile: (path: string) => Promise<Buffer | null>): {
  readFile: (path: string) => Promise<Buffer | null>;
  tooLarge: string[];
} {
  const tooLarge: string[] = [];
  return {
    tooLarge,
    readFile: async (path) => {
      try {
        return await readFile(path);
      } catch (error) {
        if (!(error instanceof GuestFileTooLargeError)) throw error;
        tooLarge.push(error.message);
        return null;
      }
    },
  };
}
