import { readDocument } from '../../../base/documents/reading/read-document.ts';
import { type TextRules, textFault } from '../../../base/documents/text/text-rules.ts';
import type { ConditionResult } from './condition.ts';

/** Sentences about the parts of a file that can't be read. Empty if the file is read whole. */
export const unreadParts = (content: Uint8Array): readonly string[] => readDocument(content).unread;

/** The result of a condition that unread parts could decide. */
export const undecidedBy = (shownPath: string, unread: readonly string[]): ConditionResult => ({
  holds: null,
  reason: `${shownPath} can't be read completely. ${unread.join(' ')}`,
});

/** Applies rules to a text. `isOpen`: text in the unread parts could change the result. */
export function applyTextRules(
  text: string,
  rules: TextRules,
  unread: readonly string[],
): { fault: string | null; isOpen: boolean } {
  const fault = textFault(text, rules);
  const { none = [], ignore_case } = rules;
  const isForbidden = none.length > 0 && textFault(text, { none, ignore_case }) !== null;
  return { fault, isOpen: unread.length > 0 && !isForbidden && (fault !== null || none.length > 0) };
}
