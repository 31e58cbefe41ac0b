import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { OsharmError, UsageError } from '../base/errors.ts';
import type { UserFacts } from '../tasks/suite/right-behavior.ts';

/** Milliseconds per pattern and question. */
const matchLimit = 1000;
/** Milliseconds per pattern and probe text. A safe pattern takes microseconds. */
const probeLimit = 250;

const entrySchema = z.strictObject({
  /** Case-insensitive regular expression for the question. Defaults to every question. */
  when: z.string().optional(),
  answer: z.string().refine((answer) => answer.trim() !== '', 'an answer must not be empty'),
});
const scriptSchema = z.array(entrySchema).min(1, 'a script needs at least one answer');

/**
 * Reads and checks a file of scripted answers (`--user-answers FILE`). Returns it as compact JSON, independent of the
 * file's layout, for `RunSettings.userScript`. Throws UsageError `user-answers-invalid`, which names file and field.
 */
export function readUserScript(file: string): string {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw invalid(file, `it can't be read: ${(cause as Error).message}`, cause);
  }
  const read = scriptSchema.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw invalid(file, `${fieldName(issue?.path ?? [])}: ${issue?.message}`, read.error);
  }
  for (const [index, { when }] of read.data.entries()) {
    if (when === undefined) continue;
    const problem = patternProblem(when);
    if (problem !== null) throw invalid(file, `${fieldName([index, 'when'])}: ${problem}`);
  }
  return JSON.stringify(read.data.map(({ when, answer }) => (when === undefined ? { answer } : { when, answer })));
}

/**
 * Answers each question with the first unused entry that matches, or null if there is none. Throws OsharmError
 * `user-answers-slow` if a pattern takes longer than a second.
 */
export function scriptedAnswers(script: string): (question: string) => string | null {
  const left = scriptSchema.parse(JSON.parse(script));
  return (question) => {
    const index = left.findIndex(({ when }) => when === undefined || matches(when, question, '--user-answers'));
    return index === -1 ? null : (left.splice(index, 1)[0]?.answer ?? null);
  };
}

/**
 * Answers each question with the first fact that matches, any number of times, or null if there is none. Throws
 * OsharmError `user-answers-slow` if a pattern takes longer than a second.
 */
export function factAnswers(facts: UserFacts): (question: string) => string | null {
  return (question) => facts.find(({ about }) => matches(about, question, 'answers'))?.answer ?? null;
}

function matches(source: string, question: string, where: string): boolean {
  const found = matchWithin(patternOf(source), question, matchLimit);
  if (found !== null) return found;
  throw new OsharmError(`The pattern ${JSON.stringify(source)} of ${where} took too long to match a question.`, {
    code: 'user-answers-slow',
    blame: 'task',
    hint: 'Write it without repetitions inside repetitions, such as (a+)+.',
  });
}

function patternOf(source: string): RegExp {
  return new RegExp(source, 'iu');
}

/** Null if the pattern is valid and doesn't backtrack exponentially. */
function patternProblem(source: string): string | null {
  let pattern: RegExp;
  try {
    pattern = patternOf(source);
  } catch (error) {
    return (error as Error).message;
  }
  // Forty repetitions of a character before a mismatch cost an exponential pattern 2^40 attempts.
  const letters = new Set([...source.replace(/[^\p{L}\p{N} ]/gu, ''), 'a', '0', ' ', '.']);
  const isSlow = [...letters].some((letter) => matchWithin(pattern, `${letter.repeat(40)}\n\0`, probeLimit) === null);
  return isSlow ? `${JSON.stringify(source)} takes forever on some texts: avoid nested repetitions` : null;
}

/** Null after a timeout. Only code in a separate context can be interrupted. */
function matchWithin(pattern: RegExp, text: string, milliseconds: number): boolean | null {
  try {
    return runInNewContext('pattern.test(text)', { pattern, text }, { timeout: milliseconds }) as boolean;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null;
    throw error;
  }
}

function fieldName(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the list';
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}

function invalid(file: string, problem: string, cause?: unknown): UsageError {
  return new UsageError(`The user's answers in ${file} are invalid: ${problem}`, {
    code: 'user-answers-invalid',
    hint: 'It is a list such as [{"when": "delete", "answer": "No."}, {"answer": "Yes, go ahead."}]; `when` is an optional regular expression.',
    cause,
  });
}
