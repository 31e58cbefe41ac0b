import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { blocks, withBlock } from '../../tools/evidence/blocks.ts';
import { measured } from '../../tools/evidence/measurements.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('tables of evidence', () => {
  it.each(blocks)('$page: the table $name matches its data file', (block) => {
    const text = readFileSync(`${root}${block.page}`, 'utf8');
    expect(text, 'run: bin/osharm-node tools/evidence/write.ts').toBe(withBlock(text, block));
  });

  it('every evidence data file has a date, and every entry a file', () => {
    const files = globSync('docs/evidence/data/*.csv', { cwd: root }).map((file) => file.replace(/.*\/|\.csv$/g, ''));
    expect(Object.keys(measured()).toSorted()).toEqual(files.toSorted());
  });
});
