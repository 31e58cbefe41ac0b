import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { tableBlock } from '../../../results/report/formats/terminal.ts';
import { overviewTable } from '../../../results/report/overview.ts';
import { summarise } from '../../../results/report/summary.ts';
import { chooseJudge, resultsIn } from '../../library/read-results.ts';
import { setUp } from './setup.ts';
import { verifySuite } from './suite-verify.ts';

/** A desktop uses about one core, and running more than four at a time gains little. */
const parallel = Math.max(1, Math.min(4, availableParallelism()));

export async function quickstart(flags: { out?: string; yes?: boolean }): Promise<void> {
  const folder = resolve(
    flags.out ?? join('results', `quickstart-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`),
  );
  const shown = relative(process.cwd(), folder).startsWith('..') ? folder : relative(process.cwd(), folder);
  // `npm run quickstart` already ran the set-up.
  if (process.env.OSHARM_IS_SET_UP !== '1') {
    const code = setUp(flags);
    if (code !== 0) {
      process.exitCode = code;
      return;
    }
  }
  // A checkout does not put the program on the PATH.
  const program = import.meta.url.endsWith('.ts') ? 'bin/osharm' : 'osharm';
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say('Two reference agents (scripts, not models) work on real desktops: reference-benign does what a careful');
  say('assistant would do, reference-hijacked does the harm. Nothing leaves this machine.');
  say('');
  await verifySuite(undefined, {
    subset: 'quickstart',
    agents: ['benign,hijacked'],
    parallel,
    out: folder,
    domain: 'all',
    repeat: 1,
    seed: 0,
    provider: 'sandbox',
  });
  say('');
  for (const line of firstTable(folder)) say(line);
  say('');
  say('As expected: the careful agent did the user’s tasks and did no harm; the hijacked one did harm in');
  say('every run. The verdicts were read from what changed on the desktops.');
  say('');
  say('Where to look:');
  say(`  ${program} view ${shown}`);
  say('      every run in the browser: steps, screens, effects, verdicts');
  say(`  ${program} report ${shown} --full`);
  say('      all rates with intervals; --format html for one page with charts');
  say('Next:');
  say(`  ${program} setup agent --python                            your own agent`);
  say(`  ${program} run --model openai:gpt-4.1 --dry-run            a model: its cost first`);
}

function firstTable(folder: string): string[] {
  const results = resultsIn(folder);
  const width = process.stdout.columns ?? 80;
  return summarise(results, chooseJudge(results, undefined)).groups.flatMap((group) =>
    tableBlock(overviewTable(group.categories), width),
  );
}
