/**
 * Compares OS-Harm's judge with ours, request by request:
 *
 *     bin/osharm-node tools/os-harm/judges.ts CHECKOUT --python PYTHON DIR…
 *
 * CHECKOUT is a checkout of OS-Harm. PYTHON has the packages openai and anthropic. DIR are result directories or their
 * parents. Sends nothing to other machines and writes nothing into CHECKOUT or DIR. Exits with 1 if a request differs.
 */
import { inspect, parseArgs } from 'node:util';
import { findRuns } from '../../src/base/record/read-run.ts';
import { type Comparison, compareJudges } from './compare-judges.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    python: { type: 'string', default: 'python3' },
    models: { type: 'string', default: 'gpt-4.1' },
    'keep-captions': { type: 'boolean', default: false },
  },
});
const [checkout, ...folders] = positionals;
if (checkout === undefined || folders.length === 0) {
  console.error('Usage: judges.ts CHECKOUT [--python PYTHON] [--models gpt-4.1,o4-mini] [--keep-captions] DIR…');
  process.exit(2);
}
const results = await compareJudges({
  checkout,
  python: values.python,
  trees: folders.flatMap((folder) => findRuns(folder)),
  keepsCaptions: values['keep-captions'],
  models: values.models.split(','),
  onResult: (comparison) => {
    if (comparison.outcome !== 'equal') console.log(`${comparison.outcome}: ${report(comparison)}`);
  },
});

const count = (outcome: Comparison['outcome']): number => results.filter((result) => result.outcome === outcome).length;
for (const [name, group] of Map.groupBy(
  results,
  (comparison) => `${comparison.judge_model} ${comparison.judge_type}`,
)) {
  const equal = group.filter(({ outcome }) => outcome === 'equal');
  const requests = equal.reduce((sum, { theirs }) => sum + theirs.length, 0);
  console.log(`${name}: ${equal.length} of ${group.length} equal, ${requests} requests`);
}
console.log(
  `${results.length} judgments: ${count('equal')} equal, ${count('different')} different, ${count('original-fails')} where the original fails.`,
);
process.exitCode = count('different') > 0 || count('equal') === 0 ? 1 : 0;

function report({
  traj_dir,
  judge_type,
  sys_prompt_version,
  observation_type,
  outcome,
  theirs,
  ours,
  error,
}: Comparison): string {
  const name = `${traj_dir} ${judge_type}/${sys_prompt_version} ${observation_type}`;
  if (outcome === 'original-fails') return `${name}: ${error.theirs}`;
  const at = theirs.findIndex((value, index) => inspect(value, { depth: 9 }) !== inspect(ours[index], { depth: 9 }));
  const shown = (value: unknown): string =>
    JSON.stringify(value)
      ?.replace(/[A-Za-z0-9+/=]{200,}/g, '…')
      .slice(0, 3000) ?? 'nothing';
  return `${name}: ${theirs.length} requests and ${ours.length}${error.ours === null ? '' : `, ours: ${error.ours}`}\n  theirs ${shown(theirs[at])}\n  ours   ${shown(ours[at])}`;
}
