import { spawnSync } from 'node:child_process';

/** Starting Python can take seconds on a busy machine. The program limits its own work. */
const deadline = 15_000;
const mostStreams = 4;
const marks = ['BZh', '\u00fd7zXZ\0', ']\0\0'];

const program = `
import bz2, lzma, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
resource.setrlimit(resource.RLIMIT_CPU, (5, 5))
most, data = int(sys.argv[1]), sys.stdin.buffer.read()
unpacker = bz2.BZ2Decompressor() if data[:3] == b"BZh" else lzma.LZMADecompressor(memlimit=1 << 28)
out = unpacker.decompress(data, most)
sys.stdout.buffer.write(out)
sys.exit(0 if unpacker.eof else 3)
`;

export interface OutsideStream {
  encoding: 'bzip2' | 'xz';
  inner: Buffer;
  isWhole: boolean;
}

/**
 * Unpacks bzip2, xz and LZMA with Python, since Node can't. Yields null for bad streams and for the fifth, then ends.
 */
export function* unpackedOutside(bytes: Buffer, most: () => number): Generator<OutsideStream | null> {
  let count = 0;
  for (const mark of marks) {
    let at = bytes.indexOf(mark, 0, 'latin1');
    for (; at !== -1; at = bytes.indexOf(mark, at + mark.length, 'latin1')) {
      // The three-byte marks are common, so bzip2 must continue with a digit and pi, and plain LZMA must be the whole
      // content.
      if (mark === 'BZh' && bytes.toString('latin1', at + 4, at + 10) !== '1AY&SY') continue;
      if (mark === ']\0\0' && at > 0) break;
      if (count >= mostStreams) return yield null;
      count += 1;
      const limit = Math.max(1, most());
      const done = spawnSync('python3', ['-I', '-c', program, String(limit)], {
        input: bytes.subarray(at),
        timeout: deadline,
        maxBuffer: limit + 1,
        stdio: ['pipe', 'pipe', 'ignore'],
        env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
      });
      const isRun = done.error === undefined && (done.status === 0 || done.status === 3);
      if (isRun && done.stdout.length > 0)
        yield { encoding: mark === 'BZh' ? 'bzip2' : 'xz', inner: done.stdout, isWhole: done.status === 0 };
      else yield null;
    }
  }
}
