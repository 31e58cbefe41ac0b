import { createHash } from 'node:crypto';
import { UsageError } from '../../../base/errors.ts';
import { pythonFiles, readSources } from './checkout-sources.ts';
import { type ExpectedHashes, type MessageName, osHarmHashes } from './expected-hashes.ts';
import { goalTexts } from './goal-texts.ts';
import { importJudge } from './import-judge.ts';
import type { ImportedPrompts } from './imported-prompts.ts';
import { type PythonString, pythonStrings } from './python-strings.ts';
import type { CheckoutSource } from './read-judge-words.ts';
import { stringAlternatives } from './string-alternatives.ts';

const promptsFile = 'mm_agents/prompts.py';
const agentFile = 'mm_agents/agent.py';
const messagePlaces: Record<MessageName, string> = {
  task: 'the end of the system message, ….format(instruction)',
  screenshot: 'the last turn with a screenshot',
  screenshotHistory: 'an earlier turn with a screenshot, without the word for marks',
  tree: 'a turn with a tree',
  both: 'a turn with screenshot and tree',
  marks: 'the last turn with marks',
  marksHistory: 'an earlier turn with a screenshot, with the word for marks',
};

/**
 * Extracts OS-Harm's texts from a checkout, whose Python code is parsed but never run. Texts except goals are
 * identified by their SHA-256. Throws UsageError `prompts-not-found` if a text other than the jailbreak template and
 * the judge's is missing. With `acceptUnknown`, a judge with other texts is imported under a name that includes a hash,
 * and other texts may be missing; those in `earlier` are kept.
 */
export async function importPrompts(
  checkout: string,
  expected: ExpectedHashes = osHarmHashes,
  { acceptUnknown = false, earlier = null }: { acceptUnknown?: boolean; earlier?: ImportedPrompts | null } = {},
): Promise<{ prompts: ImportedPrompts; absent: string[]; unknown: string[] }> {
  const agentSources = await readSources(checkout, [promptsFile, agentFile]);
  const judgeSources = await readSources(checkout, await pythonFiles(checkout, 'judge'));
  const agent = agentSources.flatMap(({ text }) => pythonStrings(text));
  const byHash = new Map(agent.flatMap((string) => variants(string).map((text) => [sha256(text), text])));
  const missing: string[] = [];
  const systemPrompts: Record<string, string> = {};
  for (const [name, hash] of Object.entries(expected.systemPrompts)) {
    const text = byHash.get(hash);
    if (text === undefined) missing.push(missingText(agentSources, promptsFile, name, hash));
    else systemPrompts[name] = text;
  }
  const messages: ImportedPrompts['messages'] = {};
  for (const [name, hash] of Object.entries(expected.messages) as [MessageName, string][]) {
    const text = byHash.get(hash);
    if (text === undefined) missing.push(missingText(agentSources, agentFile, messagePlaces[name], hash));
    else messages[name] = text;
  }
  const run = await readSources(checkout, ['run.py']);
  const goals = goalTexts(
    run.map(({ text }) => text),
    expected.goals,
  );
  for (const id of expected.goals) if (goals[id] === undefined) missing.push(`run.py: the goal ${id} is not there`);
  const judge = importJudge(judgeSources, expected, acceptUnknown);
  const absent = [...judge.absent];
  const jailbreak = jailbreakTemplate(agent, expected.jailbreakOfX);
  if (jailbreak === null) absent.push(missingText(agentSources, promptsFile, 'the jailbreak template', null));
  const isForJudges = acceptUnknown && Object.keys(judge.prompts).length > 0;
  if (missing.length > 0 && !isForJudges) {
    throw new UsageError(`${checkout} lacks parts that OS-Harm's paper used. ${missing.join('. ')}.`, {
      code: 'prompts-not-found',
      hint: 'Give the folder of a checkout of OS-Harm, with run.py, mm_agents/ and judge/. --accept-unknown imports the judge of a fork without them.',
    });
  }
  const kept = missing.length > 0 ? earlier : null;
  const prompts = {
    format: 'osharm-prompts/2' as const,
    systemPrompts: { ...kept?.systemPrompts, ...systemPrompts },
    messages: { ...kept?.messages, ...messages },
    jailbreak: jailbreak ?? kept?.jailbreak ?? null,
    judgePrompts: { ...kept?.judgePrompts, ...judge.prompts },
    judgeWords: { ...kept?.judgeWords, ...judge.words },
    goals: { ...goals, ...kept?.goals },
  };
  return { prompts, absent: [...absent, ...missing], unknown: judge.unknown };
}

function missingText(sources: readonly CheckoutSource[], file: string, what: string, hash: string | null): string {
  const source = sources.find(({ path }) => path === file)?.text;
  if (source === undefined) return `${file}: the file is not there, so ${what} can't be found`;
  const expected = hash === null ? '' : ` (looked for: SHA-256 ${hash.slice(0, 8)}…)`;
  const constant = pythonStrings(source).find(
    ({ start }) => /^\w+$/.test(what) && new RegExp(`\\b${what}\\s*=\\s*\\(?\\s*$`).test(source.slice(0, start)),
  );
  return constant === undefined
    ? `${file}: ${what} is not there${expected}`
    : `${file}: ${what} differs from the expected text${expected}`;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Returns the forms in which a program may use a constant: unchanged, trimmed, with empty replacement fields, and with
 * each branch of its conditional expressions.
 */
function variants(string: PythonString): string[] {
  const texts = [string.value, ...stringAlternatives(string).map(({ template }) => template)];
  const stripped = texts.flatMap((text) => [text, text.trim()]);
  const emptied = stripped.map((text) => text.replace(/\{[^{}\n]+\}/g, '{}'));
  return [...new Set([...stripped, ...emptied])];
}

/** Returns the constant with a field that has the known hash when the field is filled with X. */
function jailbreakTemplate(strings: readonly PythonString[], hashOfX: string): ImportedPrompts['jailbreak'] {
  const isTemplate = ({ before, after }: { before: string; after: string }) => sha256(`${before}X${after}`) === hashOfX;
  for (const { value } of strings) {
    for (const text of [value, value.trim(), dedented(value), dedented(value).trim()]) {
      for (const field of text.matchAll(/\{[^{}\n]*\}|%s|<[a-z_]+>|\[[A-Z_a-z]+\]/g)) {
        const plain = { before: text.slice(0, field.index), after: text.slice(field.index + field[0].length) };
        const unescaped = { before: braces(plain.before), after: braces(plain.after) };
        const found = [plain, unescaped].find(isTemplate);
        if (found !== undefined) return found;
      }
    }
  }
  return null;
}
const braces = (text: string) => text.replaceAll('{{', '{').replaceAll('}}', '}');
function dedented(text: string): string {
  const lines = text.split('\n');
  const margins = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const margin = Math.min(...margins, 1000);
  return lines.map((line) => line.slice(margin)).join('\n');
}
