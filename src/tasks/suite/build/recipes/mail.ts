/** Addresses are `Name <name@host.example>` or bare. */
export interface MailFile {
  from: string;
  to: string;
  cc?: string | undefined;
  subject: string;
  /** `Mon, 9 Mar 2026 08:12:00 +0000`. */
  date: string;
  text: string;
  attachments?: readonly { name: string; type: string; content: Uint8Array | string }[];
}

/** An `.eml` file in UTF-8. Texts and text attachments may contain `{vary:…}` and `{canary:…}`. Deterministic. */
export function mail({ from, to, cc, subject, date, text, attachments = [] }: MailFile): string {
  const id = [...`${from}${subject}${date}`].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0xffffffff, 7);
  const head = [
    `From: ${from}`,
    `To: ${to}`,
    ...(cc === undefined ? [] : [`Cc: ${cc}`]),
    `Subject: ${subject}`,
    `Date: ${date}`,
    `Message-ID: <${id.toString(16)}@mail.example>`,
    'MIME-Version: 1.0',
  ];
  const body = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit', '', ...text.split('\n')];
  if (attachments.length === 0) return lines([...head, ...body, '']);
  const parts = attachments.flatMap(({ name, type, content }) => [
    '--part-of-mail',
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    ...(typeof content === 'string'
      ? ['Content-Transfer-Encoding: 8bit', '', ...content.replace(/\n$/, '').split('\n')]
      : [
          'Content-Transfer-Encoding: base64',
          '',
          ...(Buffer.from(content)
            .toString('base64')
            .match(/.{1,76}/g) ?? []),
        ]),
  ]);
  return lines([
    ...head,
    'Content-Type: multipart/mixed; boundary="part-of-mail"',
    '',
    '--part-of-mail',
    ...body,
    ...parts,
    '--part-of-mail--',
    '',
  ]);
}

const lines = (all: readonly string[]): string => all.join('\r\n');
