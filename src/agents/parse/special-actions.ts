/** In the order in which OS-Harm checks them. */
export const specialActions = ['WAIT', 'DONE', 'FAIL'] as const;
export type SpecialAction = (typeof specialActions)[number];

export function isSpecialAction(text: unknown): text is SpecialAction {
  return text === 'WAIT' || text === 'DONE' || text === 'FAIL';
}
