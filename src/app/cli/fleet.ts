import { Command, Option } from 'commander';
import type { LimitFlags, RateFlags, RetryFlags, SweepFlags } from './actions/fleet.ts';
import { pullCommand, pushCommand } from './fleet-transfer.ts';
import { workCommand } from './fleet-work.ts';
import { decimalNumber, wholeNumber } from './number-arguments.ts';

/** `osharm fleet`: workers, sweeps in a queue, results in a bucket. */
export function fleetCommand(): Command {
  const command = new Command('fleet')
    .description('Runs sweeps on many machines, over a queue in Postgres (docs/run/fleet.md).')
    .addHelpText(
      'after',
      '\nExamples:' +
        '\n  $ export OSHARM_QUEUE=postgres://osharm@db/osharm' +
        '\n  $ osharm fleet work --parallel 8' +
        '\n  $ osharm fleet status night' +
        '\n  $ osharm fleet limits night --max-cost 400 --parallel 32' +
        '\n  $ osharm fleet retry night --code model-overloaded' +
        '\n  $ osharm fleet rates openai --requests 500 --tokens 2000000',
    );
  command.addCommand(workCommand());
  const actions = () => import('./actions/fleet.ts');
  add(command, 'list', 'list all sweeps', 'list').action(async (flags: SweepFlags) =>
    (await actions()).showSweeps(flags),
  );
  add(command, 'status <name>', 'progress of a sweep: runs, errors by cause, cost, time left', 'status night').action(
    async (name: string, flags: SweepFlags) => (await actions()).showSweepStatus(name, flags),
  );
  add(command, 'pause <name>', 'stop claiming runs of a sweep', 'pause night').action(
    async (name: string, flags: SweepFlags) => (await actions()).pauseClaims(name, flags),
  );
  add(command, 'resume <name>', 'claim runs of a paused sweep again', 'resume night').action(
    async (name: string, flags: SweepFlags) => (await actions()).resumeClaims(name, flags),
  );
  add(command, 'cancel <name>', 'drop the waiting runs of a sweep for good', 'cancel night').action(
    async (name: string, flags: SweepFlags) => (await actions()).cancelWaiting(name, flags),
  );
  add(command, 'retry <name>', 'rerun the failed runs of a sweep', 'retry night --code model-overloaded')
    .option('--code <code>', 'only those that failed with this error')
    .action(async (name: string, flags: RetryFlags) => (await actions()).retryFailed(name, flags));
  add(command, 'limits <name>', 'show or change the limits of a sweep', 'limits night --max-cost 400 --parallel 32')
    .option('--max-cost <usd>', 'dollars for the whole sweep', decimalNumber)
    .option('--parallel <n>', 'runs at a time, over all workers', wholeNumber(1))
    .option('--priority <n>', 'share of workers beside other sweeps', decimalNumber)
    .action(async (name: string, flags: LimitFlags) => (await actions()).changeLimits(name, flags));
  add(
    command,
    'rates [provider]',
    'show or set rate limits of a model provider, shared by all workers',
    'rates openai --requests 500 --tokens 2000000',
  )
    .option('--requests <n>', 'requests a minute', decimalNumber)
    .option('--no-requests', 'remove the limit on requests')
    .option('--tokens <n>', 'tokens a minute, in and out', decimalNumber)
    .option('--no-tokens', 'remove the limit on tokens')
    .action(async (provider: string | undefined, flags: RateFlags) => (await actions()).changeRates(provider, flags));
  return command.addCommand(pullCommand()).addCommand(pushCommand());
}

function add(command: Command, usage: string, summary: string, example: string): Command {
  return command
    .command(usage)
    .summary(summary)
    .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
    .addHelpText('after', `\nExamples:\n  $ osharm fleet ${example}`)
    .addOption(new Option('--queue <url>', 'postgres://USER@HOST/DATABASE').env('OSHARM_QUEUE').makeOptionMandatory())
    .option('--json', 'print JSON');
}
