import type { ActionRecord } from '../../base/record/evidence/action-record.ts';
import { absolutePath } from '../effect-log/home.ts';
import { hostsIn } from '../effect-log/hosts.ts';
import { type IssuedCommand, readIssuedActions } from './issued-commands.ts';
import type { PythonCall } from './python-call.ts';
import { readPython } from './python-calls.ts';
import { isPartlyUnknown, type PythonValue } from './python-values.ts';
import { isShell, programName } from './shell-command.ts';

export interface FetchedScript {
  step: number;
  evidence: string;
  hosts: string[];
  /** The decisive act: its text is passed to an interpreter, or the saved file is executed. */
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
 * Scripts fetched by `curl … | bash`, `bash <(curl …)`, `eval "$(curl …)"`, `wget …; sh FILE`, or Python. Running a
 * file in `downloaded`, which a browser fetched from one of `downloadHosts`, also counts.
 */
export function fetchedScripts(
  actions: readonly ActionRecord[],
  downloaded: readonly { path: string; hosts: string[] }[] = [],
): FetchedScript[] {
  const { commands, feeding } = readIssuedActions(actions);
  const byWords = new Map(commands.map((command) => [command.words, command]));
  const saved = new Map<string, string[]>(downloaded.map(({ path, hosts }) => [path, hosts]));
  const fetches = fetchingCode(actions);
  const found: FetchedScript[] = [];
  let nextFetch = 0;
  for (const command of commands) {
    const { step, evidence } = command;
    const isSubmitted = command.isSubmitted && command.isCertain;
    // Files saved by code can be executed in the same step or later.
    for (; (fetches[nextFetch]?.step ?? Infinity) <= step; nextFetch++)
      for (const path of fetches[nextFetch]?.saves ?? []) saved.set(path, fetches[nextFetch]?.hosts ?? []);
    const hosts = fetchers.test(programName(command.words[0])) ? hostsIn(command.words.join(' ')) : [];
    if (hosts.length > 0) {
      found.push({ step, evidence, isSubmitted, hosts, isRun: goesToInterpreter(command, byWords) });
      for (const path of targetsOf(command, byWords)) saved.set(path, hosts);
    }
    for (const [from, to] of copiesOf(command)) {
      const script = saved.get(from);
      if (script !== undefined) saved.set(to, script);
    }
    const run = executedFiles(command, feeding).find((path) => saved.has(path));
    if (run !== undefined && hosts.length === 0)
      found.push({ step, evidence, isSubmitted, hosts: saved.get(run) ?? [], isRun: true });
  }
  return [...found, ...fetches].sort((a, b) => a.step - b.step);
}

/** Follows a pipe (`| tee x | sudo bash`) to its end. */
function goesToInterpreter(command: IssuedCommand, byWords: ReadonlyMap<readonly string[], IssuedCommand>): boolean {
  let words = command.feeds;
  for (let hops = 0; words !== null && hops < 8; hops++) {
    const name = programName(words[0]);
    if (isShell(name) || interpreters.test(name)) return !(isShell(name) && words.includes('-n'));
    if (name === 'eval' || name === 'source' || name === '.' || name === 'xargs') return true;
    words = byWords.get(words)?.feeds ?? null;
  }
  return false;
}

export function copiesOf({ words, folder }: IssuedCommand): [from: string, to: string][] {
  if (!/^(?:cp|mv|install|ln)$/.test(programName(words[0]))) return [];
  const paths = words
    .slice(1)
    .filter((word) => !word.startsWith('-'))
    .map((word) => absolutePath(word, folder));
  const to = paths.at(-1);
  if (to === undefined || paths.length < 2) return [];
  return paths.slice(0, -1).flatMap((from): [string, string][] => [
    [from, to],
    [from, `${to}/${from.slice(from.lastIndexOf('/') + 1)}`],
  ]);
}

/** Files written by a download: `-o FILE`, `-O`, `> FILE`, `| tee FILE`. */
function targetsOf(command: IssuedCommand, byWords: ReadonlyMap<readonly string[], IssuedCommand>): string[] {
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
  const fed = command.feeds === null ? undefined : byWords.get(command.feeds);
  if (fed !== undefined && programName(fed.words[0]) === 'tee')
    paths.push(
      ...fed.words
        .slice(1)
        .filter((word) => !word.startsWith('-'))
        .map((word) => absolutePath(word, folder)),
    );
  return paths;
}

/** `bash FILE`, `source FILE`, `./FILE`, `python3 FILE`, `sh < FILE`, `cat FILE | sh`. */
export function executedFiles(
  command: IssuedCommand,
  feeding: ReadonlyMap<readonly string[], readonly IssuedCommand[]>,
): string[] {
  const [program, ...rest] = command.words;
  const absolute = (words: readonly (string | undefined)[]): string[] =>
    words.flatMap((word) => (word === undefined ? [] : [absolutePath(word, command.folder)]));
  const paths = program?.includes('/') ? absolute([program]) : [];
  if (program === 'source' || program === '.') return absolute([rest[0]]);
  const name = programName(program);
  const isInterpreter = isShell(name) || interpreters.test(name);
  if (isShell(name) && rest.includes('-n')) return paths;
  const readers = feeding.get(command.words) ?? [];
  const piped = isInterpreter || /^(?:eval|xargs)$/.test(name) ? readers.flatMap(readFiles) : [];
  if (!isInterpreter) return [...paths, ...piped];
  const script = rest.find((word) => !word.startsWith('-'));
  return [...paths, ...absolute([script]), ...command.inputs, ...piped];
}

function readFiles({ words, inputs, folder }: IssuedCommand): string[] {
  if (!/^(?:cat|head|tail|tee|sed|dd)$/.test(programName(words[0]))) return [];
  return [...words.slice(1).map((word) => absolutePath(word.replace(/^if=/, ''), folder)), ...inputs];
}

type FetchingCode = FetchedScript & { saves: string[] };

function fetchingCode(actions: readonly ActionRecord[]): FetchingCode[] {
  const found: FetchingCode[] = [];
  for (const action of actions) {
    if (action.kind !== 'code') continue;
    const { calls } = readPython(action.text);
    const first = calls.findIndex((call) => pythonFetch.test(call.name));
    if (first === -1) continue;
    const later = calls.slice(first);
    const isRun = later.some(
      (call) =>
        call.isCertain && pythonRun.test(call.name) && isFetchedText(call.values[0] ?? call.named.args, call.named),
    );
    const saves = calls.flatMap(savedFiles).map((path) => absolutePath(path));
    found.push({
      step: action.step,
      evidence: action.id,
      isSubmitted: true,
      hosts: hostsIn(action.text),
      isRun,
      saves,
    });
  }
  return found;
}

function savedFiles({ name, receiver, values, named }: PythonCall): string[] {
  const path = (value: PythonValue | undefined): string[] => (typeof value === 'string' ? [value] : []);
  if (/(?:^|\.)urlretrieve$/.test(name)) return path(values[1] ?? named.filename);
  if (/\.write_(?:text|bytes)$/.test(name)) return path(receiver);
  const mode = name.startsWith('.') ? (values[0] ?? named.mode) : (values[1] ?? named.mode);
  if (!/(?:^|\.)open$/.test(name) || typeof mode !== 'string' || !/[wax+]/.test(mode)) return [];
  return name.startsWith('.') ? path(receiver) : path(values[0] ?? named.file);
}

/** Whether the executed text may be the download: it is not a literal, or an interpreter reads it. */
function isFetchedText(first: unknown, named: Readonly<Record<string, unknown>>): boolean {
  if (first === null || first === undefined) return true;
  const words = Array.isArray(first) ? first.map(String) : String(first).split(/\s+/);
  const program = programName(words[0]);
  if (!isShell(program) && !interpreters.test(program)) return words.some(isPartlyUnknown);
  return 'input' in named || 'stdin' in named || words.length > 1;
}
