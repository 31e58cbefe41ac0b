import { expect, it } from 'vitest';
import { createPort } from '../model/create-port.ts';
import { realDependencies } from './real-dependencies.ts';

it.each([
  [undefined, 600_000],
  [60, 600_000],
  [1200, 1_620_000],
])('a reply may take as long as --timeout %s lets one try take, and longer', (timeoutSeconds, expected) => {
  const port = createPort({ environment: {}, ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }) });
  expect(realDependencies({ port, environment: {} }).replyLimitMs).toBe(expected);
});

it('keeps the files that tasks download', () => {
  const downloads = { get: async () => Buffer.from('') };
  const port = createPort({ environment: {} });
  expect(realDependencies({ port, environment: {} }, downloads).downloads).toBe(downloads);
});
