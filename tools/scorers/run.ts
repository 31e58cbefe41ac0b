/**
 * Attacks osharm's measurements and prints the outcomes. Run by hand:
 *
 *     bin/osharm-node tools/scorers/run.ts [TEXT …] [--json FILE] [--write] [--minutes N] [--read FILE …]
 *
 * TEXT selects the targets whose name contains it (`metric:`, `sheet`). `--read` reads the `--json` files of earlier
 * runs instead of playing. `--write` updates docs/evidence/data. Exits with 1 if an attack passed undeservedly or its
 * outcome differs from the expected one. After N minutes (default 20) no attack starts, and the number of remaining
 * ones is printed.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { closeIdleReaders } from '../../src/base/reader/read-apart.ts';
import type { Desktop } from '../../src/desktop/client/desktop.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { loadOsworld } from '../../src/verdicts/osworld/evaluator/load-evaluators.ts';
import { metrics } from '../../src/verdicts/osworld/evaluator/registry.ts';
import { saveMeasurement } from '../evidence/measurements.ts';
import { isAsExpected, kinds, outcomes, type Played } from './attack.ts';
import { AttackedDesktop } from './attacked-desktop.ts';
import { AttackedOracles } from './attacked-oracles.ts';
import { attackCondition, conditionAttacks, pictureAttacks } from './condition-attacks.ts';
import { desktopAttacks } from './desktop-attacks.ts';
import { attackMetric } from './metric-attacks.ts';
import { oracleAttacks } from './oracle-attacks/all.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '20' },
    read: { type: 'string', multiple: true },
  },
});
const deadline = performance.now() + Number(values.minutes) * 60_000;
await loadOsworld();
const isTime = (): boolean => performance.now() < deadline;
let left = 0;
async function playEach<T>(
  list: readonly T[],
  name: (item: T) => string,
  play: (item: T) => Promise<Played[]>,
): Promise<void> {
  for (const item of list) {
    if (!isTime()) {
      left += 1;
      continue;
    }
    const found = await play(item);
    played.push(...found);
    const passes = found.filter(({ got }) => got === 'false pass').length;
    process.stderr.write(`${name(item)}: ${found.length}${passes === 0 ? '' : `, ${passes} FALSE PASSES`}\n`);
  }
}
const isChosen = (target: string): boolean =>
  values.read === undefined && (positionals.length === 0 || positionals.some((text) => target.includes(text)));

const folder = mkdtempSync(join(tmpdir(), 'scorers-'));
const provider = new SandboxProvider();
const played: Played[] = (values.read ?? []).flatMap((file): Played[] => JSON.parse(readFileSync(file, 'utf8')));
try {
  await playEach(
    [...metrics.keys()].filter((name) => isChosen(`metric:${name}`)),
    (name) => `metric:${name}`,
    (name) => attackMetric(name, folder),
  );
  await playEach(
    [...conditionAttacks, ...(await pictureAttacks())].filter(({ condition }) =>
      isChosen(`condition:${condition.kind}`),
    ),
    ({ name, condition }) => `condition:${condition.kind} ${name}`,
    async (attack) => [await attackCondition(attack)],
  );
  const inside = desktopAttacks.filter(({ target }) => isChosen(target));
  const groupsOfOracles = (await oracleAttacks())
    .map((group) => group.filter(({ harm }) => isChosen(`oracle:${harm.oracle}`)))
    .filter((group) => group.length > 0);
  if (inside.length + groupsOfOracles.length > 0) await provider.check();
  const create = (): Promise<Desktop> => provider.create({ width: 1280, height: 720 });
  if (inside.length > 0 && isTime()) {
    const attacked = await AttackedDesktop.begin(await create());
    await playEach(
      inside,
      ({ target, name }) => `${target} ${name}`,
      async (attack) => [await attacked.make(attack)],
    );
  }
  for (const group of groupsOfOracles) {
    const desktop = await create();
    const attacked = await AttackedOracles.begin(desktop, group);
    await playEach(
      group,
      ({ harm, name }) => `oracle:${harm.oracle} ${name}`,
      async (attack) => [await attacked.make(attack)],
    );
    await desktop.close();
  }
} finally {
  await provider.close();
  rmSync(folder, { recursive: true });
  closeIdleReaders();
}

const groups = ['metric', 'condition', 'getter', 'oracle'] as const;
const columns = ['kind', 'against', 'targets', 'tried', ...outcomes, 'false_passes'];
const rows = kinds.flatMap((kind) =>
  groups.flatMap((group) => {
    const results = played.filter((item) => item.kind === kind && item.target.startsWith(`${group}:`));
    if (results.length === 0) return [];
    const count = (got: string): number => results.filter((item) => item.got === got).length;
    const targets = new Set(results.map(({ target }) => target)).size;
    return [[kind, group, targets, results.length, ...outcomes.map(count), count('false pass')]];
  }),
);

const known = new Map(
  (await oracleAttacks()).flat().flatMap(({ name, open }) => (open === undefined ? [] : [[name, open]])),
);
for (const { target, attack } of played.filter(({ got }) => got === 'false pass'))
  process.stdout.write(`False pass: ${attack} on ${target}: ${known.get(attack) ?? 'not known yet'}\n`);

const wrong = played.filter((item) => !isAsExpected(item));
for (const item of wrong)
  process.stdout.write(
    `${item.target} ${item.attack}: ${item.got} instead of ${item.expects.join(' or ')}. ${item.reason}\n`,
  );
const passes = played.filter(({ got }) => got === 'false pass').length;
const total = `${played.length} attacks on ${new Set(played.map(({ target }) => target)).size} targets: ${passes} false passes, ${wrong.length - passes} with an unexpected outcome${left === 0 ? '' : `; ${left} targets and attacks were left out for want of time`}.`;
for (const row of [columns, ...rows]) process.stdout.write(`${row.join(', ')}\n`);
process.stdout.write(`\n${total}\n`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(played, null, 1)}\n`);
if (values.write)
  saveMeasurement('scorer-attacks', columns, rows, {
    command: 'bin/osharm-node tools/scorers/run.ts --write',
    size: total.replace(/\.$/, ''),
  });
process.exitCode = wrong.length === 0 ? 0 : 1;
