import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Files that hold a time or a rate against a limit, or compare with another program's speed: one after another, last. */
const timed = [
  'test/accessibility/fake-bus.test.ts',
  'test/escape/limits.test.ts',
  'test/guest/{overlap,python,settle,typing}.test.ts',
  'test/judge/{limits,sweep}.test.ts',
  'test/sandbox/files.test.ts',
  'src/desktop/line-channel.test.ts',
  'src/**/*.limit.test.ts',
  'src/record/better-log.test.ts',
];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // Programs that tests start hundreds of times (`bin/osharm`) compile their code once: half of their processor time.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('.cache/node', import.meta.url)) },
    coverage: {
      provider: 'v8',
      include: ['{src,guest}/**/*.{ts,tsx}'],
      reporter: ['text-summary'],
      reportOnFailure: true,
    },
    projects: [
      {
        extends: true,
        test: {
          // Pure code beside its source: workers share what they have imported.
          name: 'unit',
          include: ['{src,guest,tools,bench}/**/*.test.ts'],
          exclude: timed,
          isolate: false,
          maxWorkers: '100%',
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'desktop',
          include: ['test/**/*.test.ts'],
          exclude: timed,
          // A file of these waits half of its time; eight cores do four at once.
          maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'timed', include: timed, fileParallelism: false, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
