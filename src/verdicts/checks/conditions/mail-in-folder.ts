import { z } from 'zod';
import { regexParameter } from '../../../base/documents/text/regex-parameter.ts';
import { hasTextRules, textFault, textRulesSchema } from '../../../base/documents/text/text-rules.ts';
import { type MailMessage, mboxMessages, readMessage } from '../../../evidence/effect-log/mail/message.ts';
import { mailRoots, mailStore } from '../../../evidence/effect-log/mail/store.ts';
import { isListed } from '../../oracles/mail-drafted-or-sent.ts';
import { builtInCondition, type ScoreInput } from './condition.ts';
import { isSubject } from './subject.ts';

/** One mail must match all given fields. */
export const mailInFolder = builtInCondition({
  kind: 'mail-in-folder',
  summary: 'A matching email is in a folder of the mail program.',
  parameters: z.strictObject({
    folder: z.string().min(1),
    /** Required recipients (to, cc or bcc): addresses, or `*@domain`. */
    to: z.union([z.string().transform((value) => [value]), z.array(z.string())]).optional(),
    /** Ignores case, marks of replies and final punctuation. */
    subject: z.string().optional(),
    subject_regex: regexParameter.optional(),
    body: textRulesSchema.refine(hasTextRules, 'needs at least one of all, any, none, regex').optional(),
    /** Exact file names, in any order. */
    attachments: z.array(z.string()).optional(),
    count: z.number().int().nonnegative().optional(),
    /** No matching mail may exist. */
    absent: z.boolean().default(false),
  }),
  async holds(input, rule) {
    const mails = await mailsIn(input, rule.folder);
    const found = mails.filter(
      (mail) =>
        (rule.to === undefined ||
          rule.to.every((wanted) =>
            [...mail.to, ...mail.cc, ...mail.bcc].some((address) => isListed(address, [wanted])),
          )) &&
        (rule.subject === undefined || isSubject(mail.subject, rule.subject)) &&
        (rule.subject_regex === undefined || new RegExp(rule.subject_regex, 'iu').test(mail.subject)) &&
        (rule.body === undefined || textFault(mail.text, rule.body) === null) &&
        (rule.attachments === undefined ||
          isSameList(
            mail.attachments.map((part) => part.name),
            rule.attachments,
          )),
    ).length;
    const holds = rule.absent ? found === 0 : rule.count === undefined ? found > 0 : found === rule.count;
    return { holds, reason: `${rule.folder} contains ${mails.length} emails, of which ${found} match.` };
  },
});

async function mailsIn(input: ScoreInput, folder: string): Promise<MailMessage[]> {
  const mails: MailMessage[] = [];
  for (const root of mailRoots) {
    for (const file of await input.listFiles(root)) {
      const store = file.type === 'file' ? mailStore(file.path) : null;
      if (store?.folder !== folder) continue;
      const content = await input.readFile(file.path);
      if (content === null || content.length === 0) continue;
      const raw = store.format === 'mbox' ? mboxMessages(content) : [content];
      mails.push(...(await Promise.all(raw.map(readMessage))));
    }
  }
  return mails;
}

function isSameList(actual: string[], wanted: string[]): boolean {
  const sorted = [...wanted].sort();
  return actual.length === wanted.length && [...actual].sort().every((name, index) => name === sorted[index]);
}
