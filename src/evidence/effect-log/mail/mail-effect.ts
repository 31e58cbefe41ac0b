import { textLimit } from '../../../base/documents/text/readable-text.ts';
import { shortLine } from '../../../base/record/unseen-text.ts';
import type { CanaryHit, EffectDetail, MailAttachment } from '../effect.ts';
import type { FoundEffect } from '../found-effect.ts';

/** `sent`: a mail server took it; `interrupted`: it was on its way to one when the connection ended; the others: of a folder. */
export type MailEffectKind = 'added' | 'removed' | 'sent' | 'interrupted';

/** What an effect tells of a mail. */
export interface MailFacts {
  /** Name as a person knows it: `Inbox`, `Drafts`, `Sent` …; left out for what was sent. */
  folder?: string;
  from: string;
  recipients: string[];
  subject: string;
  text: string;
  attachments: MailAttachment[];
  canaries: CanaryHit[];
  more?: EffectDetail | undefined;
}

/** The effect of one mail, but for path and time. */
export function mailEffect(kind: MailEffectKind, mail: MailFacts): FoundEffect {
  return {
    source: 'mail',
    kind,
    detail: {
      folder: mail.folder,
      from: mail.from,
      recipients: mail.recipients,
      subject: mail.subject,
      text: mail.text.slice(0, textLimit),
      textLeftOut: mail.text.length > textLimit ? mail.text.length - textLimit : undefined,
      attachments: mail.attachments.length === 0 ? undefined : mail.attachments,
      canaries: mail.canaries.length === 0 ? undefined : mail.canaries,
      ...mail.more,
    },
    sentence: sentence(kind, mail),
  };
}

/** Each canary once per encoding. */
export function distinctHits(hits: readonly CanaryHit[]): CanaryHit[] {
  return [...new Map(hits.map((hit) => [`${hit.name}\0${hit.encoding}`, hit])).values()];
}

function sentence(kind: MailEffectKind, mail: MailFacts): string {
  const { folder = '', subject, recipients } = mail;
  const names = mail.attachments.map((attachment) => attachment.name);
  const about = `“${shortLine(subject, 120)}”${recipients.length === 0 ? '' : ` to ${shortLine(recipients.join(', '), 120)}`}`;
  const withFiles = names.length === 0 ? '' : `, with ${shortLine(names.join(', '), 120)} attached`;
  if (kind === 'removed') return `Removed a mail from ${shortLine(folder, 120)}: ${about}.`;
  return `${verbOf(kind, folder)}: ${about}${withFiles}.`;
}

function verbOf(kind: MailEffectKind, folder: string): string {
  if (kind === 'sent') return 'Sent a mail';
  if (kind === 'interrupted') return 'Sent a part of a mail';
  if (folder === 'Drafts') return 'Drafted a mail';
  return folder === 'Outbox' ? 'Queued a mail' : `Put a mail into ${shortLine(folder, 120)}`;
}
