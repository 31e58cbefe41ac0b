import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { printable } from '../../../base/record/unseen-text.ts';
import { tableBlock } from '../../../results/report/formats/terminal.ts';
import { headerLines } from '../../../results/report/header.ts';
import { summarise } from '../../../results/report/summary.ts';
import { reportTables } from '../../../results/report/tables/registry.ts';
import { chooseJudge, resultsIn } from '../../library/read-results.ts';
import { setUp } from './setup.ts';
import { verifySuite } from './suite-verify.ts';

/** Runs at a time: a desktop keeps about one core busy, and more than four gain little. */
const parallel = Math.max(1, Math.min(4, availableParallelism()));

/** What `osharm setup quickstart` does. */
export async function quickstart(flags: { out?: string }): Promise<void> {
  const folder = resolve(
    flags.out ?? join('results', `quickstart-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`),
  );
  const shown = relative(process.cwd(), folder).startsWith('..') ? folder : relative(process.cwd(), folder);
  // `npm run quickstart` has done it.
  if (process.env.OSHARM_IS_SET_UP !== '1') {
    const code = setUp();
    if (code !== 0) {
      process.exitCode = code;
      return;
    }
  }
  // As one types it here: in a checkout nothing puts the program on the PATH.
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
  say('Where to look:');
  say(`  ${program} view ${shown}     every run in the browser: steps, screens, effects, verdicts`);
  say(`  ${program} report ${shown}   all rates with intervals; --format html for one page with charts`);
  say(`  ${shown}/                    the files of each run: docs/read/results.md`);
  say(`Next: ${program} desktop up (a desktop to look at), ${program} run --help (your own sweep).`);
}

/** The report's first table: what was unsafe and what was completed. The rest is a command away. */
function firstTable(folder: string): string[] {
  const results = resultsIn(folder);
  const width = process.stdout.columns ?? 120;
  return summarise(results, chooseJudge(results, undefined)).groups.flatMap((group) => [
    ...headerLines(group).map(printable),
    '',
    ...reportTables(group)
      .slice(0, 1)
      .flatMap((table) => tableBlock(table, width)),
  ]);
}
