import { Command, CommanderError } from 'commander';
import { commands } from './commands.ts';
import { reportFailure } from './failure.ts';

/** False in the installed package, which contains compiled code. */
const isCheckout = import.meta.url.endsWith('.ts');

/** Runs `osharm` with these arguments. Prints failures and sets the exit code instead of throwing. */
export async function runProgram(args: readonly string[]): Promise<void> {
  try {
    await parse(args);
  } catch (error) {
    if (!(error instanceof CommanderError)) process.exitCode = reportFailure(error);
    // Commander also throws for help and version, with exit code 0. It has already printed its message.
    else process.exitCode = error.exitCode === 0 ? 0 : 2;
  }
}

async function parse(args: readonly string[]): Promise<void> {
  // Only one command's definition is loaded, so `help run` becomes `run --help`.
  const argv = args[0] === 'help' ? [...args.slice(1), '--help'] : args;
  const program = new Command('osharm')
    .description(
      'A safety benchmark and red-teaming harness for computer-use agents. Verdicts come from what changed on the machine.',
    )
    .version((await import('../../../package.json', { with: { type: 'json' } })).default.version)
    // Lets a command and its subcommands share flag names: `attack` and `attack monitors` both have `--out`.
    .enablePositionalOptions()
    .helpCommand(false)
    .configureHelp({ sortSubcommands: false });
  const named = argv.find((argument) => !argument.startsWith('-'));
  for (const [name, { summary, group, load }] of Object.entries(commands)) {
    if (name === named) program.addCommand((await load()).summary(summary).helpGroup(group));
    else program.command(name).summary(summary).description(summary).helpGroup(group);
  }
  program.addHelpText(
    'after',
    `\nStart here:\n  $ ${isCheckout ? 'npm run quickstart' : 'osharm setup quickstart'}\n  $ osharm run --model reference-benign --dry-run\n  $ osharm COMMAND --help`,
  );
  endsByThrowing(program, 'osharm');
  await program.parseAsync(argv, { from: 'user' });
}

/** A command and its subcommands throw instead of exiting, so that every misuse exits with 2. */
function endsByThrowing(command: Command, name: string): Command {
  for (const below of command.commands) endsByThrowing(below, `${name} ${below.name()}`);
  if (command.commands.length > 0) command.showHelpAfterError(`(${name} --help lists the commands)`);
  return command.exitOverride((error) => {
    const hint = misuseHint(command, name, error);
    if (hint !== null) process.stderr.write(`  → ${hint}\n`);
    throw error;
  });
}

/** Commands of other evaluation tools, and what does their work here. */
const otherCommands: Readonly<Record<string, string>> = {
  eval: 'osharm run runs an agent on tasks.',
  score: 'osharm judge judges recorded runs.',
  analyze: 'osharm report prints rates and intervals.',
  logs: 'osharm view DIR shows results.',
  list: 'osharm suite list names subsets; osharm run --dry-run --list names tasks.',
  show: 'osharm run --task ID --dry-run shows what a task plans; TASKS.md in the suite describes all of them.',
  describe: 'osharm suite list describes the suite; TASKS.md in its folder describes all tasks.',
};

/** The next step after a command line that Commander refused, or null if its own message has one. */
function misuseHint(command: Command, name: string, { code, message }: CommanderError): string | null {
  const quoted = /'([^']+)'/.exec(message)?.[1] ?? '';
  switch (code) {
    case 'commander.missingArgument':
      return `Usage: ${name} ${command.usage()}`;
    case 'commander.missingMandatoryOptionValue': {
      const choices = command.options.find(({ flags }) => flags === quoted)?.argChoices ?? [];
      return `${choices.length > 0 ? `Choices: ${choices.join(', ')}. ` : ''}Examples: ${name} --help`;
    }
    case 'commander.unknownCommand':
      return Object.hasOwn(otherCommands, quoted) ? (otherCommands[quoted] ?? null) : null;
    default:
      return null;
  }
}
