import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settingNames, settingOf } from '../../src/runs/plan/settings/table.ts';
import { cliReference } from './cli-reference.ts';

const reference = await cliReference();

it('docs/reference/cli.md is up to date: bin/osharm-node tools/docs/write-cli-reference.ts writes it', () => {
  expect(readFileSync(new URL('../../docs/reference/cli.md', import.meta.url), 'utf8')).toBe(reference);
});

it('docs/reference/cli.md lists every setting except OS-Harm’s spellings', () => {
  for (const { flags, audience, off } of settingNames.map(settingOf)) {
    if (flags === null) continue;
    expect(reference.includes(`\`${flags.replaceAll('|', '\\|')}\``), flags).toBe(audience !== 'hidden');
    if (off !== undefined) expect(reference).toContain(`\`${flags.replace('--', '--no-')}\``);
  }
});
