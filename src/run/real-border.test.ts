import { expect, it } from 'vitest';
import { createPort } from '../model/create-port.ts';
import { realBorder } from './real-border.ts';

it.each([
  [undefined, 600_000],
  [60, 600_000],
  [1200, 1_620_000],
])('a reply may take as long as --timeout %s lets one try take, and longer', (timeoutSeconds, expected) => {
  const port = createPort({ environment: {}, ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }) });
  expect(realBorder({ port, environment: {} }).replyLimitMs).toBe(expected);
});
