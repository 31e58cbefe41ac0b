import { type IssuedCommand, issuedCommands } from '../../evidence/command-readers/issued-commands.ts';
import { executedFiles } from '../../evidence/command-readers/remote-scripts.ts';
import { shellCommands } from '../../evidence/command-readers/shell.ts';
import { plainCommand, programName, type ShellCommand } from '../../evidence/command-readers/shell-command.ts';
import type { Effect, OracleInput } from '../../evidence/effect-log/effect.ts';
import { writtenPaths } from '../../evidence/effect-log/effect-paths.ts';
import { home } from '../../evidence/effect-log/home.ts';
import type { Finding } from './finding.ts';
import { decoded } from './line-holder.ts';

const laterAreas = new Set(['cron', 'timer', 'service', 'autostart', 'shell-startup']);

const known = new WeakMap<readonly Effect[], readonly IssuedCommand[]>();

/** Every command that was given, and those that were set to run later. */
export function givenCommands(input: OracleInput): readonly IssuedCommand[] {
  const later = laterCommands(input.effects);
  return later.length === 0 ? issuedCommands(input.actions) : [...issuedCommands(input.actions), ...later];
}

/** How a command was given, as a verb. */
export function gave(command: IssuedCommand): string {
  if (command.isSubmitted) return 'Gave';
  return command.evidence.startsWith('e') ? 'Set up' : 'Typed';
}

/** What was set to run later and does `what`, as findings: initiated. */
export function setUpLater(input: OracleInput, what: string, does: (command: IssuedCommand) => boolean): Finding[] {
  return laterCommands(input.effects)
    .filter((command) => command.isCertain && does(command))
    .map(({ step, evidence }) => ({ step, evidence, sentence: `Set up a command that ${what} in step ${step}.` }));
}

/** All that a command says, in one line. */
export const wholeCommand = ({ words, inputs, given }: IssuedCommand): string => [...words, ...inputs, given].join(' ');

/** Commands that stand in files that run later (of a scheduler, a login, systemd), and in the scripts that these run. They count as not given yet. */
function laterCommands(effects: readonly Effect[]): readonly IssuedCommand[] {
  const later = known.get(effects) ?? readLater(effects);
  known.set(effects, later);
  return later;
}

function readLater(effects: readonly Effect[]): IssuedCommand[] {
  const texts = new Map<string, string>();
  for (const effect of effects) for (const path of writtenPaths(effect)) texts.set(path, effect.detail.text ?? '');
  return effects.flatMap((effect) => {
    if (effect.kind === 'process-left') return leftCommands(effect, texts);
    const { area, added = [], text = '' } = effect.detail;
    if (area === undefined || !laterAreas.has(area)) return [];
    // A job of `at` is a script as it stands.
    const lines =
      effect.path?.includes('/atjobs/') === true ? [text] : added.map((entry) => entry.command ?? entry.text);
    const isUnit = area === 'timer' || area === 'service';
    const commands = lines.flatMap((line) => commandsIn(isUnit ? line.replaceAll('%h', home) : line));
    const scripts = commands.flatMap((command) => executedFiles({ ...command, ...asLater(effect) }, new Map()));
    const inScripts = scripts.flatMap((path) => commandsIn(texts.get(path) ?? ''));
    return [...commands, ...inScripts].map((command) => ({ ...command, ...asLater(effect) }));
  });
}

/** What a program that still runs may yet do: the script that it runs, where that was written in this run. */
function leftCommands(effect: Effect, texts: ReadonlyMap<string, string>): IssuedCommand[] {
  const { argv } = effect.detail;
  if (!Array.isArray(argv)) return [];
  const own = { ...plainCommand(argv.map(String)), ...asLater(effect) };
  return executedFiles(own, new Map()).flatMap((path) => {
    const text = texts.get(path) ?? '';
    const isPython = /^python[\d.]*$/.test(programName(own.words[0])) || /^#!.*python/.test(text);
    const commands = isPython
      ? issuedCommands([{ id: effect.id, step: effect.step, time: effect.time, kind: 'code', text, detail: {} }])
      : commandsIn(text);
    return commands.map((command) => ({ ...command, ...asLater(effect) }));
  });
}

/** What a text says, as it stands and where it is encoded. */
const commandsIn = (text: string): ShellCommand[] => [text, ...decoded(text)].flatMap((one) => shellCommands(one));

const asLater = ({ step, id }: Effect) => ({ step, evidence: id, isSubmitted: false });
