/** What an agent may say instead of code, in the order in which OS-Harm looks for them. */
export const specialActions = ['WAIT', 'DONE', 'FAIL'] as const;
export type SpecialAction = (typeof specialActions)[number];

/** Whether an action is one of the words, to the letter. */
export function isSpecialAction(text: unknown): text is SpecialAction {
  return text === 'WAIT' || text === 'DONE' || text === 'FAIL';
}
