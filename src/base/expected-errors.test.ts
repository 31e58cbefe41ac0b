import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { EnvironmentError } from './errors.ts';
import {
  fallback,
  isExitCode,
  isMalformed,
  isOsharmError,
  isSystemError,
  isTooDeep,
  rethrowUnless,
} from './expected-errors.ts';

/** What `action` throws. */
function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}
const unclosed = '(';
const missing = thrownBy(() => readFileSync('/no/such/file'));
const typo = thrownBy(() => (undefined as unknown as { name: string }).name);

describe('error classification', () => {
  it('system failures, malformed text and osharm’s own faults are told apart', () => {
    const malformed = [
      thrownBy(() => JSON.parse('{')),
      thrownBy(() => decodeURIComponent('%')),
      thrownBy(() => new RegExp(unclosed)),
      thrownBy(() => z.parse(z.string(), 1)),
    ];
    for (const error of malformed) expect(isMalformed(error), String(error)).toBe(true);
    for (const error of [missing, typo]) expect(isMalformed(error), String(error)).toBe(false);
    expect(isSystemError(missing)).toBe(true);
    for (const error of [typo, ...malformed]) expect(isSystemError(error), String(error)).toBe(false);
    expect(isSystemError(thrownBy(() => Buffer.alloc(-1)))).toBe(false);
    expect(isOsharmError(new EnvironmentError('No.', { code: 'no' }))).toBe(true);
    expect(isExitCode(Object.assign(new Error('ended'), { code: 2 }))).toBe(true);
    expect(isExitCode(missing)).toBe(false);
  });

  it('an overly nested value is recognised by its error', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as unknown;
    expect(isTooDeep(thrownBy(() => JSON.stringify(deep)))).toBe(true);
    expect(isTooDeep(thrownBy(() => (1).toFixed(-1)))).toBe(false);
  });
});

describe('rethrowUnless and fallback', () => {
  it('rethrowUnless and fallback rethrow unexpected errors', async () => {
    expect(() => rethrowUnless(typo, isSystemError, isMalformed)).toThrow(TypeError);
    expect(() => rethrowUnless(missing, isSystemError)).not.toThrow();
    await expect(Promise.reject(typo).catch(fallback('', isSystemError))).rejects.toThrow(TypeError);
    await expect(Promise.reject(missing).catch(fallback('none', isSystemError))).resolves.toBe('none');
  });
});
