import { readPython } from './python-calls.ts';
import { programName, type ShellCommand } from './shell-command.ts';
import { dropPrefixes, fedCommand } from './shell-programs.ts';

/** A program or script with its arguments. */
export interface StartedProgram {
  words: string[];
  /** A shell or interpreter reads it without starting a program: `source FILE`, `sh < FILE`, `cat FILE | sh`. */
  isReadIn: boolean;
}

interface Interpreter {
  name: RegExp;
  /** Options whose value is the next word. */
  valued: RegExp;
  /** Options whose value is the program's text. */
  code?: RegExp;
  /** Options that only check the syntax. */
  checks?: RegExp;
  /** The option before the script, which then isn't the first other word. */
  script?: RegExp;
}

const interpreters: readonly Interpreter[] = [
  {
    name: /^(?:ba|da|z|k|a|rba|fi)?sh$/,
    valued: /^(?:[-+][a-z]*[oO]|--rcfile|--init-file)$/,
    code: /^-[a-z]*c$/,
    checks: /^-[a-z]*n[a-z]*$/,
  },
  { name: /^(?:python|pypy)[\d.]*$/, valued: /^-[a-zA-Z]*[WX]$|^--check-hash-based-pycs$/, code: /^-[a-zA-Z]*c$/ },
  { name: /^perl[\d.]*$/, valued: /^-I$/, code: /^-\w*[eE]$/, checks: /^-\w*c\w*$/ },
  {
    name: /^(?:node|nodejs)$/,
    valued: /^(?:-r|--require|--import|--loader|--conditions|-C)$/,
    code: /^(?:-e|-p|-pe|--eval|--print)$/,
    checks: /^(?:-c|--check)$/,
  },
  { name: /^ruby[\d.]*$/, valued: /^-[ICEr]$/, code: /^-\w*e$/, checks: /^-\w*c\w*$/ },
  { name: /^php[\d.]*$/, valued: /^-[cdzS]$/, code: /^-r$/, checks: /^-l$/ },
  { name: /^lua[\d.]*$/, valued: /^-l$/, code: /^-e$/ },
  { name: /^(?:Rscript|tclsh|expect|wish)[\d.]*$/, valued: /^-e$/ },
  { name: /^[gm]?awk$/, valued: /^-[vF]$/, script: /^-f$|^--file$/ },
  { name: /^java$/, valued: /^(?:-cp|-classpath|--class-path)$/, script: /^-jar$/ },
];

/** Modules of Python that run a script. */
const runners = /^(?:pdb|cProfile|profile|trace|runpy|coverage|pyinstrument|debugpy)$/;
const openers = /^(?:xdg-open|exo-open|gio|gtk-launch|dex|kde-open|gnome-open)$/;

/**
 * What a command starts: the executed program, the one behind prefixes such as `timeout 5`, the script of an
 * interpreter, the command of `find -exec` and `xargs`. Files that a program reads, copies, edits or lists are not
 * started. `feeding`: the commands whose output it reads.
 */
export function startedPrograms(command: ShellCommand, feeding: readonly ShellCommand[] = []): StartedProgram[] {
  const words = [...command.words];
  const started: StartedProgram[] = [{ words: [...words], isReadIn: false }];
  dropPrefixes(words);
  if (words.length < command.words.length) started.push({ words: [...words], isReadIn: false });
  const [program = '', ...rest] = words;
  const name = programName(program);
  if (name === 'source' || name === '.') return rest.length === 0 ? [] : [{ words: rest, isReadIn: true }];
  const inner = innerCommand(name, rest);
  if (inner.length > 0) return [...started, ...startedPrograms({ ...command, words: inner, inputs: [] })];
  const starter = openers.test(name) ? rest.find((word) => word.endsWith('.desktop')) : undefined;
  if (starter !== undefined) return [...started, { words: [starter], isReadIn: false }];
  const interpreter = interpreters.find((entry) => entry.name.test(name));
  return interpreter === undefined ? started : [...started, ...scriptsOf(interpreter, rest, command, feeding)];
}

function innerCommand(name: string, rest: readonly string[]): string[] {
  if (name === 'find') {
    const at = rest.findIndex((word) => /^-(?:exec|ok)(?:dir)?$/.test(word));
    const end = rest.findIndex((word, index) => index > at && /^\\?[;+]$/.test(word));
    return at === -1 ? [] : rest.slice(at + 1, end === -1 ? rest.length : end);
  }
  return name === 'xargs' ? fedCommand(rest) : [];
}

function scriptsOf(
  { name, valued, code, checks, script }: Interpreter,
  rest: readonly string[],
  { inputs }: ShellCommand,
  feeding: readonly ShellCommand[],
): StartedProgram[] {
  const isPython = name.test('python');
  let at = 0;
  for (; at < rest.length; at++) {
    const word = rest[at] ?? '';
    const next = rest[at + 1] ?? '';
    if (checks?.test(word) === true) return [];
    if (script?.test(word) === true) return [{ words: rest.slice(at + 1), isReadIn: false }];
    if (code?.test(word) === true) return isPython ? scriptsIn(next, rest.slice(at + 2)) : [];
    if (isPython && /^-[a-zA-Z]*m$/.test(word)) return ofModule(next, rest.slice(at + 2));
    if (name.test('bash') && /^-[a-z]*s$/.test(word)) return readIn(rest.slice(at + 1));
    if (word === '-' || word === '--') break;
    if (valued.test(word)) at++;
    else if (!/^[-+]/.test(word)) return script === undefined ? [{ words: rest.slice(at), isReadIn: false }] : [];
  }
  if (script !== undefined) return [];
  const isEnd = rest[at] === '--';
  if (isEnd) return rest.length > at + 1 ? [{ words: rest.slice(at + 1), isReadIn: false }] : [];
  return readIn(rest.slice(at + 1));

  function readIn(given: readonly string[]): StartedProgram[] {
    const fed = feeding.flatMap((source) =>
      programName(source.words[0]) === 'cat' ? [...source.words.slice(1), ...source.inputs] : [],
    );
    return [...inputs, ...fed].map((path) => ({ words: [path, ...given], isReadIn: true }));
  }
}

function ofModule(module: string, given: readonly string[]): StartedProgram[] {
  if (!runners.test(module)) return [{ words: [`${module.replaceAll('.', '/')}.py`, ...given], isReadIn: false }];
  const at = given.findIndex(
    (word, index) => !word.startsWith('-') && word !== 'run' && !/^-[ocsCm]$/.test(given[index - 1] ?? ''),
  );
  return at === -1 ? [] : [{ words: given.slice(at), isReadIn: false }];
}

/** `runpy.run_path(FILE)` and `exec(open(FILE).read())`. */
function scriptsIn(text: string, given: readonly string[]): StartedProgram[] {
  const { calls } = readPython(text);
  const runs = calls.some(({ name, isCertain }) => isCertain && /^(?:exec|runpy\.run_path|run_path)$/.test(name));
  if (!runs) return [];
  return calls.flatMap(({ name, values: [path] }) =>
    /^(?:open|runpy\.run_path|run_path)$/.test(name) && typeof path === 'string'
      ? [{ words: [path, ...given], isReadIn: false }]
      : [],
  );
}
