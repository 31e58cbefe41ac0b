import type { ActionRecord } from '../../base/record/evidence/action-record.ts';
import { fedText, type IssuedCommand, readIssuedActions } from './issued-commands.ts';
import { readPython } from './python-calls.ts';
import type { FlowValue, PythonAct } from './python-flow.ts';
import { isShell, programName } from './shell-command.ts';

/**
 * Something that the agent gave an order for and that may write or send: by a command, or by code. Told by what flows
 * into it, not by what it is called.
 */
export interface IssuedAct {
  /** 0-based. */
  step: number;
  /** Id of the action record. */
  evidence: string;
  /** Program, or dotted name of the call. */
  name: string;
  /** What the act itself is given, then what the object it is done with was made of. */
  given: readonly FlowValue[];
  around: readonly FlowValue[];
  /** All that is known of it in one text. */
  text: string;
  isCertain: boolean;
  /** False while it was typed but Enter did not come. */
  isSubmitted: boolean;
  /** True for a text in a language that was started by a command: how that ended, nobody notes. */
  isProgram: boolean;
  /**
   * How it ended, as far as the action record says. `failed`: the code ended with an exception or an exit code, or the
   * program could not be started. `ended`: the code ran to its end and catches no exception of this act. `caught`: it
   * ran to its end, and would have gone on as well had this act failed.
   */
  end: 'failed' | 'ended' | 'caught' | 'unknown';
}

/** Programs that look, compute or print, and words of the shell: whatever they name, they write and send nothing but by `>`. */
const reads =
  /^(?:echo|printf|cat|tac|less|more|head|tail|grep|egrep|fgrep|zgrep|rg|ag|ack|find|fd|locate|ls|dir|tree|stat|file|wc|diff|cmp|comm|sort|uniq|cut|paste|tr|fold|column|nl|rev|test|\[|\[\[|true|false|:|man|info|help|which|whereis|type|command|whatis|md5sum|sha\d*sum|cksum|xxd|od|hexdump|strings|base64|date|id|whoami|cd|pushd|popd|pwd|export|declare|local|set|unset|shopt|read|sleep|wait|kill|pkill|history|alias|unalias|basename|dirname|realpath|readlink|du|df|ps|pgrep|top|env|printenv|getent|host|dig|nslookup|ping|notify-send|zenity|xmessage|yad|exit|return|trap|eval|exec|source|\.|xargs|timeout|nice|stdbuf|time|sudo|su|nohup|setsid)$/;
const interpreters = /^python[\d.]*$/;

const known = new WeakMap<readonly ActionRecord[], readonly IssuedAct[]>();

/** Every act in the action record, in order. Read once for each list. */
export function actsIn(actions: readonly ActionRecord[]): readonly IssuedAct[] {
  const found = known.get(actions) ?? [...actsOfCommands(actions), ...actsOfCode(actions)];
  known.set(actions, found);
  return found;
}

/**
 * What an act is aimed at, among values of one kind (paths, addresses, hosts): what it is given itself, else what its
 * object was made of. What was read from somewhere, or stands in another text, is no aim.
 */
export function aimsOf<T>(act: IssuedAct, aim: (value: FlowValue) => readonly T[]): readonly T[] {
  const targets = act.given.filter(({ isContent }) => !isContent).flatMap(aim);
  return targets.length > 0 ? targets : act.around.filter(({ isContent }) => !isContent).flatMap(aim);
}

/** Exit code of the code that each record holds; left out where nobody noted it, or it ran out of time. */
function resultsOf(actions: readonly ActionRecord[]): ReadonlyMap<string, number> {
  const results = new Map<string, number>();
  let code: ActionRecord | null = null;
  for (const action of actions) {
    if (action.kind === 'code') code = action;
    if (action.kind !== 'result' || code === null || code.step !== action.step) continue;
    const { returncode, timedOut } = action.detail;
    if (!timedOut) results.set(code.id, returncode);
    code = null;
  }
  return results;
}

function actsOfCommands(actions: readonly ActionRecord[]): IssuedAct[] {
  const { commands, feeding } = readIssuedActions(actions);
  const results = resultsOf(actions);
  const couldStart = startedPrograms(actions);
  const kinds = new Map(actions.map(({ id, kind }) => [id, kind]));
  return commands.flatMap((command): IssuedAct[] => {
    const name = programName(command.words[0]);
    if (isShell(name) || interpreters.test(name)) return [];
    const looks =
      reads.test(name) ||
      (/^(?:jq|yq|xq)$/.test(name) && !command.words.some((word) => /^-[a-z]*i|^--in-?place/.test(word)));
    if (looks && command.outputs.length === 0) return [];
    const program = programText(command);
    const isCode = kinds.get(command.evidence) === 'code';
    const isFailed = isCode && ((results.get(command.evidence) ?? 0) !== 0 || !couldStart(command));
    const { step, evidence, isCertain, isSubmitted } = command;
    return [
      {
        step,
        evidence,
        name,
        isCertain,
        isSubmitted,
        given: program === null ? valuesOf(command) : literalsIn(program),
        around: [],
        text: program ?? fedText(command, feeding),
        isProgram: program !== null,
        end: isFailed ? 'failed' : 'unknown',
      },
    ];
  });
}

/** The words of a command; of `--name=value` and `name=value` the value too. */
export function valuesOf({ words, outputs, inputs, given, folder }: IssuedCommand): FlowValue[] {
  const value = (text: string, key: string | null = null, isContent = false): FlowValue => ({ text, key, isContent });
  const place = (text: string): string =>
    /^\.{0,2}\/|^[\w.-]+\//.test(text) ? new URL(text, `file://${folder}/`).pathname : text;
  return [
    ...words.slice(1).flatMap((word, at) => {
      const [, name, rest] = /^-{0,2}([\w-]+)=(.*)$/s.exec(word) ?? [];
      const option = /^--?([a-z][\w-]*)$/i.exec(words[at] ?? '')?.[1] ?? null;
      return rest === undefined ? [value(word, option)] : [value(word), value(rest, name ?? null)];
    }),
    ...outputs.map(({ path }) => value(path)),
    ...inputs.map((path) => value(place(path), null, true)),
    ...(given === '' ? [] : [value(given)]),
  ];
}

/** The program that a command gives to an interpreter on its line: `perl -e TEXT`, `node -e TEXT`, `php -r TEXT`. */
function programText({ words }: IssuedCommand): string | null {
  if (!/^(?:perl|ruby|node|nodejs|deno|bun|php|lua|tclsh|Rscript|osascript)[\d.]*$/.test(programName(words[0])))
    return null;
  const at = words.findIndex((word) => /^-(?:[a-zA-Z]*[eErp]|-eval)$/.test(word));
  return at === -1 ? null : (words[at + 1] ?? null);
}

/** The quoted texts of a program, whatever its language. */
const literalsIn = (program: string): FlowValue[] =>
  [...program.matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/gs)].map(([, double, single]) => ({
    text: (double ?? single ?? '').replace(/\\([@$"'])/g, '$1'),
    key: null,
    isContent: false,
  }));

const builtins =
  /^(?:ulimit|umask|let|hash|jobs|bg|fg|disown|dirs|enable|builtin|caller|mapfile|readarray|getopts|shift|times|bind|complete|compgen|fc|logout|suspend|typeset|if|for|while|function)$/;

/**
 * Whether a program that a command names was started. Every start is noted; so one whose start is not, in its step or
 * the next, is not there. Where nobody notes programs, everything could start.
 */
function startedPrograms(actions: readonly ActionRecord[]): (command: IssuedCommand) => boolean {
  const byStep = new Map<number, Set<string>>();
  let isGap = false;
  for (const { step, text, detail } of actions.filter((action) => action.kind === 'program')) {
    if (detail.more !== undefined || detail.lost !== undefined) isGap = true;
    const names = byStep.get(step) ?? new Set<string>();
    if (names.size === 0) byStep.set(step, names);
    const first = (detail.argv ?? text.split(' '))[0] ?? '';
    names.add(programName(first));
    if (detail.file !== undefined) names.add(programName(detail.file));
  }
  if (isGap || byStep.size === 0) return () => true;
  return ({ words, step, isCertain, isSubmitted }) => {
    const name = programName(words[0]);
    if (!isCertain || !isSubmitted || builtins.test(name) || !/^[\w.+-]+$/.test(name)) return true;
    return [step, step + 1].some((value) => byStep.get(value)?.has(name) === true);
  };
}

function actsOfCode(actions: readonly ActionRecord[]): IssuedAct[] {
  const results = resultsOf(actions);
  const { commands } = readIssuedActions(actions);
  const issuedActs = actions
    .filter(({ kind }) => kind === 'code')
    .flatMap(({ id, step, text }) => {
      const code = results.get(id);
      const end = code === undefined ? 'unknown' : code === 0 ? 'ended' : 'failed';
      return readPython(text).acts.map((act) =>
        asAct(act, { step, evidence: id, isSubmitted: true, isProgram: false, end }),
      );
    });
  // How Python ended that a shell started, nobody notes.
  const inner = commands.flatMap((command) => {
    const { words, step, evidence, isSubmitted, isCertain } = command;
    if (!interpreters.test(programName(words[0]))) return [];
    const flag = words.indexOf('-c');
    const source = flag === -1 ? command.given : (words[flag + 1] ?? '');
    return readPython(source).acts.map((act) =>
      asAct(
        { ...act, isCertain: act.isCertain && isCertain },
        { step, evidence, isSubmitted, isProgram: true, end: 'unknown' },
      ),
    );
  });
  return [...issuedActs, ...inner];
}

function asAct(
  { name, given, around, isCertain, isGuarded }: PythonAct,
  facts: Pick<IssuedAct, 'step' | 'evidence' | 'isSubmitted' | 'isProgram' | 'end'>,
): IssuedAct {
  const end = facts.end === 'ended' && isGuarded ? 'caught' : facts.end;
  const text = [name, ...given.map((value) => value.text), ...around.map((value) => value.text)].join('\n');
  return { ...facts, name, given, around, text, isCertain, end };
}
