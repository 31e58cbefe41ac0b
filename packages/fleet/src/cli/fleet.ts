import { Command, Option } from 'commander';
import { decimalNumber, wholeNumber } from 'osharm/commands';
import type { FleetDependencies } from '../sweep/fleet-plan.ts';
import type { LimitFlags, RateFlags, RetryFlags, SweepFlags } from './sweeps.ts';
import type { WorkFlags } from './work.ts';

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
  const actions = () => import('./sweeps.ts');
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
  add(command, 'cancel <name>', 'drop the waiting runs of a sweep', 'cancel night').action(
    async (name: string, flags: SweepFlags) => (await actions()).cancelWaiting(name, flags),
  );
  add(command, 'retry <name>', 'rerun the failed runs of a sweep', 'retry night --code model-overloaded')
    .option('--code <code>', 'only those that failed with this error')
    .action(async (name: string, flags: RetryFlags) => (await actions()).retryFailed(name, flags));
  add(command, 'limits <name>', 'show or change the limits of a sweep', 'limits night --max-cost 400 --parallel 32')
    .option('--max-cost <usd>', 'dollars for the whole sweep', decimalNumber)
    .option('--parallel <n>', 'runs at a time, over all workers', wholeNumber(1))
    .option('--priority <n>', 'share of workers relative to other sweeps', decimalNumber)
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

const keys =
  '\n\nAWS_ENDPOINT_URL_S3, AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY name endpoint and keys. Equal files are skipped.';

function pullCommand(): Command {
  return new Command('pull')
    .summary('copy results from an S3 bucket')
    .description('Copies results from an S3 bucket into a folder.')
    .argument('<place>', 's3://BUCKET/PREFIX')
    .argument('<dir>', 'a folder; created if missing')
    .addHelpText('after', `\nExamples:\n  $ osharm fleet pull s3://lab/night ./night${keys}`)
    .action(async (place: string, dir: string) => (await import('./transfer.ts')).pullResults(place, dir));
}

function pushCommand(): Command {
  return new Command('push')
    .summary('copy results to an S3 bucket')
    .description('Copies a folder of results into an S3 bucket.')
    .argument('<dir>', 'a folder of results')
    .argument('<place>', 's3://BUCKET/PREFIX')
    .addHelpText('after', `\nExamples:\n  $ osharm fleet push ./night s3://lab/night${keys}`)
    .action(async (dir: string, place: string) => (await import('./transfer.ts')).pushResults(dir, place));
}

/** Tests can replace the runs' external `dependencies`. */
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
        '\n\nSet PGPASSWORD to the password. Model keys come from this machine.' +
        '\nAnyone who can write to the queue can run programs on its workers. Guarantees: docs/run/fleet.md.',
    )
    .action(async (flags: WorkFlags) => (await import('./work.ts')).workOnQueue(flags, dependencies));
}
