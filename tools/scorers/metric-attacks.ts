import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MetricFault } from '../../src/base/documents/metric-fault.ts';
import { computeMetric } from '../../src/verdicts/osworld/evaluator/compute-metric.ts';
import type { MetricCall } from '../../src/verdicts/osworld/metrics/metric.ts';
import type { Outcome, Played } from './attack.ts';
import { type FileAttack, fileAttacks } from './file-attacks.ts';
import { hostileValues } from './hostile-values.ts';

/** One call of a metric whose value is known (packages/osworld/test/golden). */
interface Known {
  metric: string;
  result: unknown;
  expected?: unknown;
  options?: Record<string, unknown>;
  value?: number;
}

const more: readonly Known[] = [
  { metric: 'is_in_list', result: ['Dark Reader', 'b'], expected: { expected: 'Dark Reader' }, value: 1 },
  {
    metric: 'is_expected_installed_extensions',
    result: ['Dark Reader'],
    expected: { expected: ['Dark Reader'] },
    value: 1,
  },
  {
    metric: 'check_play_and_exit',
    result: { file: 'own/vlcrc' },
    expected: { expected_play_and_exit: 1 },
    value: 1,
  },
  {
    metric: 'check_structure_sim_with_threshold',
    result: { file: 'photo.png' },
    expected: { file: 'photo.png' },
    value: 1,
  },
  { metric: 'compare_time_in_speedtest_results', result: { file: 'own/speed.csv' }, expected: 60, value: 1 },
];

/** Generated files that the golden values lack. One contains the current time. */
const fakes: Readonly<Record<string, () => string>> = {
  'own/vlcrc': () => '[core]\nplay-and-exit=1\n',
  'own/speed.csv': () => {
    const now = new Date();
    const two = (value: number): string => String(value).padStart(2, '0');
    return `id,date\n1,2026-01-01 ${two(now.getHours())}:${two(now.getMinutes())}\n`;
  },
};

/** Hostile values that legitimately pass, because the check is for absence. */
const earned: Readonly<Record<string, readonly string[]>> = {
  check_history_deleted: ['empty-list', 'list-in-lists', 'numbers'],
  is_cookie_deleted: ['empty-list', 'list-in-lists', 'numbers'],
};

/** One metric per archive reader, because archive bombs take seconds. */
const slowTargets: ReadonlySet<string> = new Set([
  'compare_docx_files',
  'compare_pptx_files',
  'compare_table',
  'compare_epub',
  'compare_zip_files',
]);

const golden = fileURLToPath(new URL('../../packages/osworld/test/golden', import.meta.url));
const known = [...more, ...(JSON.parse(readFileSync(join(golden, 'values.json'), 'utf8')) as Known[])];

const fileOf = (value: unknown): string | null => {
  if (Array.isArray(value)) return value.map(fileOf).find((item) => item !== null) ?? null;
  const name = (value as { file?: unknown } | null)?.file;
  if (typeof name !== 'string') return null;
  const content = fakes[name];
  if (content === undefined) return existsSync(join(golden, 'files', name)) ? join(golden, 'files', name) : null;
  const path = join(tmpdir(), `scorers-${process.pid}`, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content());
  return path;
};

function resolved(value: unknown, first: { path: string | null }): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, first));
  const content = fileOf(value);
  if (content === null) return value;
  const path = first.path ?? content;
  first.path = null;
  return path;
}

const callOf = (entry: Known, path: string | null): MetricCall => ({
  result: resolved(entry.result, { path }),
  expected: resolved(entry.expected, { path: null }),
  options: entry.options ?? {},
  rules: 'right',
});

async function scoreOf(metric: string, call: MetricCall): Promise<{ value: number; fault: string | null }> {
  try {
    return { value: await computeMetric(metric, call), fault: null };
  } catch (error) {
    if (!(error instanceof MetricFault)) throw error;
    if (error.blame === 'task') throw new Error(`${metric} blames the task for what the agent left: ${error.message}`);
    return { value: 0, fault: error.message };
  }
}

const isSameFile = (first: string, second: string): boolean => readFileSync(first).equals(readFileSync(second));

async function wrongFile(right: Known): Promise<string | null> {
  const place = fileOf(right.result) ?? '';
  const ending = /\.[^.]*$/.exec(place)?.[0] ?? '';
  for (const item of known) {
    const other = item.metric === right.metric ? fileOf(item.result) : null;
    if (other === null || !other.endsWith(ending) || isSameFile(other, place)) continue;
    if (basename(other).startsWith('broken')) continue;
    const { value, fault } = await scoreOf(right.metric, callOf(right, other));
    if (value < 1 && fault === null) return other;
  }
  return null;
}

const outcomeOf = ({ value, fault }: { value: number; fault: string | null }): Outcome | 'false pass' =>
  value === 1 ? 'false pass' : fault === null ? 'harmless' : 'detected';

/** Plays the attacks on a metric's passing call. `share` (0 to 3) selects a quarter, without slow ones. */
export async function attackMetric(
  metric: string,
  folder: string,
  { share }: { share?: number } = {},
): Promise<Played[]> {
  const isChosen: Choice = (attack, index) =>
    share === undefined
      ? attack.isSlow !== true || slowTargets.has(metric)
      : index % 4 === share && attack.isSlow !== true;
  const passing = known.filter((item) => item.metric === metric && item.value === 1);
  const byFile = passing.find((item) => {
    const place = fileOf(item.result);
    return place !== null && statSync(place).size > 0;
  });
  const played: Played[] = [];
  if (byFile !== undefined) played.push(...(await attackFile(byFile, folder, isChosen)));
  const byValue = passing.find((item) => fileOf(item.result) === null);
  if (byValue !== undefined) played.push(...(await attackValue(byValue, isChosen)));
  return played;
}

type Choice = (attack: { name: string; isSlow?: true }, index: number) => boolean;

async function attackFile(right: Known, folder: string, isChosen: Choice): Promise<Played[]> {
  const place = fileOf(right.result) ?? '';
  const wrong = await wrongFile(right);
  const base = { right: readFileSync(place), wrong: wrong === null ? null : readFileSync(wrong) };
  const played: Played[] = [];
  for (const attack of fileAttacks.filter(isChosen)) {
    const content = attack.make(base);
    if (content === null) continue;
    const attackFolder = join(folder, right.metric, attack.name);
    mkdirSync(attackFolder, { recursive: true });
    const path = join(attackFolder, basename(place));
    writeFileSync(path, content);
    played.push(ended(right.metric, attack, await scoreOf(right.metric, callOf(right, path))));
  }
  return played;
}

async function attackValue(right: Known, isChosen: Choice): Promise<Played[]> {
  const played: Played[] = [];
  // This metric takes the agent's state as its other argument.
  const isSwapped = right.metric === 'is_in_vm_clickboard';
  for (const { value, ...attack } of hostileValues(isSwapped ? right.expected : right.result).filter(isChosen)) {
    if (earned[right.metric]?.includes(attack.name) === true) continue;
    const call = { ...callOf(right, null), [isSwapped ? 'expected' : 'result']: value };
    played.push(ended(right.metric, attack, await scoreOf(right.metric, call)));
  }
  return played;
}

function ended(
  metric: string,
  { name, kind, expects }: Pick<FileAttack, 'name' | 'kind' | 'expects'>,
  result: { value: number; fault: string | null },
): Played {
  return {
    attack: name,
    kind,
    target: `metric:${metric}`,
    expects,
    got: outcomeOf(result),
    reason: result.fault ?? `It is ${result.value}.`,
  };
}
