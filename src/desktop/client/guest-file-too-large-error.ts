import { OsharmError } from '../../base/errors.ts';

/** A file in a desktop is too large for osharm to read. An agent can cause this error, so it must not end a run. */
export class GuestFileTooLargeError extends OsharmError {
  readonly path: string;
  readonly bytes: number;

  constructor(path: string, bytes: number) {
    super(`${path} in the desktop has ${bytes} bytes, which is more than osharm reads.`, {
      code: 'guest-file-too-large',
      blame: 'agent',
    });
    this.name = 'GuestFileTooLargeError';
    this.path = path;
    this.bytes = bytes;
  }
}

/** Wraps `readFile` to return null for a file that is too large and collect the messages in `tooLarge`. */
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
