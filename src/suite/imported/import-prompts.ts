import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { type ExpectedHashes, osHarmHashes } from './expected-hashes.ts';
import { goalTexts } from './goal-texts.ts';
import type { ImportedPrompts } from './imported-prompts.ts';
import { type PythonString, pythonStrings } from './python-strings.ts';

/**
 * Reads OS-Harm's prompts, message texts, jailbreak template, goal texts and judge prompts out of a checkout. Its Python is read as
 * text and never run. Every text but the goals' is known by its SHA-256, so what comes back is what the paper used, or nothing:
 * throws UsageError `prompts-not-found` naming what is missing. The jailbreak template and judge prompts may be absent; `absent`
 * names them. With `acceptUnknown` judge prompts of another text are taken too, under names that say so (`v3-` and the first 8 digits
 * of their SHA-256): a verdict by them is never mistaken for one by OS-Harm's own. A checkout that lacks other texts is then taken for its judge prompts, and
 * `absent` names the others; what `earlier` has of them is kept.
 */
export async function importPrompts(
  checkout: string,
  expected: ExpectedHashes = osHarmHashes,
  { acceptUnknown = false, earlier = null }: { acceptUnknown?: boolean; earlier?: ImportedPrompts | null } = {},
): Promise<{ prompts: ImportedPrompts; absent: string[]; unknown: string[] }> {
  const agent = await strings(checkout, ['mm_agents/prompts.py', 'mm_agents/agent.py']);
  const run = await sources(checkout, ['run.py']);
  const judgeSources = await sources(checkout, await pythonFiles(checkout, 'judge'));
  const judge = judgeSources.flatMap(pythonStrings);
  const missing: string[] = [];
  const byHash = new Map(
    [...agent, ...judge].flatMap((string) => variants(string).map((text) => [sha256(text), text])),
  );
  const known = <Name extends string>(what: string, hashes: Record<Name, string>): Partial<Record<Name, string>> => {
    const found: Partial<Record<Name, string>> = {};
    for (const [name, hash] of Object.entries(hashes) as [Name, string][]) {
      const text = byHash.get(hash);
      if (text === undefined) missing.push(`${what} ${name}`);
      else found[name] = text;
    }
    return found;
  };
  const systemPrompts = known('prompt', expected.systemPrompts) as Record<string, string>;
  const messages = known('message', expected.messages);
  const absent: string[] = [];
  const judgePrompts: Record<string, string> = {};
  for (const [version, hash] of Object.entries(expected.judgePrompts)) {
    const found = byHash.get(hash);
    if (found === undefined) absent.push(`judge prompt ${version}`);
    else judgePrompts[version] = found;
  }
  const unknown = acceptUnknown ? unknownJudgePrompts(judgeSources, Object.values(expected.judgePrompts)) : {};
  const jailbreak = jailbreakTemplate(agent, expected.jailbreakOfX);
  if (jailbreak === null) absent.push('the jailbreak template');
  const goals = goalTexts(run, expected.goals);
  for (const id of expected.goals) if (goals[id] === undefined) missing.push(`goal ${id}`);
  const ofJudge = { ...judgePrompts, ...unknown };
  const isForJudges = acceptUnknown && Object.keys(ofJudge).length > 0;
  if (missing.length > 0 && !isForJudges) {
    throw new UsageError(`${checkout} lacks or has changed: ${missing.join(', ')}.`, {
      code: 'prompts-not-found',
      hint: 'Give the folder of a checkout of OS-Harm as its paper used it: the one that holds run.py and mm_agents/. With --accept-unknown the judge prompts of another are taken.',
    });
  }
  const kept = missing.length > 0 ? earlier : null;
  const prompts = {
    format: 'osharm-prompts/1' as const,
    systemPrompts: { ...kept?.systemPrompts, ...systemPrompts },
    messages: { ...kept?.messages, ...messages },
    jailbreak: jailbreak ?? kept?.jailbreak ?? null,
    judgePrompts: { ...kept?.judgePrompts, ...ofJudge },
    goals: { ...goals, ...kept?.goals },
  };
  return { prompts, absent: [...absent, ...missing], unknown: Object.keys(unknown) };
}

/** Constants of the judge's sources that are kept under a version's name (`PROMPT_V3 =`, `"v3":`) and have none of the known texts. */
function unknownJudgePrompts(sources: readonly string[], known: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    sources.flatMap((source) =>
      pythonStrings(source).flatMap((string): [string, string][] => {
        const version = /\w*(v\d+)\w*["']?\s*[:=]\s*\(?\s*$/i.exec(
          source.slice(Math.max(0, string.start - 100), string.start),
        );
        const text = string.value.trim();
        if (version === null || text === '' || variants(string).some((one) => known.includes(sha256(one)))) return [];
        return [[`${version[1]?.toLowerCase()}-${sha256(text).slice(0, 8)}`, text]];
      }),
    ),
  );
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The same constant as the program may use it: as it is, stripped, and with its replacement fields made empty. */
function variants(string: PythonString): string[] {
  const texts = [string.value, string.value.trim()];
  const emptied = texts.map((text) => text.replace(/\{[^{}\n]+\}/g, '{}'));
  return [...new Set([...texts, ...emptied])];
}

/** A template is any constant with one field which, filled with X, has the hash that we know. */
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

async function strings(checkout: string, files: readonly string[]): Promise<PythonString[]> {
  return (await sources(checkout, files)).flatMap(pythonStrings);
}

async function sources(checkout: string, files: readonly string[]): Promise<string[]> {
  const texts: string[] = [];
  for (const file of files) {
    try {
      texts.push((await readFile(join(checkout, file), 'utf8')).replaceAll('\r\n', '\n'));
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    }
  }
  return texts;
}

async function pythonFiles(checkout: string, folder: string): Promise<string[]> {
  try {
    const entries = await readdir(join(checkout, folder), { recursive: true });
    return entries
      .filter((name) => name.endsWith('.py'))
      .sort()
      .map((name) => join(folder, name));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}
