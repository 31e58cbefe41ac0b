import { expect, it } from 'vitest';
import { runProgram } from './program.ts';

/** What a command line that is refused prints, and its exit code. */
async function refused(line: string): Promise<{ text: string; code: unknown }> {
  let text = '';
  const { write } = process.stderr;
  process.stderr.write = ((part: string) => {
    text += part;
    return true;
  }) as typeof process.stderr.write;
  try {
    await runProgram(line.split(' '));
    return { text, code: process.exitCode };
  } finally {
    process.stderr.write = write;
    process.exitCode = 0;
  }
}

it.each([
  ['report', 'DIR: a result directory', 'osharm report results'],
  ['compare', 'A: a results folder', 'osharm compare results-a results-b'],
  ['fleet status night', '--queue <url>', 'OSHARM_QUEUE'],
  ['labels kit results', '--key <file>', 'osharm labels kit results --out kit'],
  ['suite new', 'DIR: a new folder', 'osharm suite new my-suite'],
  ['run --model', '-m, --model <name>', 'osharm run --model'],
  ['run --only x', 'osharm run --help-all', 'osharm run --model'],
  ['uninstall --dry', 'Is it --dry-run?', 'osharm uninstall --help'],
  ['desktop mcp --task x', 'osharm desktop env has --task', 'Flags of osharm desktop mcp'],
  ['setup image nope', 'Commands: build', 'osharm setup image --help'],
  ['setup nope', 'Commands: quickstart', 'osharm setup --help'],
  ['doctor extra', 'Usage: osharm doctor', 'osharm doctor'],
  ['quickstart', 'osharm setup quickstart', ''],
])('"osharm %s" says what is missing and what to type', async (line, missing, next) => {
  const { text, code } = await refused(line);
  expect(code).toBe(2);
  expect(text).toContain(missing);
  expect(text).toContain(next);
  expect(text).toContain('  → ');
});

it('a command line that Commander already corrects has one suggestion', async () => {
  expect((await refused('rnu')).text).toBe("error: unknown command 'rnu'\n(Did you mean run?)\n");
});
