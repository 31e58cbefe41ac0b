import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
// Prints the packages that were loaded, one per line, when the program ends.
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

it('osharm run --help fits one screen of 80 × 50 with about 25 flags, and names --help-all last', () => {
  const shown = execFileSync(`${root}/bin/osharm`, ['run', '--help'], {
    encoding: 'utf8',
    env: { ...process.env, COLUMNS: '80' },
  });
  const lines = shown.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(50);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  const flags = lines.filter((line) => /^ {2}(?:-\w, )?--/.test(line)).length;
  expect(flags).toBeGreaterThanOrEqual(22);
  expect(flags).toBeLessThanOrEqual(30);
  expect(lines.at(-1)).toContain('osharm run --help-all');
});

function run(args: string[]): { stderr: string } {
  const script = `"$0" "$@" 2>&1 >/dev/null`;
  return { stderr: execFileSync('sh', ['-c', script, `${root}/bin/osharm-node`, ...args], { encoding: 'utf8' }) };
}
