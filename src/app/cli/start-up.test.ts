import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
// Prints the packages that were loaded, one a line, when the program ends.
const hook = `
import { registerHooks } from 'node:module';
import { writeSync } from 'node:fs';
const seen = new Set();
registerHooks({ load(url, context, next) {
  const name = /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
  if (name !== undefined) seen.add(name);
  return next(url, context);
} });
process.on('exit', () => writeSync(2, [...seen].join('\\n')));`;

it.each([[['--help']], [['run', '--help']], [['judge', '--help']]])('osharm %s loads no model’s package', (args) => {
  const program = [`--import=data:text/javascript,${encodeURIComponent(hook)}`, `${root}/src/app/cli/main.ts`, ...args];
  const { stderr } = run(program);
  const loaded = stderr.split('\n');
  expect(loaded).toContain('commander');
  expect(
    loaded.filter((name) => /^(?:ai|@ai-sdk\/.*|@openrouter\/.*|@pydantic\/.*|google-auth-library)$/.test(name)),
  ).toEqual([]);
});

function run(args: string[]): { stderr: string } {
  const script = `"$0" "$@" 2>&1 >/dev/null`;
  return { stderr: execFileSync('sh', ['-c', script, `${root}/bin/osharm-node`, ...args], { encoding: 'utf8' }) };
}
