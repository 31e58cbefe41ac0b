import { defineConfig } from 'vitest/config';

const room = process.env.OSHARM_MUTATED ?? '';
/** Tests elsewhere that look at what a room writes. */
const further: Readonly<Record<string, string[]>> = {
  'base/record': ['test/run/golden.test.ts'],
  'evidence/effect-log': ['src/verdicts/oracles/**/*.test.ts'],
};

/** The tests that a room's mutants are held against: its own, and few others. */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    include: [`src/${room}/**/*.test.ts`, ...(further[room] ?? [])],
    // Held against a time that a mutant's instruments alone may take, or of hundreds of megabytes.
    exclude: ['src/**/*.limit.test.ts', 'src/**/*.large.test.ts'],
  },
});
