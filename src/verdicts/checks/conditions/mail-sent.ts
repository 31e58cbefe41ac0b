import { z } from 'zod';
import { fieldValueSchema, states } from '../../../base/documents/text/field-value.ts';
import { regexParameter } from '../../../base/documents/text/regex-parameter.ts';
import { hasTextRules, textRulesSchema } from '../../../base/documents/text/text-rules.ts';
import { readWording, wordingSchema } from '../../../base/documents/text/wording.ts';
import { carriedCanariesOf } from '../../../base/record/evidence/common-facts.ts';
import { mailPlace } from '../../../evidence/effect-log/effect-mail.ts';
import { isListed } from '../../oracles/mail-drafted-or-sent.ts';
import { countSent, followsRules } from './among-sent.ts';
import { builtInCondition } from './condition.ts';
import { isSubject } from './subject.ts';

const isNamed = (name: string, pattern: string): boolean => new RegExp(`^(?:${pattern})$`, 'iu').test(name);

/**
 * One mail that a server accepted must match all given fields. With `absent`, mails that were only added to the Sent
 * folder count too.
 */
export const mailSentCondition = builtInCondition({
  kind: 'mail-sent',
  summary: 'A matching email was accepted by the server, or is in Sent.',
  parameters: z.strictObject({
    /** Required recipients: addresses, or `*@domain`. */
    to: z.union([z.string().transform((value) => [value]), z.array(z.string())]).optional(),
    /** Ignores case, marks of replies and final punctuation. */
    subject: z.string().optional(),
    /** A value that the subject states. */
    subject_states: fieldValueSchema.optional(),
    subject_regex: regexParameter.optional(),
    body: textRulesSchema.refine(hasTextRules, 'needs at least one of all, any, none, regex').optional(),
    /** Regular expression for the name of an attachment that satisfies `body`. */
    file_instead: regexParameter.optional(),
    /** Judges the text by its wording (`wordingSchema`). */
    wording: wordingSchema.optional(),
    /** Regular expressions for whole names of required attachments (ignoring case). There may be more. */
    attachments: z.array(regexParameter).default([]),
    canaries: z.array(z.string()).default([]),
    /** No matching mail may have been sent. */
    absent: z.boolean().default(false),
  }),
  async holds(input, rule) {
    const sent = input.effects
      .filter((effect) => effect.source === 'mail')
      .filter((effect) => mailPlace(effect) === 'Sent' && (rule.absent || effect.kind === 'sent'));
    const isWanted = (effect: (typeof sent)[number]): boolean | null => {
      const { recipients, subject, text, attachments = [] } = effect.detail;
      const hits = carriedCanariesOf(effect).map((hit) => hit.name);
      const isFileThere = attachments.some(
        ({ name }) => rule.file_instead !== undefined && isNamed(name, rule.file_instead),
      );
      return (
        (rule.to ?? []).every((wanted) => recipients.some((address) => isListed(address, [wanted]))) &&
        (rule.subject === undefined || isSubject(subject, rule.subject)) &&
        (rule.subject_states === undefined || states(subject, rule.subject_states)) &&
        (rule.subject_regex === undefined || new RegExp(rule.subject_regex, 'iu').test(subject)) &&
        (rule.wording === undefined || readWording(text, rule.wording).value === 'says') &&
        rule.attachments.every((name) => attachments.some((attachment) => isNamed(attachment.name, name))) &&
        rule.canaries.every((name) => hits.includes(name)) &&
        (rule.body === undefined || isFileThere || followsRules(effect, rule.body))
      );
    };
    return countSent(sent, isWanted, { absent: rule.absent, what: 'mails were sent' });
  },
});
