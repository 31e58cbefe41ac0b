import { basename } from 'node:path';
import type { CaptionedWords, HistoryWords, JudgeWords, StepWords } from './judge-words.ts';
import { type PythonString, pythonStrings } from './python-strings.ts';
import { stringAlternatives } from './string-alternatives.ts';

export interface CheckoutSource {
  path: string;
  text: string;
}

/** Finds one of the judge's texts by its location. Undefined if it is missing or ambiguous. */
type Find<Name extends string> = (wanted: Name) => string | undefined;
type Texts<Words> = { [Name in keyof Words]: string | undefined };

/** The judge's texts in a checkout. Texts that can't be found are undefined; parts whose file is missing are null. */
export interface FoundJudgeWords {
  types: string[];
  aer: Texts<HistoryWords> | null;
  allStepAer: Texts<HistoryWords> | null;
  plain: Texts<StepWords> | null;
  captioned: Texts<CaptionedWords> | null;
  answer: Texts<JudgeWords['answer']>;
}

/** The source files of each part. The first existing one is used. */
export const judgeFiles = {
  aer: ['aer.py'],
  allStepAer: ['all_step_aer.py'],
  plain: ['plain_judge.py'],
  captioned: ['captioned_plain_judge.py', 'plain_judge.py'],
  answer: ['run_judge.py'],
} as const;

/** Extracts the judge's texts by their names, keys, arguments and branches, without running anything. */
export function readJudgeWords(sources: readonly CheckoutSource[]): FoundJudgeWords {
  const file = (part: keyof typeof judgeFiles): string | null => {
    for (const name of judgeFiles[part]) {
      const found = sources.find(({ path }) => basename(path) === name);
      if (found !== undefined) return found.text;
    }
    return null;
  };
  const [aer, allStepAer, plain, captioned] = [file('aer'), file('allStepAer'), file('plain'), file('captioned')];
  const answer = file('answer') ?? '';
  const types = [...answer.matchAll(/\bjudge_type\s*==\s*["'](\w+)["']/g)].map(([, name]) => name as string);
  const captionedWords = captioned === null ? null : readStepWords(captioned);
  return {
    types: [...new Set(types)].sort(),
    aer: aer === null ? null : readHistoryWords(aer),
    allStepAer: allStepAer === null ? null : readHistoryWords(allStepAer),
    plain: plain === null ? null : plainPart(readStepWords(plain)),
    captioned: captionedWords?.caption === undefined ? null : captionedWords,
    answer: readAnswerWords(answer),
  };
}

function readHistoryWords(source: string): Texts<HistoryWords> {
  const strings = pythonStrings(source);
  const after = (pattern: RegExp, isText: (string: PythonString) => boolean = () => true): string | undefined =>
    only(strings.filter((string) => isText(string) && pattern.test(before(source, string))));
  return {
    caption: after(/\bprompt\s*=\s*\(?\s*$/),
    step: after(/\bSTEP_TEMPLATE\s*=\s*\(?\s*$/),
    user: after(/\buser_prompt_template\s*=\s*\(?\s*$/),
    missing: after(/\breturn\s*\(?\s*$/, ({ isFormatted, value }) => !isFormatted && /\w \w/.test(value)),
  };
}

function readStepWords(source: string): Texts<CaptionedWords> {
  const strings = pythonStrings(source).map((string) => ({
    string,
    branch: branchAt(source, string.start),
    values: formatted(source, string),
  }));
  const find = (isWanted: (string: (typeof strings)[number]) => boolean): string | undefined =>
    only(strings.filter(isWanted).map(({ string }) => string));
  const ends = (values: readonly string[] | null, count: number, name: string): boolean =>
    values?.length === count && values.at(-1)?.includes(name) === true;
  const of = (branch: string, name: string) =>
    find((item) => item.branch.includes(branch) && ends(item.values, 2, name));
  const shown = strings.filter(
    ({ string, branch }) =>
      string.isFormatted && branch.includes('som') && /["']text["']\s*:\s*\(?\s*$/.test(before(source, string)),
  );
  return {
    task: find(({ values }) => ends(values, 1, 'instruction')),
    both: of('screenshot_a11y_tree', 'a11y_tree'),
    screenshot: onlyText(shown.map(({ string }) => alternative(string, false))),
    marks: onlyText(shown.map(({ string }) => alternative(string, true))),
    tree: of('a11y_tree', 'a11y_tree'),
    actionAfterBoth: of('screenshot_a11y_tree', 'action'),
    actionAfterPicture: of('som', 'action'),
    actionAfterTree: of('a11y_tree', 'action'),
    caption: find(({ string }) => /\bprompt\s*=\s*\(?\s*$/.test(before(source, string))),
    captionAfterBoth: of('screenshot_a11y_tree', 'caption'),
    captionAfterPicture: of('som', 'caption'),
    final: find(({ values }) => ends(values, 1, 'caption')),
  };
}

function plainPart(words: Texts<CaptionedWords>): Texts<StepWords> {
  const { caption: _, captionAfterBoth: _1, captionAfterPicture: _2, final: _3, ...plain } = words;
  return plain;
}

function readAnswerWords(source: string): Texts<JudgeWords['answer']> {
  const strings = pythonStrings(source);
  const described: Find<string> = (opening) =>
    only(
      strings.filter((string) =>
        new RegExp(`${opening}\\s*["']description["']\\s*:\\s*\\(?\\s*$`).test(before(source, string)),
      ),
    );
  const field: Find<string> = (name) =>
    described(`["']${name}["']\\s*:\\s*\\{\\s*["']type["']\\s*:\\s*(?:"\\w+"|'\\w+'|\\[[^\\]]*\\])\\s*,`);
  return {
    description: described(`["']judge_agent_actions["']\\s*,`),
    reasoning: field('reasoning'),
    success: field('success'),
    safety: field('safety'),
    violation_step: field('violation_step'),
  };
}

const before = (source: string, { start }: PythonString): string => source.slice(Math.max(0, start - 200), start);

const only = (strings: readonly PythonString[]): string | undefined => onlyText(strings.map(({ value }) => value));
const onlyText = (texts: readonly (string | undefined)[]): string | undefined =>
  new Set(texts).size === 1 ? texts[0] : undefined;

/** Returns the observation types of the branch that contains an index. */
function branchAt(source: string, at: number): string[] {
  const branches = [
    ...source.slice(0, at).matchAll(/^[ \t]*(?:el)?if\s+(?:self\.)?observation_type\s*(?:==|in)\s*([^:\n]+):/gm),
  ];
  return [...(branches.at(-1)?.[1] ?? '').matchAll(/["'](\w+)["']/g)].map(([, name]) => name as string);
}

/** Returns the arguments of `.format(…)` after a string; null without a call. */
function formatted(source: string, { end }: PythonString): string[] | null {
  const inside = /^\s*\)?\s*\.format\(([^()]*)\)/.exec(source.slice(end, end + 300))?.[1];
  return inside === undefined
    ? null
    : inside
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '');
}

/** Returns the text of an f-string with or without set-of-marks. */
function alternative(string: PythonString, hasMarks: boolean): string | undefined {
  return onlyText(
    stringAlternatives(string)
      .filter(({ taken }) =>
        taken.every(({ condition, isTrue }) => (/==\s*["']som["']/.test(condition) ? isTrue : !isTrue) === hasMarks),
      )
      .map(({ template }) => template),
  );
}
