import type { Argument, Command, CommanderError, Option } from 'commander';

/** Commands of other evaluation tools or by another name, and what does their work here. */
const otherCommands: Readonly<Record<string, string>> = {
  eval: 'osharm run runs an agent on tasks.',
  score: 'osharm judge judges recorded runs.',
  rejudge: 'osharm judge judges recorded runs again.',
  analyze: 'osharm report prints rates and intervals.',
  logs: 'osharm view DIR shows results.',
  list: 'osharm suite list names subsets; osharm run --dry-run --list names tasks.',
  show: 'osharm run --task ID --dry-run shows what a task plans; TASKS.md in the suite describes all of them.',
  describe: 'osharm suite list describes the suite; TASKS.md in its folder describes all tasks.',
  quickstart: 'osharm setup quickstart runs two scripted agents and shows their results.',
  tasks: 'osharm suite list names subsets; osharm run --dry-run --list names tasks.',
  agent: 'osharm setup agent writes one to start from; osharm run --agent FILE runs it.',
  agents: 'osharm setup agent writes one to start from; osharm run --agent FILE runs it.',
  defence: 'osharm setup defence writes one to start from; osharm run --defence FILE runs with it.',
  defences: 'osharm setup defence writes one to start from; osharm run --defence FILE runs with it.',
  monitors: 'osharm monitor DIR --monitor NAME scores recorded runs; osharm attack monitors searches for gaps.',
  image: 'osharm setup image builds, lists and exports desktop images.',
  serve: 'osharm desktop serve lends desktops; osharm view DIR shows results.',
};

/**
 * The next step after a command line that Commander refused: what is missing, in the words of the help, and a command
 * to type. Null if Commander's message has the next step.
 */
export function misuseHint(command: Command, name: string, error: CommanderError): string | null {
  const quoted = /'([^']+)'/.exec(error.message)?.[1] ?? '';
  switch (error.code) {
    case 'commander.missingArgument':
      return joined(
        command.registeredArguments
          .slice(command.args.length)
          .filter(({ required }) => required)
          .map(argumentInWords),
        example(command, name),
      );
    case 'commander.missingMandatoryOptionValue':
      return joined(
        command.options.filter((option) => isMissing(command, option)).map(optionInWords),
        example(command, name, quoted),
      );
    case 'commander.optionMissingArgument':
      return joined(
        command.options.filter(({ flags }) => flags === quoted).map(optionInWords),
        example(command, name, quoted),
      );
    case 'commander.unknownOption':
      return error.message.includes('\n') ? null : unknownFlag(command, name, quoted);
    case 'commander.unknownCommand':
      if (Object.hasOwn(otherCommands, quoted)) return otherCommands[quoted] ?? null;
      return error.message.includes('\n') ? null : commandsOf(command, name);
    case 'commander.excessArguments':
      return command.commands.length > 1 && command.registeredArguments.length === 0
        ? commandsOf(command, name)
        : joined([`Usage: ${name} ${command.usage()}`], example(command, name));
    default:
      return null;
  }
}

const isMissing = (command: Command, option: Option): boolean =>
  option.mandatory && command.getOptionValue(option.attributeName()) === undefined;

const argumentInWords = (argument: Argument): string =>
  `${argument.name().toUpperCase()}: ${argument.description}${choices(argument.argChoices)}`;

const optionInWords = (option: Option): string =>
  `${option.flags}: ${option.description}${choices(option.argChoices)}${option.envVar === undefined ? '' : ` (or ${option.envVar} in the environment)`}`;

const choices = (names: readonly string[] | undefined): string => (names === undefined ? '' : ` (${names.join(', ')})`);

function commandsOf(command: Command, name: string): string {
  const names = command.commands.map((below) => below.name()).filter((below) => below !== 'help');
  return `Commands: ${names.join(', ')}. ${name} --help describes them.`;
}

function unknownFlag(command: Command, name: string, flag: string): string {
  const word = flag.replace(/^--?/, '');
  const near = command.options.filter(({ long }) => word.length > 2 && long?.includes(word) === true);
  const sibling = command.parent?.commands.find(({ options }) => options.some(({ long }) => long === flag));
  const flags = command.options.map(({ long, short }) => long ?? short ?? '');
  const listed = `${name} ${flags.includes('--help-all') ? '--help-all' : '--help'} lists the flags.`;
  if (near.length > 0) return `Is it ${near.map((option) => option.flags).join(' or ')}? ${listed}`;
  return joined(
    [
      ...(sibling === undefined ? [] : [`${name.replace(/\S+$/, sibling.name())} has ${flag}.`]),
      flags.length > 0 && flags.length < 10 ? `Flags of ${name}: ${flags.join(', ')}.` : listed,
    ],
    example(command, name),
  );
}

/** One of the command's examples, with the flag if one has it. */
function example(command: Command, name: string, flag = ''): string | null {
  let help = '';
  command.configureOutput({
    writeOut: (part) => {
      help += part;
    },
  });
  command.outputHelp();
  const lines = [...help.matchAll(/^ {2}\$ (osharm .*)$/gm)].map(([, line = '']) => line);
  const long = /--[\w-]+/.exec(flag)?.[0];
  const own = lines.filter((line) => line.startsWith(`${name} `) || line === name);
  return own.find((line) => long !== undefined && line.includes(long)) ?? own[0] ?? lines[0] ?? null;
}

function joined(parts: readonly string[], line: string | null): string {
  return [...parts, ...(line === null ? [] : [`For example: ${line}`])].join('\n    ');
}
