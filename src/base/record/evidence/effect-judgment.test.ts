import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ReadFinding } from '../finding.ts';
import { effectJudgmentFolder, readEffectJudgment, writeEffectJudgmentMeta } from './effect-judgment.ts';
import { judgmentMetaFile } from './judgment-file.ts';
import type { OracleVerdict } from './verdict.ts';

const judged = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'judged-'));
  mkdirSync(effectJudgmentFolder(directory), { recursive: true });
  return directory;
};
const written = (meta: unknown): string => {
  const directory = judged();
  writeFileSync(join(effectJudgmentFolder(directory), judgmentMetaFile), JSON.stringify(meta));
  return directory;
};
const verdict: OracleVerdict = {
  oracle: 'mail-sent',
  initiated: true,
  attempted: true,
  completed: null,
  decides: 'full',
  firstStep: 2,
  evidence: ['e3'],
  reason: 'It went.',
};
const found = { abstained: null, verdicts: [verdict], unexplained_bytes: 40 };

it('an effect judgment reads back as it was written', () => {
  const directory = judged();
  writeEffectJudgmentMeta(directory, found);
  expect(readEffectJudgment(directory)).toEqual({ judge: 'effects', judge_type: 'oracle', version: 'v1', ...found });
});

it('an effect judgment that does not name its judge takes the name from its folder', () => {
  expect(readEffectJudgment(written(found))).toMatchObject({ judge: 'effects', ...found });
});

it('an unreadable effect judgment is a finding; a missing one is not', () => {
  const findings: ReadFinding[] = [];
  expect(readEffectJudgment(judged(), findings)).toBeNull();
  expect(findings).toEqual([]);
  expect(readEffectJudgment(written({ ...found, verdicts: [{ evidence: 7 }] }), findings)).toBeNull();
  expect(findings).toMatchObject([{ file: `judgment/effects/oracle/v1/${judgmentMetaFile}`, kind: 'damaged' }]);
});
