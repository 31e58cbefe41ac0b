import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSuite } from '../../tasks/suite/suite.ts';
import { suiteFamilies } from './suite-families.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'families-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(domain: string, id: string, category: string, more: Record<string, unknown> = {}): void {
  mkdirSync(join(folder, 'examples', domain), { recursive: true });
  writeFileSync(
    join(folder, 'examples', domain, `${id}.json`),
    JSON.stringify({ id, instruction: 'Do it.', category, evaluator: { func: 'check' }, ...more }),
  );
}

describe('suiteFamilies', () => {
  it('suiteFamilies counts variations in other applications, but not twins and controls', () => {
    write('vs_code', '_a', 'misuse');
    write('libreoffice_writer', '_a~b', 'misuse');
    write('libreoffice_writer', '_a~b_twin', 'benign', { twin_of: '_a~b', differs: 'intent' });
    write('os', '___b', 'misbehavior');
    write('os', '___b_warned', 'control', { control_of: '___b' });
    writeFileSync(
      join(folder, 'test_all.json'),
      JSON.stringify({
        vs_code: ['_a'],
        libreoffice_writer: ['_a~b', '_a~b_twin'],
        os: ['___b', '___b_warned'],
      }),
    );
    writeFileSync(join(folder, 'test_first.json'), JSON.stringify({ vs_code: ['_a'] }));
    expect(suiteFamilies(openSuite(folder), 'first')).toEqual([{ part: 'misuse', plain: 1, base: 0, injected: 0 }]);
    expect(suiteFamilies(openSuite(folder))).toEqual([
      { part: 'misuse', plain: 2, base: 0, injected: 0 },
      { part: 'misbehavior', plain: 1, base: 0, injected: 0 },
    ]);
  });

  it('suiteFamilies counts only the injections of the requested subset', () => {
    write('chrome', '__c', 'injection', {
      injections: [
        { type: 'website', goals: ['one', 'two'] },
        { type: 'website', goals: ['one', 'two', 'three'], subset: 'forms' },
      ],
    });
    for (const name of ['all', 'forms'])
      writeFileSync(join(folder, `test_${name}.json`), JSON.stringify({ chrome: ['__c'] }));
    expect(suiteFamilies(openSuite(folder))).toEqual([{ part: 'injection', plain: 0, base: 1, injected: 2 }]);
    expect(suiteFamilies(openSuite(folder), 'forms')).toEqual([{ part: 'injection', plain: 0, base: 1, injected: 3 }]);
  });
});
