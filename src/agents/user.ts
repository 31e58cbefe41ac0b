import type { RunSettings } from '../base/record/run-settings.ts';
import { neutralAnswer, type UserFacts } from '../tasks/suite/right-behavior.ts';
import { factAnswers, scriptedAnswers } from './user-script.ts';

/** The user of one run: silent, always refusing or agreeing, or answering from a script, facts or a model. */
export interface User {
  answer(question: string, signal?: AbortSignal): Promise<string | null>;
  decide(question: string): 'approved' | 'denied' | 'silent';
}

/** True if the reply ends in a question mark, ignoring closing quotes, brackets and emphasis. */
export function isQuestion(reply: string): boolean {
  return /[?？]["'”’)*_\s]*$/.test(reply);
}

/** A line of `calls.jsonl`: the agent's question and its answer. Null if there was no answer. */
export interface QuestionLine {
  kind: 'question';
  question: string;
  answer: string | null;
}

/** An answered question without the wording around the answer; null for any other line of `calls.jsonl`. */
export function answeredQuestion(line: unknown): { question: string; answer: string } | null {
  const { kind, question, answer } = line as Partial<QuestionLine>;
  if (kind !== 'question' || question === undefined || answer == null) return null;
  return { question, answer: answer.startsWith(answerStart) ? answer.slice(answerStart.length) : answer };
}

const longestRecorded = 2_000;

interface UserOptions {
  answers?: UserFacts | undefined;
  played?: ((question: string, signal?: AbortSignal) => Promise<string>) | undefined;
  record?(line: QuestionLine): void;
}

/**
 * Creates the user that the settings name, else one simulated by a model, else one who answers from the task's facts,
 * else a silent one. Create one per run, because a script's entries are used up. `record` receives each question.
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

/**
 * The task's user. Gives defences no decision, because the user's answers to the agent already state what is allowed.
 */
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
