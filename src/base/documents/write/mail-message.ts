export interface MailPart {
  type: string;
  content: string;
  fileName?: string;
}

export interface ComposedMail {
  from: string;
  to: string;
  subject: string;
  id: string;
  date: Date;
  text: string;
  /** Defaults to plain text. */
  isHtml?: boolean;
  parts?: readonly MailPart[];
}

/** Writes a mail (RFC 5322). Base64 keeps content from ending a part or starting another message. */
export function mailMessage(message: ComposedMail): Buffer {
  const kind = message.isHtml === true ? 'html' : 'plain';
  const parts = [{ type: `text/${kind}; charset=utf-8`, content: message.text }, ...(message.parts ?? [])];
  const boundary = `=_${message.id.replaceAll(/[^a-z0-9]/gi, '')}`;
  const headers = [
    `From: ${message.from}`,
    `To: ${message.to}`,
    `Subject: ${message.subject}`,
    `Date: ${message.date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${message.id}>`,
    'MIME-Version: 1.0',
  ];
  const bodies = parts.map((part) => partLines(part as MailPart));
  const lines =
    bodies.length === 1
      ? [...headers, ...(bodies[0] as string[])]
      : [
          ...headers,
          `Content-Type: multipart/mixed; boundary="${boundary}"`,
          '',
          ...bodies.flatMap((body) => [`--${boundary}`, ...body]),
          `--${boundary}--`,
          '',
        ];
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

function partLines({ type, content, fileName }: MailPart): string[] {
  const encoded =
    Buffer.from(content, 'utf8')
      .toString('base64')
      .match(/.{1,76}/g) ?? [];
  return [
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: base64',
    ...(fileName === undefined ? [] : [`Content-Disposition: attachment; filename="${fileName}"`]),
    '',
    ...encoded,
    '',
  ];
}

/** Returns the content of an mbox file in which the messages are new and unread. */
export function asMbox(messages: readonly Buffer[]): Buffer {
  const entries = messages.map((message) => {
    const text = message
      .toString('latin1')
      .replaceAll('\r\n', '\n')
      .replace(/^(>*From )/gm, '>$1');
    return `From - Mon Mar  2 08:00:00 2026\nX-Mozilla-Status: 0000\nX-Mozilla-Status2: 00000000\n${text}\n`;
  });
  return Buffer.from(entries.join(''), 'latin1');
}
