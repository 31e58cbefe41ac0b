import type { Argument, Command, Option } from 'commander';
import { settingNames, settingOf } from '../../runs/plan/settings/table.ts';
import { commands } from './commands.ts';
import { optionOf } from './setting-flags.ts';

/** The reference of all commands as Markdown, from the definitions that the program runs: `docs/reference/cli.md`. */
export async function cliReference(): Promise<string> {
  const sections = [];
  for (const [name, { summary, load }] of Object.entries(commands))
    sections.push(
      ...commandSection(await load(), `osharm ${name}`, `${summary[0]?.toUpperCase()}${summary.slice(1)}.`),
    );
  return `${[
    '# Command line reference',
    'Written by `bin/osharm-node tools/docs/write-cli-reference.ts` from the commands themselves. Flags with underscores (`--max_steps`) work too.',
    Object.entries(commands)
      .map(([name, { summary }]) => `- [\`osharm ${name}\`](#osharm-${name}): ${summary}`)
      .join('\n'),
    ...sections,
  ].join('\n\n')}\n`;
}

function commandSection(command: Command, path: string, summary: string): string[] {
  const args = command.registeredArguments.map((argument) => ` ${argumentName(argument)}`).join('');
  const flags = command.options.filter(({ hidden, long }) => long !== '--help-all' && (!hidden || isListed(long)));
  const description = command.description() === '' ? summary : command.description();
  return [
    `${path.split(' ').length > 3 ? '####' : path.split(' ').length > 2 ? '###' : '##'} ${path}`,
    description,
    `\`\`\`\n${path}${args}${flags.length === 0 ? '' : ' [options]'}\n\`\`\``,
    ...argumentLines(command.registeredArguments),
    ...(flags.length === 0 ? [] : [flagTable(flags)]),
    ...command.commands.flatMap((below) => commandSection(below, `${path} ${below.name()}`, below.summary())),
  ];
}

const argumentName = (argument: Argument): string => {
  const { required, variadic } = argument;
  const text = `${argument.name()}${variadic ? '…' : ''}`;
  return required ? text.toUpperCase() : `[${text.toUpperCase()}]`;
};

function argumentLines(list: readonly Argument[]): string[] {
  const lines = list.filter(({ description }) => description !== '');
  return lines.length === 0
    ? []
    : [lines.map((argument) => `- \`${argument.name().toUpperCase()}\`: ${argument.description}`).join('\n')];
}

/** A setting that `--help` hides to keep to one screen; OS-Harm's spellings are hidden for good. */
const rows = new Map(
  settingNames.map(settingOf).flatMap((row) => {
    if (row.flags === null) return [];
    const { long } = optionOf(row);
    const off = row.off === undefined ? [] : [[long?.replace('--', '--no-') ?? '', row] as const];
    return [[long ?? '', row] as const, ...off];
  }),
);

function isListed(long: string | undefined): boolean {
  const row = rows.get(long ?? '');
  if (row === undefined) return long === '--config' || long === '--no-config';
  return row.audience !== 'hidden' || (long?.startsWith('--no-') ?? false);
}

function flagTable(flags: readonly Option[]): string {
  const lines = flags.map((option) => `| \`${option.flags.replaceAll('|', '\\|')}\` | ${cell(meaning(option))} |`);
  return ['| Flag | |', '|---|---|', ...lines].join('\n');
}

function meaning({ description, argChoices, defaultValue, envVar, long, negate }: Option): string {
  const row = negate ? undefined : rows.get(long ?? '');
  const parts = [description.replace(/\.$/, ''), ...(row?.detail === undefined ? [] : [row.detail.replace(/\.$/, '')])];
  if (argChoices !== undefined && argChoices.length > 0)
    parts.push(`Choices: ${argChoices.map((choice) => `\`${choice}\``).join(', ')}`);
  if (defaultValue !== undefined && !negate && defaultValue !== true && defaultValue !== false)
    parts.push(`Default: \`${[defaultValue].flat().join(' ')}\``);
  if (envVar !== undefined) parts.push(`Environment: \`${envVar}\``);
  return `${parts.join('. ')}.`;
}

/** Text of a table's cell: no bar ends it, and no `<…>` is taken for HTML. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/<(?=[a-z])/gi, '&lt;');
