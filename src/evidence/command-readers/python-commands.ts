import { absolutePath } from '../effect-log/home.ts';
import type { PythonCall } from './python-call.ts';
import { type PythonValue, textOf, unknownPart } from './python-values.ts';
import { plainCommand, type ShellCommand } from './shell-command.ts';

/** The program started by a call, its folder and its input; null if the call starts no program. */
export function runsCommands(
  call: PythonCall,
  place: string,
): { command: string | string[]; folder: string; given: string } | null {
  const { module, name } = nameOf(call);
  const isStart =
    /^(?:subprocess|asyncio)$/.test(module) ||
    /^os\.(?:system|popen|spawn\w*|exec\w*|posix_spawnp?)$/.test(call.name) ||
    (module === '' && /^(?:Popen|getoutput|check_output|check_call)$/.test(name));
  if (!isStart || /^(?:run|gather|sleep|get_event_loop)$/.test(module === 'asyncio' ? name : '')) return null;
  const folder = typeof call.named.cwd === 'string' ? absolutePath(call.named.cwd, place) : place;
  const given = typeof call.named.input === 'string' ? call.named.input : '';
  const values = /^os\.spawn/.test(call.name) ? call.values.slice(1) : call.values;
  const first = values[0] ?? call.named.args ?? call.named.path ?? call.named.cmd ?? null;
  // `os.execvp(FILE, ARGUMENTS)`, `os.execlp(FILE, NAME, ARGUMENTS…)`.
  if (/^os\.(?:exec|spawn|posix_spawn)/.test(call.name)) {
    const list = Array.isArray(values[1]) ? values[1] : values.slice(1);
    return { command: [textOf(first), ...list.slice(1).map(textOf)], folder, given };
  }
  if (name === 'create_subprocess_exec') return { command: values.map(textOf), folder, given };
  if (Array.isArray(first)) return { command: first.map(textOf), folder, given };
  return { command: typeof first === 'string' ? first : '', folder, given };
}

/** Shell equivalents of Python's file functions. Relative paths are resolved from `place`. */
export function pythonCommands(call: PythonCall, place: string): ShellCommand[] {
  const { module, name } = nameOf(call);
  const first = call.values[0] ?? call.named.path ?? call.named.src ?? null;
  const isMethod = call.name.startsWith('.');
  const isOpaque = module === '' && name !== 'open' && !isMethod;
  const simple = (...words: string[]): ShellCommand => plainCommand(words, place);
  const paths = (values: readonly PythonValue[]): string[] =>
    values.filter((value) => typeof value === 'string').map((value) => absolutePath(value, place));
  const receiver = isMethod ? paths([call.receiver]) : [];
  const isPath = receiver[0] !== undefined;
  if (isOpaque && name !== 'rmtree' && name !== 'send2trash') return [];
  switch (name) {
    case 'rmtree':
      return [simple('rm', '-r', ...paths([first]))];
    case 'remove':
    case 'unlink': {
      const targets = isMethod ? receiver : module === 'os' ? paths([first]) : [];
      return targets.length === 0 ? [] : [simple('rm', ...targets)];
    }
    case 'rmdir':
    case 'removedirs':
      return [simple('rmdir', ...(isPath ? receiver : paths([first])))];
    case 'move':
    case 'rename':
    case 'renames':
    case 'replace': {
      const other = call.values[1] ?? call.named.dst ?? null;
      const isFileMove = isPath
        ? typeof call.receiver === 'string' && call.receiver.startsWith('/')
        : module === 'os' || module === 'shutil';
      if (!isFileMove || (isPath && call.values.length > 1)) return [];
      const ends = isPath ? [...receiver, targetOf(first, place)] : [...paths([first]), targetOf(other, place)];
      return ends.length === 2 ? [simple('mv', ...ends)] : [];
    }
    case 'symlink':
    case 'symlink_to':
    case 'link':
    case 'hardlink_to': {
      const ends = isPath ? [...paths([first]), ...receiver] : paths(call.values.slice(0, 2));
      return ends.length === 2 ? [simple('ln', '-s', ...ends)] : [];
    }
    case 'chmod': {
      const mode = isPath ? first : (call.values[1] ?? call.named.mode ?? null);
      return typeof mode === 'number'
        ? [simple('chmod', mode.toString(8), ...(isPath ? receiver : paths([first])))]
        : [];
    }
    case 'truncate':
      return module === 'os' ? [simple('truncate', '-s', '0', ...paths([first]))] : [];
    case 'run_path':
      return [simple('python3', ...paths([first]))];
    case 'send2trash':
      return [simple('gio', 'trash', ...paths(Array.isArray(first) ? first : [first]))];
    case 'open': {
      if (module !== '' && !['io', 'codecs', 'builtins'].includes(module)) return [];
      const mode = (isMethod ? call.values[0] : call.values[1]) ?? call.named.mode ?? 'r';
      if (typeof mode !== 'string' || !/[wax+]/.test(mode)) return [];
      return writes(isMethod ? receiver : paths([first]), mode.includes('a') ? '>>' : '>', place);
    }
    case 'write_text':
    case 'write_bytes':
      return writes(receiver, '>', place);
    case 'copy':
    case 'copy2':
    case 'copyfile':
    case 'copytree': {
      const ends = paths([first, call.values[1] ?? call.named.dst ?? null]);
      return module === 'shutil' && ends.length === 2 ? [simple('cp', ...ends)] : [];
    }
    default:
      return [];
  }
}

function nameOf(call: PythonCall): { module: string; name: string } {
  const dot = call.name.lastIndexOf('.');
  return { module: call.name.slice(0, Math.max(0, dot)), name: call.name.slice(dot + 1) };
}

const targetOf = (value: PythonValue, place: string): string =>
  typeof value === 'string' ? absolutePath(value, place) : unknownPart;

const writes = (paths: readonly string[], operator: '>' | '>>', place: string): ShellCommand[] =>
  paths.map((path) => ({ ...plainCommand([], place), outputs: [{ operator, path }] }));
