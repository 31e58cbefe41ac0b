import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'guest/**/*.test.ts',
      'image/**/*.test.ts',
      'bench/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    // Desktops are heavy: files run one after another so that limits and timings mean something on two cores.
    fileParallelism: false,
    testTimeout: 60_000,
    // Real applications on a shared machine: CI asks again before it calls a test failed; people see the first answer.
    retry: process.env.CI === undefined ? 0 : 2,
    hookTimeout: 180_000,
    coverage: { provider: 'v8', include: ['src/**', 'guest/**'], reporter: ['text-summary'] },
  },
});
