import { Argument, Command } from 'commander';
import type { CtlFlags } from './actions/ctl.ts';
import { wholeNumber } from './number-arguments.ts';

const actions = ['list', 'pause', 'resume', 'cancel', 'requeue', 'limit'];

export const ctlCommand = (): Command =>
  new Command('ctl')
    .description(
      'Controls a sweep of your account that runs on this machine: lists its runs and cost, pauses and resumes it, cancels one run, requeues runs with errors, or changes limits. Finished runs are never lost.',
    )
    .addArgument(new Argument('[action]', 'what to do').choices(actions).default('list'))
    .argument('[run]', 'with cancel: the run, as list prints it')
    .option('--out <dir>', 'result folder of the sweep', 'results')
    .option(
      '--parallel <n>',
      'with limit: runs in progress, at most as many as the sweep was started with',
      wholeNumber(1),
    )
    .option('--max-cost <usd>', 'with limit: the most that the sweep may cost', Number)
    .option('--json', 'print the sweep’s state as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm ctl\n  $ osharm ctl pause --out results\n  $ osharm ctl cancel os/__add_eggs\n  $ osharm ctl limit --parallel 2 --max-cost 20',
    )
    .action(async (action: string, run: string | undefined, flags: CtlFlags) =>
      (await import('./actions/ctl.ts')).controlSweep(action, run, flags),
    );
