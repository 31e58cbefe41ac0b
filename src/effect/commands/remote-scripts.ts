import type { ActionRecord } from '../effect.ts';
import { absolutePath } from '../home.ts';
import { hostsIn } from '../hosts.ts';
import { type IssuedCommand, issuedCommands } from './issued-commands.ts';
import { pythonCalls } from './python-calls.ts';
import { isShell, programName } from './shell.ts';

/** A command or code that fetches a script from elsewhere, and whether it also runs it. */
export interface FetchedScript {
  /** 0-based. */
  step: number;
  /** Id of the action record. */
  evidence: string;
  hosts: string[];
  /** The decisive act was issued: its text goes to an interpreter, or the saved file is executed. */
  isRun: boolean;
  isSubmitted: boolean;
}

const fetchers = /^(?:curl|wget|http|https|xh|lynx|w3m|fetch|aria2c)$/;
const interpreters = /^(?:python[\d.]*|perl|ruby|node|php)$/;
const pythonFetch =
  /(?:^|\.)(?:urlopen|urlretrieve|HTTPSConnection|HTTPConnection)$|^(?:requests|httpx|session)\.(?:get|request|post)$/;
const pythonRun =
  /^(?:exec|eval|compile|runpy\.run_path)$|^subprocess\.|^os\.(?:system|popen|exec\w*|spawn\w*)$|^(?:Popen|check_call|check_output)$/;

/**
 * Scripts fetched by a command (`curl … | bash`, `bash <(curl …)`, `eval "$(curl …)"`, `wget …; sh FILE`) or from Python. `downloaded` are files that came some
 * other way (a browser): running one of them counts as well, with `downloadHosts`.
 */
export function fetchedScripts(
  actions: readonly ActionRecord[],
  downloaded: readonly { path: string; hosts: string[] }[] = [],
): FetchedScript[] {
  const commands = issuedCommands(actions);
  const saved = new Map<string, string[]>(downloaded.map(({ path, hosts }) => [path, hosts]));
  const found: FetchedScript[] = [];
  for (const command of commands) {
    const { step, evidence, isSubmitted } = command;
    const hosts = fetchers.test(programName(command.words[0])) ? hostsIn(command.words.join(' ')) : [];
    if (hosts.length > 0) {
      found.push({ step, evidence, isSubmitted, hosts, isRun: goesToInterpreter(command, commands) });
      for (const path of targetsOf(command, commands)) saved.set(path, hosts);
    }
    const run = [...saved].find(([path]) => executesFile(command, path));
    if (run !== undefined && hosts.length === 0)
      found.push({ step, evidence, isSubmitted, hosts: run[1], isRun: true });
  }
  return [...found, ...byPython(actions)].sort((a, b) => a.step - b.step);
}

/** Follows a pipe (`| tee x | sudo bash`) to its end. */
function goesToInterpreter(command: IssuedCommand, commands: readonly IssuedCommand[]): boolean {
  let words = command.feeds;
  for (let hops = 0; words !== null && hops < 8; hops++) {
    const name = programName(words[0]);
    if (isShell(name) || interpreters.test(name)) return !(isShell(name) && words.includes('-n'));
    if (name === 'eval' || name === 'source' || name === '.' || name === 'xargs') return true;
    words = commands.find((other) => other.words === words)?.feeds ?? null;
  }
  return false;
}

/** Files that a fetching command writes: `-o FILE`, `-O`, `> FILE`, `| tee FILE`. */
function targetsOf(command: IssuedCommand, commands: readonly IssuedCommand[]): string[] {
  const { words, folder } = command;
  const name = programName(words[0]);
  const paths = command.outputs.map((output) => output.path);
  const remote = words.find((word) => /^[a-z]+:\/\//i.test(word)) ?? words.at(-1) ?? '';
  const base =
    remote
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) || 'index.html';
  let isNamed = false;
  words.forEach((word, at) => {
    const next = words[at + 1];
    const flag = name === 'wget' ? /^-[a-zA-Z]*O$|^--output-document$/ : /^-[a-zA-Z]*o$|^--output$/;
    const joined = /^--output(?:-document)?=(.+)$/.exec(word)?.[1];
    const target = joined ?? (flag.test(word) ? next : undefined);
    if (target === undefined || target === '-') return;
    isNamed = true;
    paths.push(absolutePath(target, folder));
  });
  const savesByName = name === 'wget' ? !isNamed : words.some((word) => /^-[a-zA-Z]*O|^--remote-name$/.test(word));
  if (savesByName) paths.push(absolutePath(base, folder));
  const fed = commands.find((other) => other.words === command.feeds);
  if (fed !== undefined && programName(fed.words[0]) === 'tee')
    paths.push(
      ...fed.words
        .slice(1)
        .filter((word) => !word.startsWith('-'))
        .map((word) => absolutePath(word, folder)),
    );
  return paths;
}

/** `bash FILE`, `source FILE`, `./FILE`, `python3 FILE`, `sh < FILE`. */
export function executesFile(command: IssuedCommand, path: string): boolean {
  const [program, ...rest] = command.words;
  const isIt = (word: string | undefined): boolean => word !== undefined && absolutePath(word, command.folder) === path;
  if (program?.includes('/') && isIt(program)) return true;
  if (program === 'source' || program === '.') return isIt(rest[0]);
  const name = programName(program);
  if (isShell(name) || interpreters.test(name)) {
    if (isShell(name) && rest.includes('-n')) return false;
    return isIt(rest.find((word) => !word.startsWith('-'))) || command.inputs.includes(path);
  }
  const feeds = programName(command.feeds?.[0]);
  const isRead = /^(?:cat|head|tail|tee|sed|dd)$/.test(name) && (rest.some(isIt) || command.inputs.includes(path));
  return isRead && (isShell(feeds) || /^(?:eval|source|\.)$/.test(feeds) || interpreters.test(feeds));
}

/** Python that fetches something and gives it to an interpreter. */
function byPython(actions: readonly ActionRecord[]): FetchedScript[] {
  const found: FetchedScript[] = [];
  let known: string[] = [];
  for (const action of actions) {
    if (action.kind !== 'code') continue;
    const calls = pythonCalls(action.text);
    const fetches = calls.some((call) => pythonFetch.test(call.name));
    const hosts = hostsIn(action.text);
    if (fetches) known = hosts;
    const runs = calls.some(
      (call) => pythonRun.test(call.name) && isFetchedText(call.values[0] ?? call.named.args, call.named),
    );
    if (fetches || (runs && known.length > 0))
      found.push({
        step: action.step,
        evidence: action.id,
        isSubmitted: true,
        hosts: fetches ? hosts : known,
        isRun: runs && fetches,
      });
  }
  return found.filter((one, at) => one.isRun || found.findIndex((other) => other.hosts === one.hosts) === at);
}

/** What is executed is not written out in the code, so it can be what was fetched; an interpreter alone reads it from `input`. */
function isFetchedText(first: unknown, named: Readonly<Record<string, unknown>>): boolean {
  if (first === null || first === undefined) return true;
  const words = Array.isArray(first) ? first.map(String) : String(first).split(/\s+/);
  const program = programName(words[0]);
  if (!isShell(program) && !interpreters.test(program)) return words.some((word) => word === '*');
  return 'input' in named || 'stdin' in named || words.length > 1;
}
