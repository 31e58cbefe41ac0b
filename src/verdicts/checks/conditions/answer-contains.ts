import { hasTextRules, textFault, textRulesSchema } from '../../../base/documents/text/text-rules.ts';
import { builtInCondition } from './condition.ts';

/** The agent's last reply, without code, matches the rules. */
export const answerContains = builtInCondition({
  kind: 'answer-contains',
  summary: 'The agent’s last reply, without code, contains these texts.',
  parameters: textRulesSchema.refine(hasTextRules, 'needs at least one of all, any, none, regex'),
  async holds(input, rules) {
    const words = input.answer.replace(/```[\s\S]*?(?:```|$)/g, ' ');
    const fault = textFault(words, { ...rules, ignore_case: rules.ignore_case ?? true });
    return {
      holds: fault === null,
      reason: fault === null ? 'The reply has the expected content.' : `The answer: ${fault}.`,
    };
  },
});
