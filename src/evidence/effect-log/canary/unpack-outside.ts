import { spawnSync } from 'node:child_process';

/** Milliseconds for one stream. On a busy machine Python alone takes seconds to start; what it may compute is limited in the program. */
const deadline = 15_000;
/** Streams of one content. */
const mostStreams = 4;
const marks = ['BZh', '\u00fd7zXZ\0', ']\0\0'];

/** Unpacks one bzip2, xz or LZMA stream: its memory and what it writes are bounded, and it ends by itself. */
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
  /** False: there was more than `most`, or it breaks off. */
  isWhole: boolean;
}

/**
 * What bzip2, xz and LZMA streams in these bytes hold, by a Python of this machine: Node has neither. `null` where a
 * stream can't be unpacked here, and where there are more than four.
 */
export function* unpackedOutside(bytes: Buffer, most: () => number): Generator<OutsideStream | null> {
  let count = 0;
  for (const mark of marks) {
    let at = bytes.indexOf(mark, 0, 'latin1');
    for (; at !== -1; at = bytes.indexOf(mark, at + mark.length, 'latin1')) {
      // Three bytes are common: bzip2 goes on with a digit and pi, and plain LZMA only counts where it is the whole content.
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
