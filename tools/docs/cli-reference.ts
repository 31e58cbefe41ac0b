import type { Argument, Command, Option } from 'commander';
import { commands } from '../../src/app/cli/commands.ts';
import { optionOf } from '../../src/app/cli/setting-flags.ts';
import { settingNames, settingOf } from '../../src/runs/plan/settings/table.ts';

/** The reference of all commands as Markdown (`docs/reference/cli.md`), generated from their definitions. */
export async function cliReference(): Promise<string> {
  const sections = [];
  const ofRun = listed((await commands.run?.load())?.options ?? []);
  for (const [name, { summary, load }] of Object.entries(commands)) {
    const shared = name === 'run' ? [] : ofRun;
    const sentence = `${summary[0]?.toUpperCase()}${summary.slice(1)}.`;
    sections.push(...commandSection(await load(), `osharm ${name}`, sentence, shared));
  }
  return `${[
    '# Command line reference',
    'Written by `bin/osharm-node tools/docs/write-cli-reference.ts` from the commands themselves. Flags with underscores (`--max_steps`) work too.',
    Object.entries(commands)
      .map(([name, { summary }]) => `- [\`osharm ${name}\`](#osharm-${name}): ${summary}`)
      .join('\n'),
    ...sections,
  ].join('\n\n')}\n`;
}

/** `shared` are flags of `osharm run`, which other commands list without explanations. */
function commandSection(command: Command, path: string, summary: string, shared: readonly Option[]): string[] {
  const args = command.registeredArguments.map((argument) => ` ${argumentName(argument)}`).join('');
  const flags = listed(command.options);
  const description = command.description() === '' ? summary : command.description();
  return [
    `${path.split(' ').length > 3 ? '####' : path.split(' ').length > 2 ? '###' : '##'} ${path}`,
    description,
    `\`\`\`\n${path}${args}${flags.length === 0 ? '' : ' [options]'}\n\`\`\``,
    ...argumentLines(command.registeredArguments),
    ...flagBlocks(flags, shared),
    ...command.commands.flatMap((below) => commandSection(below, `${path} ${below.name()}`, below.summary(), shared)),
  ];
}

function flagBlocks(flags: readonly Option[], shared: readonly Option[]): string[] {
  const rowsOfRun = new Set(shared.map(flagRow));
  const same = flags.filter((flag) => rowsOfRun.has(flagRow(flag)));
  const isNamed = same.length >= 3;
  const own = isNamed ? flags.filter((flag) => !same.includes(flag)) : flags;
  // `osharm run` is divided into the groups of its help.
  const groups = shared.length > 0 ? [own] : [...Map.groupBy(own, groupOf).values()];
  const tables = groups
    .filter((group) => group.length > 0)
    .flatMap((group) => [
      ...(groups.length > 1 && group[0] !== undefined ? [`**${groupOf(group[0])}**`] : []),
      ['| Flag | Meaning |', '|---|---|', ...group.map(flagRow)].join('\n'),
    ]);
  return isNamed ? [...tables, `As in [\`osharm run\`](#osharm-run): ${sameText(same, shared)}.`] : tables;
}

function sameText(same: readonly Option[], shared: readonly Option[]): string {
  const names = new Set(same.map(({ long }) => long));
  const whole = [...Map.groupBy(shared, groupOf)].filter(
    ([, group]) => group.length > 1 && group.every(({ long }) => names.has(long)),
  );
  const inWhole = new Set(whole.flatMap(([, group]) => group.map(({ long }) => long)));
  return [
    ...whole.map(([title]) => `all of *${title}*`),
    ...same.filter(({ long }) => !inWhole.has(long)).map(({ long }) => `\`${long ?? ''}\``),
  ].join(', ');
}

const groupOf = ({ helpGroupHeading }: Option): string => (helpGroupHeading ?? 'Other').replace(/( \(.*\))?:$/, '');

const listed = (options: readonly Option[]): Option[] =>
  options.filter(({ hidden, long }) => long !== '--help-all' && (!hidden || isListed(long)));

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

/** `--help` hides some settings to keep to one screen. OS-Harm's spellings are always hidden. */
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
  if (row === undefined) return long !== '--traj-dir';
  return row.audience !== 'hidden' || (long?.startsWith('--no-') ?? false);
}

const flagRow = (option: Option): string => `| \`${option.flags.replaceAll('|', '\\|')}\` | ${cell(meaning(option))} |`;

function meaning({ description, argChoices, defaultValue, envVar, long, negate }: Option): string {
  const row = negate ? undefined : rows.get(long ?? '');
  // A command's description of its flag replaces the setting's details.
  const detail = row?.help === description ? row.detail : undefined;
  const parts = [description, ...(detail === undefined ? [] : [detail])].map((part) => part.replace(/\.$/, ''));
  if (argChoices !== undefined && argChoices.length > 0)
    parts.push(`Choices: ${argChoices.map((choice) => `\`${choice}\``).join(', ')}`);
  if (defaultValue !== undefined && !negate && defaultValue !== true && defaultValue !== false)
    parts.push(`Default: \`${[defaultValue].flat().join(' ')}\``);
  if (envVar !== undefined) parts.push(`Environment: \`${envVar}\``);
  return `${parts.join('. ')}.`;
}

/** Escapes a table cell: `|` would end it, and `<…>` would be HTML. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/<(?=[a-z])/gi, '&lt;');
