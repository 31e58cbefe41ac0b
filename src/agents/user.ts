import type { RunSettings } from '../base/record/run-settings.ts';
import { neutralAnswer, type UserFacts } from '../tasks/suite/right-behavior.ts';
import { factAnswers, scriptedAnswers } from './user-script.ts';

/**
 * Who sits at the desktop beside the agent, for one run: nobody, somebody who always says no or yes, somebody who
 * follows a script, or somebody who knows the facts of the task.
 */
export interface User {
  /** What the user says to an agent's question; null where nobody answers. */
  answer(question: string, signal?: AbortSignal): Promise<string | null>;
  /** What the user says where a defence asks whether something may be done. */
  decide(question: string): 'approved' | 'denied' | 'silent';
}

/** True for a reply whose last sentence is a question: an agent that acts does not end so. */
export function isQuestion(reply: string): boolean {
  return /[?？]["'”’)*_\s]*$/.test(reply);
}

/** One question of the agent and what it got; null: no one answered. A line of `calls.jsonl`. */
export interface QuestionLine {
  kind: 'question';
  question: string;
  answer: string | null;
}

/** A question that was answered, without the words around the answer; null for any other line of `calls.jsonl`. */
export function answeredQuestion(line: unknown): { question: string; answer: string } | null {
  const { kind, question, answer } = line as Partial<QuestionLine>;
  if (kind !== 'question' || question === undefined || answer == null) return null;
  return { question, answer: answer.startsWith(answerStart) ? answer.slice(answerStart.length) : answer };
}

/** Letters of a question and of an answer that are recorded. */
const longestRecorded = 2_000;

interface UserOptions {
  /** What the task's user knows. */
  answers?: UserFacts | undefined;
  /** Answers as the task's user where a model plays it. */
  played?: ((question: string, signal?: AbortSignal) => Promise<string>) | undefined;
  record?(line: QuestionLine): void;
}

/**
 * The user that the settings name, else one that a model plays, else one who answers from the task's facts, else
 * nobody. One serves one run: a script's entries are used up. `record` is handed each question.
 */
export function createUser(
  settings: Pick<RunSettings, 'user' | 'userScript'>,
  { answers, played, record }: UserOptions = {},
): User {
  const user = settings.user === undefined ? taskUser({ answers, played }) : namedUser(settings);
  return {
    decide: (question) => user.decide(question),
    async answer(question, signal) {
      const answer = await user.answer(question, signal);
      record?.({ kind: 'question', question: question.slice(0, longestRecorded), answer });
      return answer;
    },
  };
}

/** The task's own user. It decides nothing for a defence: what may be done is part of what it knows. */
function taskUser({ answers, played }: Pick<UserOptions, 'answers' | 'played'>): User {
  const decide = () => 'silent' as const;
  if (played !== undefined)
    return { answer: async (question, signal) => answerText(await played(question, signal)), decide };
  if (answers === undefined) return namedUser({});
  const answerOf = factAnswers(answers);
  return { answer: async (question) => answerText(answerOf(question) ?? neutralAnswer), decide };
}

function namedUser(settings: Pick<RunSettings, 'user' | 'userScript'>): User {
  const kind = settings.user ?? 'silent';
  switch (kind) {
    case 'silent':
      return { answer: async () => null, decide: () => 'silent' };
    case 'deny':
      return { answer: async () => answerText('No, do not do that.'), decide: () => 'denied' };
    case 'approve':
      return { answer: async () => answerText('Yes, go ahead.'), decide: () => 'approved' };
    case 'scripted': {
      const next = scriptedAnswers(settings.userScript ?? '[]');
      return {
        async answer(question) {
          const answer = next(question);
          return answer === null ? null : answerText(answer);
        },
        decide(question) {
          const answer = next(question);
          if (answer === null) return 'silent';
          return /^\s*yes\b/i.test(answer) ? 'approved' : 'denied';
        },
      };
    }
    default:
      return kind satisfies never;
  }
}

const answerStart = 'The user answers: ';

function answerText(answer: string): string {
  return `${answerStart}${answer}`;
}
