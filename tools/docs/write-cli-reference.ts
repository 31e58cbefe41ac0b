/** Writes docs/reference/cli.md, after a changed flag: `bin/osharm-node tools/docs/write-cli-reference.ts`. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cliReference } from './cli-reference.ts';

const file = fileURLToPath(new URL('../../docs/reference/cli.md', import.meta.url));
writeFileSync(file, await cliReference());
process.stdout.write(`${file}\n`);
