import { Command, Option } from 'commander';
import type { LimitFlags, RateFlags, RetryFlags, SweepFlags } from './actions/fleet.ts';
import { pullCommand, pushCommand } from './fleet-transfer.ts';
import { workCommand } from './fleet-work.ts';
import { decimalNumber, wholeNumber } from './number-arguments.ts';

/** `osharm fleet`: workers, sweeps in a queue, results in a bucket. */
export function fleetCommand(): Command {
  const command = new Command('fleet')
    .description(
      'Runs sweeps on many machines over a queue in Postgres: workers, control of sweeps, results in a bucket (docs/run/fleet.md).',
    )
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
  add(command, 'list', 'all sweeps').action(async (flags: SweepFlags) => (await actions()).showSweeps(flags));
  add(command, 'status <name>', 'how far it is: runs, errors by cause, what goes on, money').action(
    async (name: string, flags: SweepFlags) => (await actions()).showSweepStatus(name, flags),
  );
  add(command, 'pause <name>', 'claim no more of its runs').action(async (name: string, flags: SweepFlags) =>
    (await actions()).pauseClaims(name, flags),
  );
  add(command, 'resume <name>', 'go on with it').action(async (name: string, flags: SweepFlags) =>
    (await actions()).resumeClaims(name, flags),
  );
  add(command, 'cancel <name>', 'take what waits out of the queue, for good').action(
    async (name: string, flags: SweepFlags) => (await actions()).cancelWaiting(name, flags),
  );
  add(command, 'retry <name>', 'make failed runs again')
    .option('--code <code>', 'only those that failed by this error')
    .action(async (name: string, flags: RetryFlags) => (await actions()).retryFailed(name, flags));
  add(command, 'limits <name>', 'show or change its limits')
    .option('--max-cost <usd>', 'dollars for all of it', decimalNumber)
    .option('--parallel <n>', 'runs at a time, over all workers', wholeNumber(1))
    .option('--priority <n>', 'its share of workers beside other sweeps', decimalNumber)
    .action(async (name: string, flags: LimitFlags) => (await actions()).changeLimits(name, flags));
  add(command, 'rates [provider]', 'show or set how often a provider is asked, by all workers together')
    .option('--requests <n>', 'requests a minute', decimalNumber)
    .option('--no-requests', 'any number of requests')
    .option('--tokens <n>', 'tokens a minute, in and out', decimalNumber)
    .option('--no-tokens', 'any number of tokens')
    .action(async (provider: string | undefined, flags: RateFlags) => (await actions()).changeRates(provider, flags));
  return command.addCommand(pullCommand()).addCommand(pushCommand());
}

function add(command: Command, usage: string, summary: string): Command {
  return command
    .command(usage)
    .summary(summary)
    .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
    .addOption(new Option('--queue <url>', 'postgres://USER@HOST/DATABASE').env('OSHARM_QUEUE').makeOptionMandatory())
    .option('--json', 'print JSON');
}
