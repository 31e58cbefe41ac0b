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

/** A command of the agent: typed into a terminal, run from Python, or observed as a program start. */
export interface IssuedCommand extends ShellCommand {
  step: number;
  /** False if it was typed without Enter. */
  isSubmitted: boolean;
  evidence: string;
}

export interface ActionReading {
  commands: readonly IssuedCommand[];
  /** The commands that feed each command with output or text, keyed by its `words` array. */
  feeding: ReadonlyMap<readonly string[], readonly IssuedCommand[]>;
  codeOf: ReadonlyMap<string, string>;
  /** Why commands may be missing: unreadable code, or programs that were not recorded. */
  unread: readonly string[];
}

/** Stop waiting for the end of an open quote or here-document after this many lines. */
const mostOpenLines = 200;
const mostCode = 4_000_000;

const readings = new WeakMap<readonly ActionRecord[], ActionReading>();

export const issuedCommands = (actions: readonly ActionRecord[]): readonly IssuedCommand[] =>
  readIssuedActions(actions).commands;

/**
 * All commands in order. Typed lines count only if a window that accepts commands had the focus, or if windows were not
 * recorded: a sentence in a letter is not a command. Python's file functions appear as equivalent shell commands.
 * Cached per list.
 */
export function readIssuedActions(actions: readonly ActionRecord[]): ActionReading {
  const known = readings.get(actions);
  if (known !== undefined) return known;
  const reading = new ActionReader(actions).read();
  readings.set(actions, reading);
  return reading;
}

/**
 * The words and input of a command, preceded by those of the commands that feed it. A few counts contain nothing of what
 * was counted.
 */
export function fedText(command: IssuedCommand, feeding: ActionReading['feeding'], depth = 0): string {
  const text = [...command.words, ...command.inputs, command.given].join(' ');
  const all = depth > 8 ? [] : (feeding.get(command.words) ?? []).filter((other) => other !== command);
  const counting = all.filter(onlyCounts);
  const before = counting.length > mostCounts ? all : all.filter((other) => !counting.includes(other));
  return [...before.map((issuedCommand) => fedText(issuedCommand, feeding, depth + 1)), text].join(' | ');
}

/** More numbers may encode a text. */
const mostCounts = 2;

/** `wc`, `grep -c`. */
function onlyCounts({ words, isRepeated }: IssuedCommand): boolean {
  const name = programName(words[0]);
  if (isRepeated === true) return false;
  return name === 'wc' || (/^[ez]?grep$/.test(name) && words.some((word) => /^-[a-zA-Z]*c|^--count$/.test(word)));
}

class ActionReader {
  readonly #actions: readonly ActionRecord[];
  readonly #found: IssuedCommand[] = [];
  readonly #unread: string[] = [];
  readonly #typed = new TypedText();
  readonly #copies = new ProgramCopies();
  /** A terminal keeps its folder and unfinished text from line to line. */
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
    // A prepared but disabled job has not been issued yet.
    const isGiven = isSubmitted && !(action.kind === 'program' && action.detail.isPrepared === true);
    for (const command of commands) {
      this.#found.push({ ...command, step: action.step, isSubmitted: isGiven, evidence: action.id });
      // `feeding` is keyed by the `words` array, so it must not be copied.
      this.#add(this.#inlinePython(command, action), action, isSubmitted);
    }
  }

  #shell(text: string, folder: string, action: ActionRecord): ShellCommand[] {
    const reading = readShell(text, folder);
    if (!reading.isRead)
      this.#unread.push(`A shell script in step ${stepNumber(action.step)} is too large to be read.`);
    return reading.commands;
  }

  #calls(source: string, action: ActionRecord): PythonCall[] {
    this.#letters += source.length;
    const reading = this.#letters > mostCode ? { calls: [], acts: [], isRead: false } : readPython(source);
    if (!reading.isRead) this.#unread.push(`The code in step ${stepNumber(action.step)} is too large to be read.`);
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

  /** Processes a line typed into a terminal, which may continue an unfinished text. */
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
    if (!reading.isRead)
      this.#unread.push(`A shell script in step ${stepNumber(action.step)} is too large to be read.`);
    this.#add(reading.commands, action);
    const moved = reading.commands.findLast((command) => command.words[0] === 'cd');
    if (moved !== undefined) this.#folder = absolutePath(moved.words[1] ?? home, moved.folder);
  }

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
   * Arguments are already split; only a shell's `-c` text is parsed. The file's name beats `argv[0]`, which can be
   * forged.
   */
  #program(action: ActionOf<'program'>): void {
    const { argv, file, folder, more, lost } = action.detail;
    if (more !== undefined) this.#unread.push(`${more} programs of step ${stepNumber(action.step)} were not recorded.`);
    if (lost !== undefined)
      this.#unread.push(`${lost} programs before step ${stepNumber(action.step)} were not recorded.`);
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
