/** Writes the tables of the pages from docs/evidence/data: `bin/osharm-node tools/evidence/write.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { blocks, withBlock } from './blocks.ts';

for (const block of blocks) {
  const file = fileURLToPath(new URL(`../../${block.page}`, import.meta.url));
  writeFileSync(file, withBlock(readFileSync(file, 'utf8'), block));
}
