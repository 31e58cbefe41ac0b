import type { ActionOf, ActionRecord } from '../../base/record/evidence/action-record.ts';
import { stepNumber } from '../../base/record/step-number.ts';
import { absolutePath, home } from '../effect-log/home.ts';
import { ProgramCopies } from './program-copies.ts';
import type { PythonCall } from './python-call.ts';
import { readPython } from './python-calls.ts';
import { pythonCommands, runsCommands } from './python-commands.ts';
import type { PythonValue } from './python-values.ts';
import { readShell } from './shell.ts';
import { isShell, plainCommand, programName, type ShellCommand } from './shell-command.ts';
import { takesCommands, windowsByStep } from './terminal-windows.ts';
import { type FinishedLine, TypedText } from './typing.ts';

/** A command that the agent gave, however: typed into a terminal, run from Python, or seen as a program. */
export interface IssuedCommand extends ShellCommand {
  /** 0-based. */
  step: number;
  /** False while it was typed but Enter did not come. */
  isSubmitted: boolean;
  /** Id of the action record. */
  evidence: string;
}

/** What the action record comes to. */
export interface ActionReading {
  commands: readonly IssuedCommand[];
  /** What gives its output or text to each command, by that command's words. */
  feeding: ReadonlyMap<readonly string[], readonly IssuedCommand[]>;
  /** The agent's code by the id of its record. */
  codeOf: ReadonlyMap<string, string>;
  /** Why commands may be missing: code that was too large to read, programs that were not noted. Empty where all was read. */
  unread: readonly string[];
}

/** Lines of an unfinished text that are waited for. */
const mostOpenLines = 200;
/** Characters of code that are read of one run. */
const mostCode = 4_000_000;

const readings = new WeakMap<readonly ActionRecord[], ActionReading>();

/** The commands of `readIssuedActions`. */
export const issuedCommands = (actions: readonly ActionRecord[]): readonly IssuedCommand[] =>
  readIssuedActions(actions).commands;

/**
 * Every command in the action record, in order. Typed lines count where a terminal, a run dialog or an editor with a
 * terminal had the focus (or nobody noted windows), so that a sentence typed into a letter is no command. File
 * functions of Python come out as the shell command that does the same. Read once for each list.
 */
export function readIssuedActions(actions: readonly ActionRecord[]): ActionReading {
  const known = readings.get(actions);
  if (known !== undefined) return known;
  const reading = new ActionReader(actions).read();
  readings.set(actions, reading);
  return reading;
}

/** All that is known of a command: its words, files and input, after those of what is piped or substituted into it. */
export function fedText(command: IssuedCommand, feeding: ActionReading['feeding'], depth = 0): string {
  const text = [...command.words, ...command.inputs, command.given].join(' ');
  const before = depth > 8 ? [] : (feeding.get(command.words) ?? []).filter((other) => other !== command);
  return [...before.map((issuedCommand) => fedText(issuedCommand, feeding, depth + 1)), text].join(' | ');
}

class ActionReader {
  readonly #actions: readonly ActionRecord[];
  readonly #found: IssuedCommand[] = [];
  readonly #unread: string[] = [];
  readonly #typed = new TypedText();
  readonly #copies = new ProgramCopies();
  /** A terminal keeps its folder from line to line, and lines that it waits for the end of. */
  #folder = home;
  #open: string[] = [];
  #interrupts = 0;
  #letters = 0;

  constructor(actions: readonly ActionRecord[]) {
    this.#actions = actions;
  }

  read(): ActionReading {
    const windows = windowsByStep(this.#actions);
    let last: ActionRecord | null = null;
    let step: number | null = null;
    let typedBefore = 0;
    for (const action of this.#actions) {
      if (action.kind === 'program') this.#program(action);
      if (action.kind !== 'code') continue;
      if (action.step !== step) typedBefore = this.#typed.count;
      step = action.step;
      const before = typedBefore;
      this.#code(action, (line) =>
        takesCommands(
          windows,
          action,
          line === null ? null : { from: Math.max(0, line.from - before), to: Math.max(0, line.to - before) },
        ),
      );
      if (this.#typed.unfinished !== '' || this.#open.length > 0) last = action;
    }
    const rest = [...this.#open, this.#typed.unfinished].join('\n');
    if (last !== null && rest.trim() !== '') this.#add(readShell(rest, this.#folder).commands, last, false);
    const feeding = new Map<readonly string[], IssuedCommand[]>();
    for (const command of this.#found) {
      if (command.feeds === null) continue;
      const list = feeding.get(command.feeds) ?? [];
      if (list.length === 0) feeding.set(command.feeds, list);
      list.push(command);
    }
    const code = this.#actions.filter((action) => action.kind === 'code');
    const codeOf = new Map(code.map((action) => [action.id, action.text]));
    return { commands: this.#found, feeding, codeOf, unread: this.#unread };
  }

  #add(commands: readonly ShellCommand[], action: ActionRecord, isSubmitted = true): void {
    // What lies ready and is switched off was not given yet.
    const isGiven = isSubmitted && !(action.kind === 'program' && action.detail.isPrepared === true);
    for (const command of commands) {
      this.#found.push({ ...command, step: action.step, isSubmitted: isGiven, evidence: action.id });
      // Words must stay one object: what feeds a command names it by them.
      this.#add(this.#inlinePython(command, action), action, isSubmitted);
    }
  }

  #shell(text: string, folder: string, action: ActionRecord): ShellCommand[] {
    const reading = readShell(text, folder);
    if (!reading.isRead) this.#unread.push(`A shell text of step ${stepNumber(action.step)} is too large to be read.`);
    return reading.commands;
  }

  #calls(source: string, action: ActionRecord): PythonCall[] {
    this.#letters += source.length;
    const reading = this.#letters > mostCode ? { calls: [], acts: [], isRead: false } : readPython(source);
    if (!reading.isRead) this.#unread.push(`The code of step ${stepNumber(action.step)} is too large to be read.`);
    return reading.calls;
  }

  #code(action: ActionRecord, isGiven: (line: FinishedLine | null) => boolean): void {
    let opened: PythonValue = null;
    let place = home;
    for (const call of this.#calls(action.text, action)) {
      if (call.name === 'os.chdir' && typeof call.values[0] === 'string') place = absolutePath(call.values[0], place);
      if (call.name === 'open') opened = call.values[0] ?? null;
      else if (call.name === 'exec' && typeof opened === 'string')
        this.#add([plainCommand(['python3', absolutePath(opened, place)], place)], action);
      for (const line of this.#typed.take(call)) if (isGiven(line)) this.#line(line.text, action);
      for (const line of this.#typed.takeGivenUp())
        if (isGiven(null)) this.#add(readShell(line, this.#folder).commands, action, false);
      this.#add(this.#commandsOf(call, place, action), action);
    }
  }

  #commandsOf(call: PythonCall, place: string, action: ActionRecord): ShellCommand[] {
    const run = runsCommands(call, place);
    const commands =
      run === null
        ? pythonCommands(call, place)
        : typeof run.command === 'string'
          ? this.#shell(run.command, run.folder, action)
          : this.#words(run.command, run.folder, action, run.given);
    return commands.map((command) => ({
      ...command,
      given: command.given + (run?.given ?? ''),
      isCertain: command.isCertain && call.isCertain,
    }));
  }

  /** A line that was given to a terminal, or the next one of a text that it waits for the end of. */
  #line(line: string, action: ActionRecord): void {
    if (this.#typed.interrupts !== this.#interrupts) this.#open = [];
    this.#interrupts = this.#typed.interrupts;
    const text = [...this.#open, line].join('\n');
    const reading = readShell(text, this.#folder);
    if (!reading.isComplete && this.#open.length < mostOpenLines) {
      this.#open.push(line);
      return;
    }
    this.#open = [];
    if (!reading.isRead) this.#unread.push(`A shell text of step ${stepNumber(action.step)} is too large to be read.`);
    this.#add(reading.commands, action);
    const moved = reading.commands.findLast((command) => command.words[0] === 'cd');
    if (moved !== undefined) this.#folder = absolutePath(moved.words[1] ?? home, moved.folder);
  }

  /** What `python3 -c TEXT` and `python3 <<END` do. */
  #inlinePython(command: ShellCommand, action: ActionRecord): ShellCommand[] {
    if (!/^python[\d.]*$/.test(programName(command.words[0]))) return [];
    const flag = command.words.indexOf('-c');
    const isGiven = command.words.slice(1).every((word) => word === '-' || word === '-u');
    const text = flag === -1 ? (isGiven ? command.given : '') : (command.words[flag + 1] ?? '');
    if (text === '') return [];
    return this.#calls(text, action).flatMap((call) =>
      this.#commandsOf(call, command.folder, action).map((shellCommand) => ({
        ...shellCommand,
        isCertain: shellCommand.isCertain && command.isCertain,
      })),
    );
  }

  /**
   * A seen program's arguments are words already; only what a shell was given with `-c` needs reading. What it calls
   * itself doesn't count where its file is known.
   */
  #program(action: ActionOf<'program'>): void {
    const { argv, file, folder, more, lost } = action.detail;
    if (more !== undefined) this.#unread.push(`${more} programs of step ${stepNumber(action.step)} were not noted.`);
    if (lost !== undefined)
      this.#unread.push(`${lost} programs before step ${stepNumber(action.step)} were not noted.`);
    if (more !== undefined) return;
    const words = argv === undefined ? action.text.split(' ') : [...argv];
    if (file !== undefined && programName(file) !== programName(words[0])) words[0] = file;
    const place = folder ?? home;
    this.#copies.take(words, place);
    words[0] = this.#copies.originalOf(words[0] ?? '');
    this.#add(this.#words(words, place, action), action);
  }

  #words(words: string[], folder: string, action: ActionRecord, given = ''): ShellCommand[] {
    const program = programName(words[0]);
    if (program === 'sudo' || program === 'env' || program === 'nohup')
      return this.#shell(words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' '), folder, action);
    const flag = isShell(words[0]) ? words.findIndex((word) => /^-[a-z]*c$/.test(word)) : -1;
    const isReading = isShell(words[0]) && words.slice(1).every((word) => word.startsWith('-'));
    const text = flag !== -1 ? (words[flag + 1] ?? '') : isReading ? given : '';
    return [plainCommand(words, folder), ...(text === '' ? [] : this.#shell(text, folder, action))];
  }
}
