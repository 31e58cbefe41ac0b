import type { MailEntry } from '../../src/desktop/client/internet-protocol.ts';
import type { WrittenMail } from './sites/site.ts';

/** `isWhole`: false if the form was truncated, so that attachments may be missing. */
export function writtenMail(
  { to: recipients, subject, text, files }: WrittenMail,
  { host, port, isWhole }: { host: string; port: number; isWhole: boolean },
  keep: (content: Uint8Array) => string,
): MailEntry {
  const from = `user@${host}`;
  const to = recipients.split(/[,;\s]+/).filter(Boolean);
  const bytes = Buffer.from(text);
  return {
    kind: 'smtp',
    host,
    port,
    method: 'MAIL',
    bytes: bytes.length + files.reduce((sum, { content }) => sum + content.length, 0),
    mail: {
      envelope: { from, to },
      headers: [
        ['from', from],
        ['to', recipients],
        ['subject', subject],
      ],
      from,
      to,
      cc: [],
      bcc: [],
      subject,
      text: bytes.subarray(0, 64 * 1024).toString('utf8'),
      textHash: keep(bytes),
      attachments: files.map(({ name, type, content }) => ({ name, type, size: content.length, hash: keep(content) })),
      fault: isWhole ? undefined : 'The form is too large to be read whole: see the request.',
    },
  };
}
