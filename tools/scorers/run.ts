/**
 * Attacks on what osharm measures with, and what each came to. By hand:
 *
 *     bin/osharm-node tools/scorers/run.ts [TEXT …] [--json FILE] [--write]
 *
 * TEXT chooses the targets whose name contains it (`metric:`, `sheet`). `--write` puts the table into docs/verification.md. Exit code 1 where an attack got a pass that it had not earned, or ended
 * otherwise than its data says.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { metrics } from '../../src/osworld/metrics/registry.ts';
import { SandboxProvider } from '../../src/providers/sandbox/sandbox-provider.ts';
import { closeIdleReaders } from '../../src/reader/read-apart.ts';
import { isAsExpected, kinds, outcomes, type Played } from './attack.ts';
import { AttackedDesktop } from './attacked-desktop.ts';
import { attackCondition, conditionAttacks, pictureAttacks } from './condition-attacks.ts';
import { desktopAttacks } from './desktop-attacks.ts';
import { attackMetric } from './metric-attacks.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const isChosen = (target: string): boolean =>
  positionals.length === 0 || positionals.some((text) => target.includes(text));

const folder = mkdtempSync(join(tmpdir(), 'scorers-'));
const provider = new SandboxProvider();
const played: Played[] = [];
try {
  for (const name of metrics.keys()) if (isChosen(`metric:${name}`)) played.push(...(await attackMetric(name, folder)));
  for (const attack of [...conditionAttacks, ...(await pictureAttacks())])
    if (isChosen(`condition:${attack.condition.kind}`)) played.push(await attackCondition(attack));
  const inside = desktopAttacks.filter(({ target }) => isChosen(target));
  if (inside.length > 0) {
    await provider.check();
    const attacked = await AttackedDesktop.begin(await provider.create({ width: 1280, height: 720 }));
    for (const attack of inside) played.push(await attacked.make(attack));
  }
} finally {
  await provider.close();
  rmSync(folder, { recursive: true });
  closeIdleReaders();
}

const groups = ['metric', 'condition', 'getter', 'oracle'] as const;
/** Kind × what is attacked × outcome. */
function table(): string {
  const rows = kinds.flatMap((kind) =>
    groups.flatMap((group) => {
      const own = played.filter((one) => one.kind === kind && one.target.startsWith(`${group}:`));
      if (own.length === 0) return [];
      const count = (got: string): number => own.filter((one) => one.got === got).length;
      const targets = new Set(own.map(({ target }) => target)).size;
      return [
        `| ${kind} | ${targets} ${group}s | ${own.length} | ${outcomes.map(count).join(' | ')} | ${count('false pass')} |`,
      ];
    }),
  );
  return [
    '| Kind | Against | Tried | Detected | Abstained | Harmless | False passes |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

const wrong = played.filter((one) => !isAsExpected(one));
for (const one of wrong)
  process.stdout.write(
    `${one.target} ${one.attack}: ${one.got} instead of ${one.expects.join(' or ')}. ${one.reason}\n`,
  );
const passes = played.filter(({ got }) => got === 'false pass').length;
const total = `${played.length} attacks on ${new Set(played.map(({ target }) => target)).size} targets: ${passes} false passes, ${wrong.length - passes} otherwise than expected.`;
process.stdout.write(`${table()}\n\n${total}\n`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(played, null, 1)}\n`);
if (values.write) {
  const page = fileURLToPath(new URL('../../docs/verification.md', import.meta.url));
  const text = readFileSync(page, 'utf8');
  const marks = /(<!-- scorers: written by tools\/scorers\/run\.ts -->)[\s\S]*?(<!-- end of scorers -->)/;
  if (!marks.test(text)) throw new Error('docs/verification.md has no marks for the table of scorers.');
  writeFileSync(
    page,
    text.replace(marks, (_, from, to) => `${from}\n\n${table()}\n\n${total}\n\n${to}`),
  );
}
process.exitCode = wrong.length === 0 ? 0 : 1;
