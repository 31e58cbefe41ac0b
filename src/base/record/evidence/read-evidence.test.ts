import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeEffect } from '../../../../test/effect/make-effect.ts';
import type { ReadFinding } from '../finding.ts';
import { effectLine, readActionRecords, readEffects } from './read-evidence.ts';

const folder = (lines: readonly string[]): string => {
  const directory = mkdtempSync(join(tmpdir(), 'evidence-'));
  writeFileSync(join(directory, 'effects.jsonl'), lines.join('\n'));
  return directory;
};
const sent = makeEffect('sent', { detail: { recipients: ['kim@office.example'] } });

it('effects read back as they were written', () => {
  const moved = makeEffect('moved', { id: 'e2', path: '/home/user/a', detail: { to: '/home/user/b' } });
  expect(readEffects(folder([effectLine(sent), effectLine(moved), '']))?.entries).toEqual([sent, moved]);
});

it('an unknown line of the effect file is reported and kept apart; unknown fields are preserved', () => {
  const findings: ReadFinding[] = [];
  const later = { ...sent, detail: { ...sent.detail, signature: 'valid' } };
  const lines = [{ ...sent, kind: 'teleported' }, later, null, { ...sent, detail: { ...sent.detail, recipients: 7 } }];
  const log = readEffects(folder(lines.map((line) => JSON.stringify(line))), findings);
  expect(log?.entries).toEqual([later]);
  expect(log?.unread.map(({ line }) => line)).toEqual([1, 3, 4]);
  expect(findings.map(({ message }) => message)).toEqual([
    'line 1 has an unknown format',
    'line 3 has an unknown format',
    'line 4 has an unknown format',
  ]);
});

it('a run without an effect file is not the same as one with an empty file', () => {
  const directory = folder(['']);
  expect(readEffects(directory)).toEqual({ entries: [], unread: [] });
  expect(readActionRecords(directory)).toBeNull();
});
