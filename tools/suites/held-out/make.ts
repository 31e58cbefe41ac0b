/**
 * Writes a suite of held-out tasks: `bin/osharm-node tools/suites/held-out/make.ts --secret FILE --out DIR`. A new FILE
 * gets a secret of 32 random bytes. An existing one reproduces the same suite, if the program and the bundled suite are
 * the same. docs/trust/labels.md explains what to publish when.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { heldOutSuite } from './held-out-suite.ts';

const { values } = parseArgs({ options: { secret: { type: 'string' }, out: { type: 'string' } } });
const { secret: file, out } = values;
if (file === undefined || out === undefined) throw new Error('Give --secret FILE and --out DIR.');
if (existsSync(out) && readdirSync(out).length > 0) throw new Error(`${out} is not empty.`);
if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
const secret = readFileSync(file, 'utf8').trim();
if (!/^[0-9a-f]{64}$/.test(secret)) throw new Error(`${file} holds no 64 hexadecimal digits.`);
const files = heldOutSuite(secret);
for (const [path, content] of files) {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), content);
}
const tasks = [...files.keys()].filter((path) => path.startsWith('examples/')).length;
process.stdout.write(`${tasks} tasks in ${out}.\n`);
