import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { suiteFetchCommand, suiteLintCommand } from '../../src/app/cli/suite.ts';
import { plainTask, temporaryFolder, writeSuite } from '../run/temporary-suite.ts';

let folder: ReturnType<typeof temporaryFolder>;
const original = { cache: process.env.OSHARM_CACHE, write: process.stdout.write, error: process.stderr.write };
let output: string;
beforeEach(() => {
  folder = temporaryFolder('fetch');
  process.env.OSHARM_CACHE = join(folder.path, 'cache');
  const reference = { type: 'cloud_file', path: 'http://localhost:1/b.docx', dest: 'b.docx' };
  writeSuite(join(folder.path, 'evaluation_examples'), {
    'test_misuse.json': { os: ['_a'] },
    'examples/os/_a.json': plainTask('_a', {
      config: [
        { type: 'download', parameters: { files: [{ url: 'http://localhost:1/a.docx', path: '/home/user/a.docx' }] } },
      ],
      evaluator: { func: 'infeasible', expected: reference },
    }),
  });
  mkdirSync(join(folder.path, 'mine/localhost'), { recursive: true });
  writeFileSync(join(folder.path, 'mine/localhost/a.docx'), 'a');
});
afterEach(() => {
  if (original.cache === undefined) delete process.env.OSHARM_CACHE;
  else process.env.OSHARM_CACHE = original.cache;
  folder.remove();
});
async function call(command: ReturnType<typeof suiteFetchCommand>, ...args: string[]): Promise<number> {
  output = '';
  const keep = (chunk: unknown): boolean => {
    output += String(chunk);
    return true;
  };
  process.stdout.write = keep as typeof original.write;
  process.stderr.write = keep as typeof original.error;
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    await command.exitOverride().parseAsync([folder.path, ...args], { from: 'user' });
    return Number(process.exitCode);
  } finally {
    process.exitCode = before;
    process.stdout.write = original.write;
    process.stderr.write = original.error;
  }
}

it('suite fetch downloads the files of steps and evaluators, reports failures, and writes the list of hashes', async () => {
  const mine = ['--assets', join(folder.path, 'mine')];
  expect(await call(suiteFetchCommand(), ...mine, '--write-hashes')).toBe(1);
  expect(output).toMatch(/a\.docx: 1 bytes/);
  expect(output).toMatch(/b\.docx can't be downloaded: localhost is this machine/);
  expect(output).toMatch(/1 of 2 files are here\./);
  const list = JSON.parse(readFileSync(join(folder.path, 'download-hashes.json'), 'utf8'));
  expect(Object.keys(list)).toEqual(['http://localhost:1/a.docx']);
  writeFileSync(join(folder.path, 'mine/localhost/b.docx'), 'b');
  expect(await call(suiteFetchCommand(), ...mine, '--json')).toBe(0);
  // What is on the list must stay as it was.
  writeFileSync(join(folder.path, 'mine/localhost/a.docx'), 'changed');
  expect(await call(suiteFetchCommand(), ...mine)).toBe(1);
  expect(output).toMatch(/another hash/);
  await call(suiteLintCommand(), ...mine);
  expect(output).toMatch(/2 files are downloaded by tasks: 2 are here\./);
  await call(suiteLintCommand());
  expect(output).toMatch(/0 are here, 2 will come from localhost\./);
});
