import { Command, InvalidArgumentError, Option } from 'commander';
import { settings } from '../../runs/plan/settings/table.ts';
import { hashListName } from '../../tasks/setup/downloads/hash-list-name.ts';
import type { BuildFlags } from './actions/suite-build.ts';
import type { FetchFlags } from './actions/suite-fetch.ts';
import type { LintFlags } from './actions/suite-lint.ts';
import type { PowerFlags } from './actions/suite-power.ts';
import { addConfig } from './config-flags.ts';
import { wholeNumber } from './number-arguments.ts';
import { suiteGoalCommand, suiteTaskCommand, suiteTryCommand } from './suite-task.ts';
import { suiteVerifyCommand } from './suite-verify.ts';
import { UnderscoreCommand } from './underscore-command.ts';

export function suiteCommand(): Command {
  return new Command('suite')
    .description('Creates, builds, lists, checks, downloads, verifies and describes suites.')
    .addCommand(suiteNewCommand())
    .addCommand(suiteTaskCommand())
    .addCommand(suiteGoalCommand())
    .addCommand(suiteTryCommand())
    .addCommand(suiteBuildCommand())
    .addCommand(suiteListCommand())
    .addCommand(suiteLintCommand())
    .addCommand(suiteFetchCommand())
    .addCommand(suiteVerifyCommand())
    .addCommand(suitePowerCommand())
    .addCommand(suiteCardCommand())
    .addCommand(suiteCommitCommand())
    .addCommand(suiteRevealCommand())
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm suite list\n  $ osharm suite lint ../os-harm\n  $ osharm suite verify --subset quickstart',
    );
}

function suiteNewCommand(): Command {
  return new Command('new')
    .summary('write a suite to start from')
    .description(
      'Writes a suite with a task, a goal, reference solutions and JSON Schemas for your editor. It passes suite lint and suite verify.',
    )
    .argument('<dir>', 'a new folder')
    .addHelpText('after', '\nExamples:\n  $ osharm suite new my-suite\n  $ osharm suite verify my-suite')
    .action(async (folder: string) => (await import('./actions/new.ts')).writeSuite(folder));
}

function suiteBuildCommand(): Command {
  return new Command('build')
    .summary('build a suite’s tasks from their sources')
    .description(
      'Writes the tasks, assets, subsets, hashes.json and TASKS.md of a suite from source/, which has each family of tasks once. A source may be a program (.ts), which runs with your rights: build only suites that you trust.',
    )
    .argument('[dir]', 'suite folder (default: the bundled one)')
    .option('--check', 'write nothing; exit code 1 if a file is out of date')
    .option('--prune', 'also remove files below assets/ that no source gives')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  $ osharm suite build my-suite\n  $ osharm suite build --check')
    .action(async (folder: string | undefined, flags: BuildFlags) =>
      (await import('./actions/suite-build.ts')).buildFolder(folder, flags),
    );
}

function suiteListCommand(): Command {
  return new Command('list')
    .summary('list suites and their tasks by category')
    .description('Lists the bundled suites, or the ones named, with their tasks by category.')
    .argument('[dir...]', 'suite folders or checkouts (default: the bundled ones)')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  $ osharm suite list\n  $ osharm suite list ../os-harm --json')
    .action(async (folders: string[], options: { json?: boolean }) =>
      (await import('./actions/suite-list.ts')).listSuites(folders, options),
    );
}

export function suiteLintCommand(): Command {
  return addConfig(new Command('lint'), null)
    .summary('find mistakes in a suite, and tasks that can’t run here')
    .description(
      'Checks subsets, tasks, goals, assets and reference solutions of a suite, and names file and field of each mistake; of a checkout of OS-Harm or OSWorld also what this machine’s desktops can’t do. Starts no desktop and downloads nothing.',
    )
    .argument('[dir]', 'suite folder or checkout (default: the bundled one)')
    .option('--subset <name...>', 'only these subsets and the tasks that they list')
    .option('--plugin <module...>', settings.plugin.help)
    .option('--assets <dir>', 'your own folder of the files that tasks download')
    .option(
      '--strict-setup',
      'check a checkout as strictly as osharm’s own suites, as `osharm run --strict-setup` does',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm suite lint\n  $ osharm suite lint ../os-harm --subset misuse injection misbehavior\n  $ osharm suite lint my-suite --json',
    )
    .action(async (folder: string | undefined, options: LintFlags) =>
      (await import('./actions/suite-lint.ts')).lintFolder(folder, options),
    );
}

export function suiteFetchCommand(): Command {
  return new Command('fetch')
    .summary('download the files that tasks need')
    .description(
      'Downloads the files that tasks name by address into the cache, so that sweeps need no network (--offline). Keeps what is there.',
    )
    .argument('[dir]', 'suite folder or checkout (default: the bundled one)')
    .option('--subset <name...>', 'only the tasks of these subsets')
    .option('--assets <dir>', 'your own folder of these files, searched first')
    .option('--download-hosts <host...>', 'hosts of your own network that tasks may download from')
    .option('--write-hashes', `write ${hashListName} into the suite: from then on every file must have its hash`)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm suite fetch ../os-harm\n  $ osharm suite fetch ../OSWorld --subset small --write-hashes',
    )
    .action(async (folder: string | undefined, flags: FetchFlags) =>
      (await import('./actions/suite-fetch.ts')).fetchDownloads(folder, flags),
    );
}

const metrics = ['unsafe', 'asr', 'utility'] as const;

function suitePowerCommand(): Command {
  return new UnderscoreCommand('power')
    .summary('how many runs it takes to detect a difference')
    .description(
      'Prints the power of a suite’s report at the rates that it expects of two agents. With --rate or --difference: how many tasks, repeats and runs detect a difference between two agents, or the minimum detectable difference (two-sided, 5 %). By default for the bundled suite.',
    )
    .option('--difference <d>', 'difference to detect: 0.1, or 10%', share)
    .option('--rate <p>', 'rate of the first agent, the same in all parts (default: 0.3)', share)
    .option('--icc <r>', 'similarity of an agent’s runs within a task family (ICC), 0 to 1', share, 0.3)
    .option('--pairing <t>', 'share of that similarity that both agents have in common, 0 to 1', share, 0.5)
    .option('--repeat <k>', 'repeats of each run', wholeNumber(1), 1)
    .option('--rates <n>', 'rates compared at once, each with p after Holm (osharm compare has 8)', wholeNumber(1), 1)
    .option('--power <share>', 'power: chance to detect it', share, 0.8)
    .addOption(new Option('--metric <name>', 'which of the suite’s runs count').choices(metrics).default('unsafe'))
    .option('--suite <dir>', 'shape of this suite (default: the bundled one)')
    .option(
      '--subset <name>',
      'which subset of it (default: report for the expected rates, else all; of a suite without that one, all of its subsets)',
    )
    .option('--tasks <n>', 'number of task families instead of the suite’s', wholeNumber(1))
    .option('--runs-per-task <n>', 'number of runs in each family instead of the suite’s', wholeNumber(1))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm suite power\n  $ osharm suite power --difference 0.1 --rate 0.2\n  $ osharm suite power --repeat 3 --metric asr\n  $ osharm suite power --difference 10% --tasks 50 --runs-per-task 1 --json\n\nThe formula and what it assumes: docs/trust/statistics.md',
    )
    .action(async (flags: PowerFlags) => (await import('./actions/suite-power.ts')).powerOf(flags));
}

function share(text: string): number {
  const value = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('It must be a share from 0 to 1, or from 0% to 100%.');
  return value;
}

function suiteCardCommand(): Command {
  return new Command('card')
    .summary('write cards of suite, oracles and judges, and a Croissant file')
    .description(
      'Documents a suite for readers of its results: suite.md, oracles.md and judges.md with versions, hashes, counts and limits, and croissant.json. The content comes from the files and code that run.',
    )
    .argument('[dir]', 'a suite (default: the bundled one)')
    .requiredOption('--out <dir>', 'folder to write into')
    .option('--url <address>', 'where you publish the suite', 'https://publisher.example/')
    .addHelpText('after', '\nExamples:\n  $ osharm suite card --out cards\n  $ osharm suite card my-suite --out cards')
    .action(async (folder: string | undefined, options: { out: string; url: string }) =>
      (await import('./actions/suite-card.ts')).writeCards(folder, options),
    );
}

function suiteCommitCommand(): Command {
  return new Command('commit')
    .summary('draw held-out seeds and write a commitment to publish')
    .description(
      'Draws seeds and writes two files: a commitment to publish before the runs, and the seeds to keep until the results are out.',
    )
    .argument('[dir]', 'a suite (default: the bundled one)')
    .requiredOption('--out <file>', 'a new file, to publish')
    .requiredOption('--secret <file>', 'a new file, to keep')
    .option('--count <n>', 'how many seeds', wholeNumber(1, 1000), 3)
    .addHelpText('after', '\nExamples:\n  $ osharm suite commit --out held-out.json --secret secret.json')
    .action(async (folder: string | undefined, flags: { out: string; secret: string; count: number }) =>
      (await import('./actions/suite-held-out.ts')).commit(folder, flags),
    );
}

function suiteRevealCommand(): Command {
  return new Command('reveal')
    .summary('check revealed seeds and their runs against the commitment')
    .description(
      'Checks that revealed seeds match the commitment, and that every run of a folder has one of them and none is skipped. Exit code 1 if something doesn’t match.',
    )
    .argument('<file>', 'the published commitment')
    .requiredOption('--secret <file>', 'the seeds that you kept')
    .option('--results <dir>', 'runs with these seeds')
    .option('--json', 'print {"seeds": […], "faults": […]} as JSON')
    .addHelpText('after', '\nExamples:\n  $ osharm suite reveal held-out.json --secret secret.json --results results')
    .action(async (file: string, flags: { secret: string; results?: string; json?: boolean }) =>
      (await import('./actions/suite-held-out.ts')).reveal(file, flags),
    );
}
