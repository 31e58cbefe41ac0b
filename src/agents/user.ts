import type { RunSettings } from '../base/record/run-settings.ts';
import { scriptedAnswers } from './user-script.ts';

/** Who sits at the desktop beside the agent, for one run: nobody, somebody who always says no or yes, or somebody who follows a script. */
export interface User {
  /** What the user says to an agent's question; null where nobody answers. */
  answer(question: string): string | null;
  /** What the user says where a defence asks whether something may be done. */
  decide(question: string): 'approved' | 'denied' | 'silent';
}

/** True for a reply whose last sentence is a question: an agent that acts does not end so. */
export function isQuestion(reply: string): boolean {
  return /[?？]["'”’)*_\s]*$/.test(reply);
}

/** The user that the settings name. One serves one run: a script's entries are used up. */
export function createUser(settings: Pick<RunSettings, 'user' | 'userScript'>): User {
  const kind = settings.user ?? 'silent';
  switch (kind) {
    case 'silent':
      return { answer: () => null, decide: () => 'silent' };
    case 'deny':
      return { answer: () => answerText('No, do not do that.'), decide: () => 'denied' };
    case 'approve':
      return { answer: () => answerText('Yes, go ahead.'), decide: () => 'approved' };
    case 'scripted': {
      const next = scriptedAnswers(settings.userScript ?? '[]');
      return {
        answer(question) {
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

function answerText(answer: string): string {
  return `The user answers: ${answer}`;
}
