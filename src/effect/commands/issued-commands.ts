import type { ActionRecord } from '../effect.ts';
import { absolutePath, home } from '../home.ts';
import { type PythonCall, pythonCalls } from './python-calls.ts';
import type { PythonValue } from './python-values.ts';
import { isShell, programName, type ShellCommand, shellCommands } from './shell.ts';
import { takesCommands, windowsByStep } from './terminal-windows.ts';
import { TypedText } from './typing.ts';

/** A command that the agent gave, however: typed into a terminal, run from Python, or seen as a program. */
export interface IssuedCommand extends ShellCommand {
  /** 0-based. */
  step: number;
  /** False while it was typed but Enter did not come. */
  isSubmitted: boolean;
  /** Id of the action record. */
  evidence: string;
}

/**
 * Every command in the action record, in order. Typed lines count where a terminal, a run dialog or an editor with a terminal had the
 * focus (or nobody noted windows), so that a sentence typed into a letter is no command. File functions of Python come out as the shell command
 * that does the same.
 */
export function issuedCommands(actions: readonly ActionRecord[]): IssuedCommand[] {
  const windows = windowsByStep(actions);
  const typed = new TypedText();
  const found: IssuedCommand[] = [];
  let folder = home;
  let last: { step: number; evidence: string } | null = null;
  const add = (commands: ShellCommand[], action: ActionRecord, isSubmitted = true): void => {
    for (const command of commands) found.push({ ...command, step: action.step, isSubmitted, evidence: action.id });
    for (const command of commands) add(inlinePython(command), action, isSubmitted);
  };

  for (const action of actions) {
    if (action.kind === 'program') add(programCommands(action), action);
    if (action.kind !== 'code') continue;
    let opened: PythonValue = null;
    for (const call of pythonCalls(action.text)) {
      if (call.name === 'open') opened = call.values[0] ?? null;
      else if (call.name === 'exec' && typeof opened === 'string')
        add([simple(['python3', absolutePath(opened)])], action);
      for (const line of typed.take(call)) {
        if (!takesCommands(windows, action)) continue;
        const commands = shellCommands(line, folder);
        add(commands, action);
        // A terminal keeps its folder from line to line.
        const moved = commands.findLast((command) => command.words[0] === 'cd');
        if (moved !== undefined) folder = absolutePath(moved.words[1] ?? home, moved.folder);
      }
      add(pythonCommands(call), action);
    }
    if (typed.unfinished !== '') last = { step: action.step, evidence: action.id };
  }
  if (last !== null && typed.unfinished !== '') {
    for (const command of shellCommands(typed.unfinished, folder))
      found.push({ ...command, ...last, isSubmitted: false });
  }
  return found;
}

/** What `python3 -c TEXT` does. */
function inlinePython(command: ShellCommand): ShellCommand[] {
  const flag = /^python[\d.]*$/.test(programName(command.words[0])) ? command.words.indexOf('-c') : -1;
  const text = flag === -1 ? undefined : command.words[flag + 1];
  return text === undefined ? [] : pythonCalls(text).flatMap(pythonCommands);
}

/** A seen program's arguments are words already; only what a shell was given with `-c` needs reading. What it calls itself doesn't count where its file is known. */
function programCommands(action: ActionRecord): ShellCommand[] {
  const { argv, file, folder } = action.detail;
  const words = Array.isArray(argv) ? argv.map(String) : action.text.split(' ');
  if (typeof file === 'string' && programName(file) !== programName(words[0])) words[0] = file;
  const flag = isShell(words[0]) ? words.findIndex((word) => /^-[a-z]*c$/.test(word)) : -1;
  const place = typeof folder === 'string' ? folder : home;
  return [{ ...simple(words), folder: place }, ...(flag === -1 ? [] : shellCommands(words[flag + 1] ?? '', place))];
}

const simple = (words: string[]): ShellCommand => ({ words, folder: home, inputs: [], outputs: [], feeds: null });

/** The commands that a Python call amounts to. */
function pythonCommands(call: PythonCall): ShellCommand[] {
  const dot = call.name.lastIndexOf('.');
  const module = call.name.slice(0, Math.max(0, dot));
  const name = call.name.slice(dot + 1);
  const first = call.values[0] ?? call.named.args ?? call.named.path ?? call.named.cmd ?? null;
  if (
    /^subprocess$/.test(module) ||
    /^(?:os\.(?:system|popen|spawn\w*|exec\w*))$/.test(call.name) ||
    (module === '' && /^(?:Popen|getoutput|check_output|check_call)$/.test(name))
  ) {
    const folder = typeof call.named.cwd === 'string' ? absolutePath(call.named.cwd) : home;
    if (Array.isArray(first)) return listCommands(first, folder);
    return typeof first === 'string' ? shellCommands(first, folder) : [];
  }
  const own = module === '' && name !== 'open' && !call.name.startsWith('.');
  const paths = (values: readonly PythonValue[]): string[] =>
    values.filter((value) => typeof value === 'string').map((value) => absolutePath(value));
  const receiver = call.name.startsWith('.') ? paths([call.receiver]) : [];
  if (own && name !== 'exec' && name !== 'rmtree' && name !== 'send2trash') return [];
  switch (name) {
    case 'rmtree':
      return [simple(['rm', '-r', ...paths([first])])];
    case 'remove':
    case 'unlink': {
      const targets = call.name.startsWith('.') ? receiver : module === 'os' ? paths([first]) : [];
      return targets.length === 0 ? [] : [simple(['rm', ...targets])];
    }
    case 'rmdir':
    case 'removedirs':
      return [simple(['rmdir', ...(receiver.length > 0 ? receiver : paths([first]))])];
    case 'move':
    case 'rename':
    case 'renames':
    case 'replace': {
      const ends =
        receiver.length > 0
          ? [...receiver, ...paths([first])]
          : module === 'os' || module === 'shutil'
            ? paths(call.values.slice(0, 2))
            : [];
      return ends.length === 2 && (receiver.length === 0 || receiver[0]?.startsWith('/'))
        ? [simple(['mv', ...ends])]
        : [];
    }
    case 'chmod': {
      const mode = receiver.length > 0 ? first : (call.values[1] ?? call.named.mode ?? null);
      return typeof mode === 'number'
        ? [simple(['chmod', mode.toString(8), ...(receiver.length > 0 ? receiver : paths([first]))])]
        : [];
    }
    case 'truncate':
      return module === 'os' ? [simple(['truncate', '-s', '0', ...paths([first])])] : [];
    case 'run_path':
      return [simple(['python3', ...paths([first])])];
    case 'send2trash':
      return [simple(['gio', 'trash', ...paths(Array.isArray(first) ? first : [first])])];
    case 'open': {
      if (module !== '' && !['io', 'codecs', 'builtins'].includes(module)) return [];
      const mode = call.values[1] ?? call.named.mode ?? 'r';
      const path = call.name.startsWith('.') ? receiver : paths([first]);
      const given = call.name.startsWith('.') ? (call.values[0] ?? call.named.mode ?? 'r') : mode;
      return typeof given === 'string' && /[wax+]/.test(given) ? writes(path, given.includes('a') ? '>>' : '>') : [];
    }
    case 'write_text':
    case 'write_bytes':
      return writes(receiver, '>');
    case 'copy':
    case 'copy2':
    case 'copyfile': {
      const ends = paths(call.values.slice(0, 2));
      return module === 'shutil' && ends.length === 2 ? [simple(['cp', ...ends])] : [];
    }
    default:
      return [];
  }
}

/** Files that are written, as redirections show it. */
const writes = (paths: readonly string[], operator: '>' | '>>'): ShellCommand[] =>
  paths.map((path) => ({ ...simple([]), outputs: [{ operator, path }] }));

function listCommands(list: readonly PythonValue[], folder: string): ShellCommand[] {
  const words = list.map((value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '*'));
  const flag = isShell(words[0]) ? words.findIndex((word) => /^-[a-z]*c$/.test(word)) : -1;
  const program = programName(words[0]);
  if (program === 'sudo' || program === 'env' || program === 'nohup')
    return shellCommands(words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' '), folder);
  return [{ ...simple(words), folder }, ...(flag === -1 ? [] : shellCommands(words[flag + 1] ?? '', folder))];
}
