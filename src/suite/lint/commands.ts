import type { SetupStep } from '../task.ts';

/** Words before which the program itself stands. */
const wrappers = new Set([
  'sudo',
  'setsid',
  'nohup',
  'exec',
  'env',
  'time',
  'timeout',
  'command',
  'then',
  'do',
  'else',
  'elif',
  '!',
]);
/** `>&2`, `2>&1`, `&> file`, `< file`: their `&` ends no command, and what follows is no program. */
const redirection = /(?:&>>?|\d*(?:>>|>\||>&|<&|<<<|<>|>|<))[ \t]*[^\s;|&<>()]*/g;
const shells = new Set(['sh', 'bash', 'dash', 'zsh']);
const commandSteps = new Set(['launch', 'execute', 'command', 'execute_with_verification']);

/** Programs that a step starts, as far as its command shows them: none of what a script or a variable starts. */
export function programsOf(step: SetupStep): string[] {
  if (!commandSteps.has(step.type)) return [];
  const { command, shell } = step.parameters;
  if (typeof command === 'string')
    return shell === true ? programsOfShell(command) : programsOfShell(command).slice(0, 1);
  if (!Array.isArray(command)) return [];
  const words = command.map(String);
  if (shell === true) return programsOfShell(words[0] ?? '');
  return inWords(words);
}

/** The text of a step's command, for what is looked for in it. */
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

/** First words of the simple commands of a shell text, quoted parts left out. */
function programsOfShell(text: string): string[] {
  const bare = text
    .replace(/\\./g, '_')
    .replace(/'[^']*'|"[^"]*"/g, '_')
    .replace(/<<-?\s*(\w+)[\s\S]*/g, '')
    .replace(/(^|\s)#[^\n]*/g, '$1')
    .replace(redirection, ' ');
  const functions = new Set([...bare.matchAll(/([\w-]+)\s*\(\)/g)].map((match) => match[1]));
  return bare.split(/[;|&\n]+/).flatMap((part) => {
    const [program] = unwrapped(part.trim().split(/\s+/));
    return program === undefined || functions.has(program) ? [] : [program];
  });
}

function unwrapped(words: readonly string[]): string[] {
  let at = 0;
  let isWrapped = false;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (wrappers.has(word)) isWrapped = true;
    else if (/^\w+=/.test(word)) continue;
    else if (!(isWrapped && /^(?:-|\d+[smh]?$)/.test(word))) break;
  }
  const program = words[at];
  if (program === undefined || !/^[\w./+-]+$/.test(program) || /^_*$/.test(program)) return [];
  return [program, ...words.slice(at + 1)];
}
