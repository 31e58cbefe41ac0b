import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { fleetCommand } from '../../packages/fleet/src/cli/fleet.ts';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const words = (text: string): string[] => text.replaceAll('\\\n', ' ').trim().split(/\s+/);
const after = (path: string, pattern: RegExp): string[] => words(pattern.exec(read(path))?.[1] ?? '');

interface Deployment {
  spec: { template: { spec: { containers: { args: string[] }[] } } };
}
const deployment = parse(read('examples/fleet/workers.yaml')) as Deployment;

/** What each example gives to osharm, whose container image has it as entrypoint. */
const examples: readonly [place: string, given: string[]][] = [
  ['examples/fleet/workers.yaml', deployment.spec.template.spec.containers[0]?.args ?? []],
  ['examples/fleet/worker.sbatch', after('examples/fleet/worker.sbatch', /^exec osharm (.*)$/m)],
  ['examples/fleet/osharm-worker.service', after('examples/fleet/osharm-worker.service', /^ExecStart=\S+ (.*)$/m)],
  ['docs/run/fleet.md, ssh', after('docs/run/fleet.md', /nohup osharm (.*?) >/)],
  ['docs/run/fleet.md, podman', after('docs/run/fleet.md', /osharm-worker:\S+ (.*)$/m)],
];

it.each(examples)('the example %s starts a worker with existing flags', (_place, [group, name, ...given]) => {
  expect([group, name]).toEqual(['fleet', 'work']);
  const work = fleetCommand().commands.find((command) => command.name() === 'work');
  const known = work?.options.map(({ long }) => long) ?? [];
  const flags = given.filter((word) => word.startsWith('--'));
  expect(known).toEqual(expect.arrayContaining(flags));
  expect(flags.length).toBeGreaterThan(0);
});
