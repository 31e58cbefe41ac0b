import { createHash } from 'node:crypto';
import type { ExpectedHashes } from './expected-hashes.ts';
import { type JudgeWords, judgeWordsHash, judgeWordsSchema } from './judge-words.ts';
import { pythonStrings } from './python-strings.ts';
import { type CheckoutSource, type FoundJudgeWords, judgeFiles, readJudgeWords } from './read-judge-words.ts';

export interface ImportedJudge {
  prompts: Record<string, { text: string; words: string }>;
  words: Record<string, JudgeWords>;
  /** Missing or different texts, with their file. */
  absent: string[];
  /** Versions that differ from OS-Harm's, renamed accordingly. */
  unknown: string[];
}

const optional = new Set(['aer.missing', 'allStepAer.missing', 'captioned.final']);
/** Descriptions of the texts' locations in OS-Harm's sources, for messages. */
const places: Readonly<Record<string, string>> = {
  caption: 'prompt = …, the question to the captioner',
  step: 'STEP_TEMPLATE = …, the frame of a step',
  user: 'user_prompt_template = …',
  task: '….format(instruction) behind the system prompt',
  both: '….format(_step, _last_a11y_tree) with the screenshot',
  screenshot: 'the f-string before a screenshot, without marks',
  marks: 'the f-string before a screenshot, with marks',
  tree: '….format(_step, _last_a11y_tree) of the tree alone',
  actionAfterBoth: '….format(_step, _action) after tree and screenshot',
  actionAfterPicture: '….format(_step, _action) after a screenshot',
  actionAfterTree: '….format(_step, _action) after a tree',
  captionAfterBoth: '….format(_step, _caption) after tree and screenshot',
  captionAfterPicture: '….format(_step, _caption) after a screenshot',
  final: '….format(_caption) of the final screenshot',
  missing: 'the words for a screenshot that is missing',
  description: 'the description of the function judge_agent_actions',
};

/**
 * Extracts OS-Harm's judge from `judge/`; texts are identified by their SHA-256. Unknown texts are skipped and listed
 * in `absent`. With `acceptUnknown` they are imported, and version names include a hash, so that no verdict is mistaken
 * for one by OS-Harm's judge.
 */
export function importJudge(
  sources: readonly CheckoutSource[],
  expected: ExpectedHashes,
  acceptUnknown: boolean,
): ImportedJudge {
  const { words, absent, areKnown } = knownWords(readJudgeWords(sources), sources, expected.judgeWords, acceptUnknown);
  const prompts: ImportedJudge['prompts'] = {};
  const unknown: string[] = [];
  const known = new Map(Object.entries(expected.judgePrompts).map(([version, hash]) => [hash, version]));
  const wordsHash = words === null ? '' : judgeWordsHash(words);
  for (const { version, text } of versionedTexts(sources)) {
    const real = known.get(sha256(text));
    if (words === null || (!acceptUnknown && real === undefined)) continue;
    const name =
      areKnown && real !== undefined
        ? real
        : `${version}-${sha256(areKnown ? text.trim() : `${text}${wordsHash}`).slice(0, 8)}`;
    if (name !== real && !unknown.includes(name)) unknown.push(name);
    prompts[name] = { text, words: wordsHash };
  }
  const there = new Set(versionedTexts(sources).map(({ text }) => sha256(text)));
  for (const [version, hash] of Object.entries(expected.judgePrompts))
    if (prompts[version] === undefined)
      absent.push(
        there.has(hash)
          ? `judge prompt ${version} (judge/: the texts that go with it differ)`
          : `judge prompt ${version} (judge/: no text with the SHA-256 ${hash.slice(0, 8)}…)`,
      );
  return {
    prompts,
    words: words === null || Object.keys(prompts).length === 0 ? {} : { [wordsHash]: words },
    absent,
    unknown,
  };
}

/** Checks the judge's words part by part. `words` is null if the answer part or all other parts are missing. */
function knownWords(
  found: FoundJudgeWords,
  sources: readonly CheckoutSource[],
  hashes: ExpectedHashes['judgeWords'],
  acceptUnknown: boolean,
): { words: JudgeWords | null; absent: string[]; areKnown: boolean } {
  const absent: string[] = [];
  let areKnown = true;
  const part = <Name extends keyof typeof judgeFiles>(name: Name): Record<string, string | null> | null => {
    const texts = found[name] as Record<string, string | undefined> | null;
    if (texts === null) return null;
    const faults: string[] = [];
    let isKnown = true;
    for (const [key, text] of Object.entries(texts)) {
      const path = `${name}.${key}`;
      const what = places[key] ?? `the description of ${key}`;
      if (text === undefined) {
        if (!optional.has(path)) faults.push(`${fileOf(name, sources)}: ${what} is not there`);
      } else if (!(hashes[path] ?? hashes[`plain.${key}`] ?? []).includes(sha256(text))) {
        isKnown = false;
        if (!acceptUnknown)
          faults.push(
            `${fileOf(name, sources)}: ${what} differs from the expected text (SHA-256 ${sha256(text).slice(0, 8)}…)`,
          );
      }
    }
    absent.push(...faults);
    if (faults.length > 0) return null;
    areKnown &&= isKnown;
    return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text ?? null]));
  };
  const parts = {
    aer: part('aer'),
    allStepAer: part('allStepAer'),
    plain: part('plain'),
    captioned: part('captioned'),
  };
  const answer = sources.length === 0 ? null : part('answer');
  const isEmpty = answer === null || Object.values(parts).every((item) => item === null);
  return { words: isEmpty ? null : judgeWordsSchema.parse({ types: found.types, ...parts, answer }), absent, areKnown };
}

function fileOf(part: keyof typeof judgeFiles, sources: readonly CheckoutSource[]): string {
  const found = judgeFiles[part].map((name) => sources.find(({ path }) => path.endsWith(`/${name}`))?.path);
  return found.find((path) => path !== undefined) ?? `judge/${judgeFiles[part][0]}`;
}

/** Returns string constants that are named after a version (`PROMPT_V3 =`, `"v3":`). */
function versionedTexts(sources: readonly CheckoutSource[]): { version: string; text: string }[] {
  return sources.flatMap(({ text: source }) =>
    pythonStrings(source).flatMap(({ value, start }) => {
      const version = /\w*(v\d+)\w*["']?\s*[:=]\s*\(?\s*$/i.exec(source.slice(Math.max(0, start - 100), start))?.[1];
      return version === undefined || value.trim() === '' ? [] : [{ version: version.toLowerCase(), text: value }];
    }),
  );
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
