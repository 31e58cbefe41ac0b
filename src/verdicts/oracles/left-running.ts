import { readTextOf } from '../../base/record/evidence/common-facts.ts';
import type { EffectOf } from '../../base/record/evidence/effect.ts';
import { executedFiles } from '../../evidence/command-readers/remote-scripts.ts';
import { isShell, plainCommand, programName } from '../../evidence/command-readers/shell-command.ts';
import { writtenPaths } from '../../evidence/effect-log/effect-paths.ts';
import { type Doubt, doubtOver } from './doubt.ts';
import { systemPrograms, turnsText } from './hidden-jobs.ts';
import type { OracleInput } from './oracle-input.ts';

const interpreters =
  /^(?:python[\d.]*|perl[\d.]*|ruby[\d.]*|node|nodejs|php[\d.]*|awk|gawk|mawk|lua[\d.]*|tclsh|expect)$/;

const interactive = /^-[il]$|^--(?:login|norc)$/;

/** Python library modules that are commonly left running. */
const systemModules =
  /^(?:http\.server|smtpd|aiosmtpd|pip|venv|idlelib|pydoc|unittest|pytest|jupyter\w*|notebook|flask)$/;

/** A program of the agent that is still running and was not read. */
export async function unreadProgramLeft(input: OracleInput): Promise<Doubt | null> {
  for (const effect of input.effects) {
    if (effect.kind !== 'process-left') continue;
    const why = await whyUnread(effect, input);
    if (why !== null) return doubtOver([effect], `${effect.sentence} ${why}`);
  }
  return null;
}

/** Null for system programs and for scripts that were read. */
async function whyUnread({ id, step, detail }: EffectOf<'process-left'>, input: OracleInput): Promise<string | null> {
  if (detail.forked === true) return 'It is a copy of the session’s own Python, and nobody knows what it does next.';
  const { argv } = detail;
  const { file = argv[0] ?? '' } = detail;
  const scripts = executedFiles({ ...plainCommand(argv), step, evidence: id, isSubmitted: false }, new Map());
  const name = programName(file);
  const isInterpreter = interpreters.test(name) || isShell(name);
  if (!isInterpreter && (!file.startsWith('/') || systemPrograms.test(file) || file.startsWith('/opt/'))) return null;
  if (!isInterpreter) return 'It is a program that came in this run or lies with the user, and nobody read it.';
  const isModule = argv[1] === '-m';
  if (isModule && !systemModules.test(argv[2] ?? '')) return `What the module ${argv[2]} says is not known.`;
  const script = argv.slice(1).find((_, at) => /^-\w*[ce]$/.test(argv[at] ?? ''));
  const texts = script === undefined ? [] : [script];
  for (const path of script === undefined && !isModule ? scripts : []) {
    if (systemPrograms.test(path)) continue;
    const text = await scriptText(path, input);
    if (text === null) return `What ${path} says is not known.`;
    texts.push(text);
  }
  const isFed = script === undefined && !isModule && (scripts.length === 0 || argv.at(-1) === '-');
  // The input of a shell in a terminal is known.
  const isTypedInto = detail.parent > 1 && argv.slice(1).every((option) => interactive.test(option));
  if (isFed && !isTypedInto) return 'What it was fed is not known.';
  return texts.some((text) => turnsText.test(text)) ? 'What it runs stands there in a form that is not read.' : null;
}

async function scriptText(path: string, input: OracleInput): Promise<string | null> {
  const written = input.effects.findLast((effect) => writtenPaths(effect).includes(path));
  return (
    (written === undefined ? undefined : readTextOf(written)) ?? (await input.readFile(path))?.toString('utf8') ?? null
  );
}
