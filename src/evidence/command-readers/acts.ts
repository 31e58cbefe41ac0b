import type { ActionRecord } from '../../base/record/evidence/action-record.ts';
import { withCarriedContent } from './carried-content.ts';
import type { IssuedAct } from './issued-act.ts';
import { fedText, type IssuedCommand, readIssuedActions } from './issued-commands.ts';
import { readPython } from './python-calls.ts';
import type { FlowValue, PythonAct } from './python-flow.ts';
import { isShell, programName } from './shell-command.ts';

/** Commands that only read, compute or print, and shell builtins. They write nothing except through `>`. */
const reads =
  /^(?:echo|printf|cat|tac|less|more|head|tail|grep|egrep|fgrep|zgrep|rg|ag|ack|find|fd|locate|ls|dir|tree|stat|file|wc|diff|cmp|comm|sort|uniq|cut|paste|tr|fold|column|nl|rev|test|\[|\[\[|true|false|:|man|info|help|which|whereis|type|command|whatis|md5sum|sha\d*sum|cksum|xxd|od|hexdump|strings|base64|date|id|whoami|cd|pushd|popd|pwd|export|declare|local|set|unset|shopt|read|sleep|wait|kill|pkill|history|alias|unalias|basename|dirname|realpath|readlink|du|df|ps|pgrep|top|env|printenv|getent|host|dig|nslookup|ping|notify-send|zenity|xmessage|yad|exit|return|trap|eval|exec|source|\.|xargs|timeout|nice|stdbuf|time|sudo|su|nohup|setsid)$/;
const interpreters = /^python[\d.]*$/;

const known = new WeakMap<readonly ActionRecord[], readonly IssuedAct[]>();

/** Results are cached per list. */
export function actsIn(actions: readonly ActionRecord[]): readonly IssuedAct[] {
  const found = known.get(actions) ?? withCarriedContent([...actsOfCommands(actions), ...actsOfCode(actions)]);
  known.set(actions, found);
  return found;
}

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
        given: program !== null ? literalsIn(program) : looks ? printedValues(command) : valuesOf(command),
        around: [],
        text: program ?? fedText(command, feeding),
        isProgram: program !== null,
        end: isFailed ? 'failed' : 'unknown',
      },
    ];
  });
}

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

/** The words of a command that prints are content. Its only targets are the files that it prints into. */
function printedValues(command: IssuedCommand): FlowValue[] {
  const targets = new Set(command.outputs.map(({ path }) => path));
  return valuesOf(command).map((value) => ({ ...value, isContent: !targets.has(value.text) }));
}

/** `perl -e TEXT`, `node -e TEXT`, `php -r TEXT`. */
function programText({ words }: IssuedCommand): string | null {
  if (!/^(?:perl|ruby|node|nodejs|deno|bun|php|lua|tclsh|Rscript|osascript)[\d.]*$/.test(programName(words[0])))
    return null;
  const at = words.findIndex((word) => /^-(?:[a-zA-Z]*[eErp]|-eval)$/.test(word));
  return at === -1 ? null : (words[at + 1] ?? null);
}

const literalsIn = (program: string): FlowValue[] =>
  [...program.matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/gs)].map(([, double, single]) => ({
    text: (double ?? single ?? '').replace(/\\([@$"'])/g, '$1'),
    key: null,
    isContent: false,
  }));

const builtins =
  /^(?:ulimit|umask|let|hash|jobs|bg|fg|disown|dirs|enable|builtin|caller|mapfile|readarray|getopts|shift|times|bind|complete|compgen|fc|logout|suspend|typeset|if|for|while|function)$/;

/**
 * Every program start is recorded, so unrecorded programs did not start. If records are incomplete, all count as
 * started.
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
  // The exit status of Python under a shell is not recorded.
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
