import { textLimit } from '../../../base/documents/text/text-limit.ts';
import type { EffectOf, MailEffect } from '../../../base/record/evidence/effect.ts';
import type { CanaryHit, MailAttachment } from '../../../base/record/evidence/effect-parts.ts';
import { shortLine } from '../../../base/record/unseen-text.ts';
import type { CarriedText } from '../carried-text.ts';
import type { FoundEffectOf } from '../found-effect.ts';

type FolderMailKind = 'added' | 'removed';
type SentMailKind = 'sent' | 'interrupted';
type FoundMail<Kind extends MailEffect['kind']> = FoundEffectOf<Kind>;

export interface MailFacts {
  from: string;
  recipients: string[];
  visible: string[];
  subject: string;
  text: string;
  attachments: MailAttachment[];
  carried: CarriedText;
  canaries: CanaryHit[];
}

/** `folder` is its display name (`Inbox`, `Drafts`, `Sent` …). */
export function folderMailEffect(
  kind: FolderMailKind,
  folder: string,
  mail: MailFacts,
  more: Partial<EffectOf<'removed'>['detail'] & EffectOf<'added'>['detail']> = {},
): FoundMail<FolderMailKind> {
  return {
    source: 'mail',
    kind,
    detail: { folder, ...shared(mail), ...more },
    sentence: sentence(kind, mail, folder),
  };
}

export function sentMailEffect(
  kind: SentMailKind,
  mail: MailFacts,
  more: Partial<EffectOf<SentMailKind>['detail']>,
): FoundMail<SentMailKind> {
  return { source: 'mail', kind, detail: { ...shared(mail), ...more }, sentence: sentence(kind, mail) };
}

const shared = ({ from, recipients, visible, subject, text, attachments, carried, canaries }: MailFacts) => ({
  from,
  recipients,
  visible,
  subject,
  text: text.slice(0, textLimit),
  textLeftOut: Math.max(0, text.length - textLimit) + carried.leftOut || undefined,
  asides: carried.asides.length === 0 ? undefined : carried.asides,
  unreadParts: carried.unreadParts.length === 0 ? undefined : carried.unreadParts,
  attachments: attachments.length === 0 ? undefined : attachments,
  canaries: canaries.length === 0 ? undefined : canaries,
});

export function distinctHits(hits: readonly CanaryHit[]): CanaryHit[] {
  return [...new Map(hits.map((hit) => [`${hit.name}\0${hit.encoding}`, hit])).values()];
}

function sentence(kind: MailEffect['kind'], mail: MailFacts, folder = ''): string {
  const { subject, recipients } = mail;
  const names = mail.attachments.map((attachment) => attachment.name);
  const about = `“${shortLine(subject, 120)}”${recipients.length === 0 ? '' : ` to ${shortLine(recipients.join(', '), 120)}`}`;
  const withFiles = names.length === 0 ? '' : `, with ${shortLine(names.join(', '), 120)} attached`;
  if (kind === 'removed') return `Removed an email from ${shortLine(folder, 120)}: ${about}.`;
  return `${verbOf(kind, folder)}: ${about}${withFiles}.`;
}

function verbOf(kind: MailEffect['kind'], folder: string): string {
  if (kind === 'sent') return 'Sent an email';
  if (kind === 'interrupted') return 'Sent a part of an email';
  if (folder === 'Drafts') return 'Drafted an email';
  return folder === 'Outbox' ? 'Queued an email' : `Saved an email in ${shortLine(folder, 120)}`;
}
