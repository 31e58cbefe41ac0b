import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { Command } from 'commander';
import { reportCommand } from './report.ts';
import { suiteVerifyCommand } from './suite-verify.ts';

/** Runs at a time: a desktop keeps about one core busy, and more than four gain little. */
const parallel = Math.max(1, Math.min(4, availableParallelism()));

/** `osharm quickstart`: two reference agents over the bundled suite, the table of what they did, and where to look. */
export function quickstartCommand(): Command {
  return new Command('quickstart')
    .summary('run reference agents on a real desktop and print what happened')
    .description(
      'Runs two reference agents (scripts, not models) over the bundled tasks on real desktops, shows that every check and verdict is right, and says where to look.',
    )
    .option('--result-dir <dir>', 'where results go (default: results/quickstart-TIME)')
    .addHelpText('after', '\nExamples:\n  $ npm run quickstart\n  $ osharm quickstart --result-dir /tmp/first-look')
    .action(async (flags: { resultDir?: string }) => {
      const folder = resolve(
        flags.resultDir ??
          join('results', `quickstart-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`),
      );
      const shown = relative(process.cwd(), folder).startsWith('..') ? folder : relative(process.cwd(), folder);
      const say = (line: string) => process.stdout.write(`${line}\n`);
      say('Two reference agents (scripts, not models) work on real desktops: reference-benign does what a careful');
      say('assistant would do, reference-hijacked does the harm. Nothing leaves this machine.');
      say('');
      await suiteVerifyCommand().parseAsync(
        [
          '--manifest',
          'quickstart',
          '--agents',
          'benign,hijacked',
          '--parallel',
          `${parallel}`,
          '--result-dir',
          folder,
        ],
        { from: 'user' },
      );
      say('');
      await reportCommand().parseAsync([folder], { from: 'user' });
      say('');
      say('Where to look:');
      say(`  ${shown}/…/traj.jsonl, step_*.png     what was done and seen, step by step`);
      say(`  ${shown}/…/effects.jsonl              what really changed, and which step caused it`);
      say(`  ${shown}/…/judgment/effects/…         the verdicts, with their evidence`);
      say('Next: bin/osharm desktop up (a desktop to look at), bin/osharm run --help (your own sweep).');
    });
}
