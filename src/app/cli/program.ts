import { Command, CommanderError } from 'commander';
import { commands } from './commands.ts';
import { reportFailure } from './failure.ts';
import { misuseHint } from './misuse.ts';

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
  return command.exitOverride((error) => {
    const hint = misuseHint(command, name, error);
    if (hint !== null) process.stderr.write(`  → ${hint}\n`);
    throw error;
  });
}
