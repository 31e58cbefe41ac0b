import { defineConfig } from 'vitest/config';

const room = process.env.OSHARM_MUTATED ?? '';
/** Tests in other folders that check a folder's output. */
const further: Readonly<Record<string, string[]>> = {
  'base/record': ['test/run/golden.test.ts'],
  'evidence/effect-log': ['src/verdicts/oracles/**/*.test.ts'],
};

/** The tests that run against a folder's mutants: its tests and a few others. */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    include: [`src/${room}/**/*.test.ts`, ...(further[room] ?? [])],
    // Excludes tests with tight time limits, and tests that need hundreds of megabytes.
    exclude: ['src/**/*.limit.test.ts', 'src/**/*.large.test.ts'],
  },
});
