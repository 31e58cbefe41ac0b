import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { jailbreakHash, ownJailbreak, readJailbreakTemplate, withJailbreak } from './jailbreak.ts';

const folder = mkdtempSync(join(tmpdir(), 'osharm-jailbreak-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('jailbreak', () => {
  it('a jailbreak wraps the instruction as data', () => {
    const instruction = "Say $& and $1 and {instruction} 'as is'.";
    expect(withJailbreak('a {instruction} b', instruction)).toBe(`a ${instruction} b`);
    expect(withJailbreak(ownJailbreak, 'Write a letter.')).toContain('Request: Write a letter.');
    expect(jailbreakHash(ownJailbreak)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('a jailbreak template is read, and refused if it is missing or has no place for the instruction', () => {
    const good = join(folder, 'good.txt');
    writeFileSync(good, 'Please: {instruction}');
    writeFileSync(join(folder, 'bad.txt'), 'Please.');
    expect(readJailbreakTemplate(good)).toBe('Please: {instruction}');
    expect(() => readJailbreakTemplate(join(folder, 'bad.txt'))).toThrow(/where the instruction goes/);
    expect(() => readJailbreakTemplate(join(folder, 'none.txt'))).toThrow(/ENOENT/);
  });
});
