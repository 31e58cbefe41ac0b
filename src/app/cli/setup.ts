import { Argument, Command } from 'commander';
import { cacheKinds } from '../../desktop/image/cache-kinds.ts';
import type { CleanFlags } from './actions/setup-cache.ts';
import type { Commands } from './command-entry.ts';
import { imageCommand } from './setup-image.ts';

export function setupCommand(commands: Commands): Command {
  return new Command('setup')
    .description(
      'Installs the Debian packages that desktops need, gives your user a range of ids, and builds the desktop image. Skips what is already there, lists the rest and asks.',
    )
    .option('-y, --yes', 'don’t ask')
    .addHelpText('after', '\nExamples:\n  $ osharm setup\n  $ osharm setup quickstart\n  $ osharm setup image list')
    .action(async (flags: { yes?: boolean }) => {
      process.exitCode = (await import('./actions/setup.ts')).setUp(flags);
    })
    .addCommand(quickstartCommand())
    .addCommand(agentCommand())
    .addCommand(defenceCommand())
    .addCommand(imageCommand())
    .addCommand(cacheCommand())
    .addCommand(completionCommand(commands));
}

function quickstartCommand(): Command {
  return new Command('quickstart')
    .summary('run reference agents on a real desktop and print what happened')
    .description(
      'Runs two reference agents (scripts, not models) on bundled tasks on real desktops and shows that checks and verdicts are right.',
    )
    .option('--out <dir>', 'where results go (default: results/quickstart-TIME)')
    .option('-y, --yes', 'set this machine up without asking')
    .addHelpText('after', '\nExamples:\n  $ npm run quickstart\n  $ osharm setup quickstart --out /tmp/first-look')
    .action(async (flags: { out?: string; yes?: boolean }) =>
      (await import('./actions/quickstart.ts')).quickstart(flags),
    );
}

const agentCommand = (): Command =>
  new Command('agent')
    .summary('write an agent to start from')
    .description(
      'Writes one file: an agent that reads the accessibility tree, acts, and completes one task of the quickstart. It runs without changes or packages. With --openai a model decides, over any server with OpenAI’s chat completions.',
    )
    .argument('[file]', 'file to write (default: agent.py or agent.ts)')
    .option('--python', 'write Python (default, unless FILE ends in .ts)')
    .option('--typescript', 'write TypeScript')
    .option('--openai', 'let a model decide: OPENAI_MODEL, OPENAI_API_KEY, OPENAI_BASE_URL')
    .addHelpText('after', '\nExamples:\n  $ osharm setup agent --python\n  $ osharm setup agent my-agent.ts --openai')
    .action(async (file: string | undefined, flags: { python?: boolean; typescript?: boolean; openai?: boolean }) =>
      (await import('./actions/setup-template.ts')).writeAgent(file, flags),
    );

const defenceCommand = (): Command =>
  new Command('defence')
    .summary('write a defence to start from')
    .description(
      'Writes one file: a defence that blocks destructive shell commands. It runs without changes or packages (docs/run/defences.md).',
    )
    .argument('[file]', 'file to write (default: guard.py or guard.ts)')
    .option('--python', 'write Python (default, unless FILE ends in .ts)')
    .option('--typescript', 'write TypeScript')
    .addHelpText('after', '\nExamples:\n  $ osharm setup defence --python\n  $ osharm setup defence my-guard.ts')
    .action(async (file: string | undefined, flags: { python?: boolean; typescript?: boolean }) =>
      (await import('./actions/setup-template.ts')).writeDefence(file, flags),
    );

const names = cacheKinds.map(({ name }) => name);

function cacheCommand(): Command {
  const command = new Command('cache')
    .summary('show and clean the cache')
    .description('Shows and removes what osharm keeps on this machine, except results.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm setup cache list\n  $ osharm setup cache clean --dry-run\n  $ osharm setup cache clean --all',
    );
  command
    .command('list')
    .summary('list the cache’s contents')
    .description('Lists the cache’s contents, with sizes and the processes that use them.')
    .option('--json', 'print a JSON array, an item for each entry')
    .addHelpText('after', '\nExamples:\n  $ osharm setup cache list\n  $ osharm setup cache list --json')
    .action(async (options: { json?: boolean }) => (await import('./actions/setup-cache.ts')).listCached(options));
  command
    .command('clean')
    .summary('remove what can be rebuilt')
    .description(
      'Removes leftovers of earlier versions and what can be rebuilt without a download, except what a process uses. With kinds: removes these completely.',
    )
    .addArgument(new Argument('[kind...]', 'what to remove').choices(names))
    .option('--all', 'everything but results and prompts; images are built again, packages downloaded again')
    .option('--dry-run', 'print what would be removed, without removing it')
    .option('--json', 'print {"removed": […], "kept": […], "bytes": …} as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm setup cache clean --dry-run\n  $ osharm setup cache clean packages files',
    )
    .action(async (kinds: string[], options: CleanFlags) =>
      (await import('./actions/setup-cache.ts')).cleanCached(kinds, options),
    );
  return command;
}

function completionCommand(commands: Commands): Command {
  return new Command('completion')
    .summary('print a completion script for your shell')
    .description('Prints a script for completion of commands and flags in your shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      '\nExamples:\n  $ source <(osharm setup completion bash)\n  $ osharm setup completion fish > ~/.config/fish/completions/osharm.fish',
    )
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      process.stdout.write(await (await import('./completion.ts')).completionScript(commands, shell));
    });
}
