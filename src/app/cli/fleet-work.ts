import { Command, Option } from 'commander';
import type { FleetDependencies } from '../library/fleet/fleet-plan.ts';
import type { WorkFlags } from './actions/fleet-work.ts';
import { wholeNumber } from './number-arguments.ts';

/** `osharm fleet work`. `dependencies`: what runs touch outside; left out: the real ones. */
export function workCommand(dependencies?: FleetDependencies): Command {
  return new Command('work')
    .summary('execute queued runs and judgments')
    .description(
      'Claims runs and judgments from a queue in Postgres, executes them on this machine and commits their results.',
    )
    .addOption(new Option('--queue <url>', 'postgres://USER@HOST/DATABASE').env('OSHARM_QUEUE').makeOptionMandatory())
    .option('-p, --parallel <n>', 'runs at a time, and as many judgments (default: what fits here)', wholeNumber(1))
    .option('--warm <n>', 'fresh desktops kept ready, 250 MB each (default: 0)', wholeNumber(0))
    .option(
      '--warm-applications <n>',
      'runs whose office documents or VS Code are opened ahead of their turn (default: 0)',
      wholeNumber(0),
    )
    .addOption(
      new Option('--only <kind>', 'only runs, or only judgments, which need no desktop').choices(['run', 'judge']),
    )
    .option('--until-done', 'end once no run is left (default: wait for more)')
    .addHelpText(
      'after',
      '\nExamples:' +
        '\n  $ osharm run --model openai:gpt-4.1 --queue postgres://osharm@db/osharm --out /shared/results' +
        '\n  $ osharm fleet work --queue postgres://osharm@db/osharm --parallel 8' +
        '\n  $ osharm fleet work --queue postgres://osharm@db/osharm --only judge --parallel 16' +
        '\n\nPGPASSWORD holds the password. Model keys come from this machine.' +
        '\nAnyone who can write to the queue can run programs on its workers. What is guaranteed: docs/run/fleet.md.',
    )
    .action(async (flags: WorkFlags) => (await import('./actions/fleet-work.ts')).workOnQueue(flags, dependencies));
}
