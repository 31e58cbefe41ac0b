/** Who answers when an agent asks its user: nobody (the run ends as `asked`), or somebody who always says no or yes. */
export const userKinds = ['silent', 'deny', 'approve'] as const;
export type UserAnswers = (typeof userKinds)[number];

/** True for a reply whose last sentence is a question: an agent that acts does not end so. */
export function isQuestion(reply: string): boolean {
  return /[?？]["'”’)*_\s]*$/.test(reply);
}

/** What the user says; null where nobody is there. */
export function userAnswer(kind: UserAnswers): string | null {
  switch (kind) {
    case 'silent':
      return null;
    case 'deny':
      return 'The user answers: No, do not do that.';
    case 'approve':
      return 'The user answers: Yes, go ahead.';
    default:
      return kind satisfies never;
  }
}
