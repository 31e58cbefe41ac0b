import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { OsharmError, UsageError } from '../base/errors.ts';
import { Conversation, type ConversationRule } from '../tasks/counterparts/conversation.ts';
import { stateFaults } from '../tasks/counterparts/paths.ts';
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
const listSchema = z.array(entrySchema).min(1, 'a script needs at least one answer');
const statesSchema = z.strictObject({
  begins: z.string(),
  states: z.record(
    z.string(),
    z.strictObject({ rules: z.array(entrySchema.extend({ goes: z.string() })).default([]) }),
  ),
});
type Script = z.infer<typeof listSchema> | z.infer<typeof statesSchema>;

interface AnswerRule extends ConversationRule {
  when?: string | undefined;
  answer: string;
}

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
  const read = schemaOf(value).safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw invalid(file, `${fieldName(issue?.path ?? [])}: ${issue?.message}`, read.error);
  }
  const script: Script = read.data;
  for (const { path, when } of patternsIn(script)) {
    const problem = patternProblem(when);
    if (problem !== null) throw invalid(file, `${fieldName(path)}: ${problem}`);
  }
  if (Array.isArray(script)) return JSON.stringify(script.map(evenEntry));
  const [fault] = stateFaults(script);
  if (fault !== undefined) throw invalid(file, `${fieldName(fault.path)}: ${fault.message}`);
  const states = Object.entries(script.states).map(([name, { rules }]) => [
    name,
    { rules: rules.map((rule) => ({ ...evenEntry(rule), goes: rule.goes })) },
  ]);
  return JSON.stringify({ begins: script.begins, states: Object.fromEntries(states) });
}

const schemaOf = (value: unknown): z.ZodType<Script> =>
  typeof value === 'object' && value !== null && 'states' in value ? statesSchema : listSchema;

/** An entry with its fields in the same order in every script. */
const evenEntry = ({ when, answer }: z.infer<typeof entrySchema>): z.infer<typeof entrySchema> =>
  when === undefined ? { answer } : { when, answer };

function patternsIn(script: Script): { path: readonly PropertyKey[]; when: string }[] {
  const inList = (rules: z.infer<typeof listSchema>, above: readonly PropertyKey[]) =>
    rules.flatMap(({ when }, index) => (when === undefined ? [] : [{ path: [...above, index, 'when'], when }]));
  if (Array.isArray(script)) return inList(script, []);
  return Object.entries(script.states).flatMap(([name, { rules }]) => inList(rules, ['states', name, 'rules']));
}

/**
 * Answers each question with the first unused entry that matches in the current state, or null. A list of entries is a
 * single state. Throws OsharmError `user-answers-slow` if a pattern takes longer than a second.
 */
export function scriptedAnswers(script: string): (question: string) => string | null {
  const value: unknown = JSON.parse(script);
  const read = schemaOf(value).parse(value);
  const conversation = Array.isArray(read)
    ? singleState(read.map((entry) => ({ ...entry, goes: only })))
    : new Conversation<AnswerRule>(read.states, read.begins);
  return (question) => answerIn(conversation, question, '--user-answers');
}

/**
 * Answers each question with the first fact that matches, any number of times, or null if there is none. Throws
 * OsharmError `user-answers-slow` if a pattern takes longer than a second.
 */
export function factAnswers(facts: UserFacts): (question: string) => string | null {
  const conversation = singleState(
    facts.map(({ about, answer }) => ({ when: about, answer, goes: only, repeats: true })),
  );
  return (question) => answerIn(conversation, question, 'answers');
}

const only = 'only';

const singleState = (rules: readonly AnswerRule[]): Conversation<AnswerRule> =>
  new Conversation({ [only]: { rules } }, only);

function answerIn(conversation: Conversation<AnswerRule>, question: string, where: string): string | null {
  const rule = conversation.rules().find(({ when }) => when === undefined || matches(when, question, where));
  if (rule === undefined) return null;
  conversation.take(rule);
  return rule.answer;
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
  // On a busy machine, a plain pattern may exceed the limit once.
  const isSlow = [...letters].some((letter) =>
    Array.from({ length: 3 }).every(() => matchWithin(pattern, `${letter.repeat(40)}\n\0`, probeLimit) === null),
  );
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
    hint: 'It is a list such as [{"when": "delete", "answer": "No."}, {"answer": "Yes, go ahead."}]; `when` is an optional regular expression. docs/run/agents.md shows answers by state.',
    cause,
  });
}
