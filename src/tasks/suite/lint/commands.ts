import type { SetupStep } from '../task.ts';
import { isTrue } from '../truth.ts';

const none = /^$/;
/** Wrapper commands that precede a program, with their options that take an argument. */
const wrappers: ReadonlyMap<string, RegExp> = new Map([
  ['sudo', /^-[ugpCrt]$|^--(?:user|group)$/],
  ['timeout', /^-[ks]$|^--(?:kill-after|signal)$/],
  ['env', /^-[uC]$/],
  ['nice', /^-n$/],
  ['time', /^-[fo]$/],
  ...['setsid', 'nohup', 'exec', 'command', 'then', 'do', 'else', 'elif', '!'].map((word): [string, RegExp] => [
    word,
    none,
  ]),
]);
/** Redirections (`>&2`, `2>&1`, `&> file`, `< file`). They don't end a command, and no program follows them. */
const redirection = /(?:&>>?|\d*(?:>>|>\||>&|<&|<<<|<>|>|<))[ \t]*[^\s;|&<>()]*/g;
const shells = new Set(['sh', 'bash', 'dash', 'zsh']);
const commandSteps = new Set(['launch', 'execute', 'command', 'execute_with_verification']);

/** Returns programs that a step's command starts. Does not detect those started by scripts or named by variables. */
export function programsOf(step: SetupStep): string[] {
  if (!commandSteps.has(step.type)) return [];
  const { command, shell } = step.parameters;
  if (typeof command === 'string')
    return isTrue(shell) ? programsOfShell(command) : programsOfShell(command).slice(0, 1);
  if (!Array.isArray(command)) return [];
  const words = command.map(String);
  if (isTrue(shell)) return programsOfShell(words[0] ?? '');
  return inWords(words);
}

export function commandText({ type, parameters }: SetupStep): string {
  if (!commandSteps.has(type)) return '';
  const { command } = parameters;
  return Array.isArray(command) ? command.map(String).join(' ') : typeof command === 'string' ? command : '';
}

function inWords(words: readonly string[]): string[] {
  const [program, ...rest] = unwrapped(words);
  if (program === undefined) return [];
  const script = shells.has(program) && /^-\w*c$/.test(rest[0] ?? '') ? rest[1] : undefined;
  return [program, ...(script === undefined ? [] : programsOfShell(script))];
}

/** Returns the first words of all simple commands in a shell text and its substitutions. Ignores quoted text. */
function programsOfShell(text: string): string[] {
  const inner: string[] = [];
  const bare = withoutSubstitutions(text.replace(/\\./g, '_').replace(/'[^']*'/g, '_'), inner)
    .replace(/"[^"]*"/g, '_')
    .replace(/<<-?\s*(\w+)[\s\S]*/g, '')
    .replace(/(^|\s)#[^\n]*/g, '$1')
    .replace(redirection, ' ');
  const functions = new Set([...bare.matchAll(/([\w-]+)\s*\(\)/g)].map((match) => match[1]));
  const commands = bare.split(/[;|&\n]+/).flatMap((part) => {
    const [program] = unwrapped(part.trim().split(/\s+/));
    return program === undefined || functions.has(program) ? [] : [program];
  });
  return [...commands, ...inner.flatMap(programsOfShell)];
}

/** Replaces each `$(…)` and backquoted part with `_` and adds its text to `inner`. Ignores arithmetic expansions. */
function withoutSubstitutions(text: string, inner: string[]): string {
  const bare = text.replace(/\$\(\([^()]*\)\)/g, '_').replace(/`([^`]*)`/g, (_, part: string) => {
    inner.push(part);
    return '_';
  });
  const open = bare.indexOf('$(');
  if (open === -1) return bare;
  let depth = 1;
  let at = open + 2;
  for (; at < bare.length && depth > 0; at += 1) {
    if (bare[at] === '(') depth += 1;
    if (bare[at] === ')') depth -= 1;
  }
  inner.push(bare.slice(open + 2, depth === 0 ? at - 1 : at));
  return `${bare.slice(0, open)}_${withoutSubstitutions(bare.slice(at), inner)}`;
}

function unwrapped(words: readonly string[]): string[] {
  let at = 0;
  let options: RegExp | null = null;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const valued = wrappers.get(word);
    if (valued !== undefined) options = valued;
    else if (/^\w+=/.test(word)) continue;
    else if (options?.test(word)) at += 1;
    else if (options === null || !/^(?:-|\d+(?:\.\d+)?[smhd]?$)/.test(word)) break;
  }
  const program = words[at];
  if (program === undefined || !/^[\w./+-]+$/.test(program) || /^_*$/.test(program)) return [];
  return [program, ...words.slice(at + 1)];
}
