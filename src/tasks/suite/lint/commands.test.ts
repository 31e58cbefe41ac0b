import { expect, it } from 'vitest';
import { programsOf } from './commands.ts';

const programs = (command: string | string[], shell = true): string[] =>
  programsOf({ type: 'execute', parameters: { command, shell } });

it.each([
  ['echo two >&2; cat', ['echo', 'cat']],
  ['make 2>&1 | tee log && ls', ['make', 'tee', 'ls']],
  ['run-a &> all.txt & run-b', ['run-a', 'run-b']],
  ['sort < in > out 2>/dev/null; exec 3<&0', ['sort']],
  ['> empty', []],
  ['if a; then b; elif c; then d; fi', ['if', 'b', 'c', 'd', 'fi']],
  ['greet() { echo hi; }; greet; ls', ['ls']],
  ['# first; second\nthird # fourth & fifth', ['third']],
  ['A=$(timeout 10 gsettings get a b) && echo "$(date -u)"', ['echo', 'gsettings', 'date']],
  ['timeout -k 2 0.5m soffice x; sudo -u root env -u A ls', ['soffice', 'ls']],
  ['N=$((1 + 2)); B=`hostname`', ['hostname']],
  ['A=1 sudo -E timeout 5 soffice --version', ['soffice']],
])('lint finds the programs of the command %j', (command, expected) => {
  expect(programs(command)).toEqual(expected);
});

it('lint reads the script of a shell that a list starts', () => {
  expect(programs(['bash', '-c', 'echo one > ~/one; echo two >&2; exit 3'], false)).toEqual([
    'bash',
    'echo',
    'echo',
    'exit',
  ]);
});
