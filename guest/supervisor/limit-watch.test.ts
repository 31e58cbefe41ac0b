import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { watchLimits } from './limit-watch.ts';

const megabyte = 2 ** 20;
let child: ChildProcess | null = null;
afterEach(() => child?.kill('SIGKILL'));

/** A program that takes memory its way and says so. */
async function taking(code: string): Promise<number> {
  child = spawn(
    'python3',
    ['-c', `import mmap, os, sys, time\n${code}\nprint(os.getpid(), flush=True)\ntime.sleep(600)`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [output] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  return Number(String(output).trim());
}

const filled = (size: string): string =>
  `one = mmap.mmap(-1, ${size})\nfor page in range(0, ${size}, 4096): one[page] = 1`;

it.each([
  ['private', 'one = bytearray(b"x" * (96 << 20))'],
  ['shared without a file', filled('96 << 20')],
  ['shared, and no longer in any page table', `${filled('96 << 20')}\none.madvise(mmap.MADV_DONTNEED)`],
  [
    'shared, written by a process that has ended',
    `one = mmap.mmap(-1, 96 << 20)
if os.fork() == 0:
    for page in range(0, 96 << 20, 4096): one[page] = 1
    os._exit(0)
os.wait()`,
  ],
  ['in a file without a name', 'one = os.memfd_create("m")\nfor turn in range(96): os.write(one, b"x" * (1 << 20))'],
  [
    'in a file without a name, after a pause',
    `print(os.getpid(), flush=True)
time.sleep(3)
one = os.memfd_create("m")
for turn in range(96): os.write(one, b"x" * (1 << 20))`,
  ],
])(
  'the memory limit counts memory that is %s',
  async (_, code) => {
    const pid = await taking(code);
    const [limit, bytes] = await new Promise<[string, number]>((resolve) =>
      watchLimits(
        { memoryBytes: 80 * megabyte, diskBytes: null },
        () => [pid],
        import.meta.dirname,
        (...passed) => resolve(passed),
      ),
    );
    expect(limit).toBe('memory');
    expect(bytes).toBeGreaterThanOrEqual(95 * megabyte);
    expect(bytes).toBeLessThan(160 * megabyte);
  },
  120_000,
);

it('open descriptors have a separate limit', async () => {
  const pid = await taking('held = [os.open("/dev/null", os.O_RDONLY) for turn in range(900)]');
  const [limit, amount] = await new Promise<[string, number]>((resolve) =>
    watchLimits(
      { memoryBytes: 2 ** 40, diskBytes: null, descriptors: 800 },
      () => [pid],
      import.meta.dirname,
      (...passed) => resolve(passed),
    ),
  );
  expect([limit, amount >= 900 && amount < 920]).toEqual(['descriptors', true]);
});
