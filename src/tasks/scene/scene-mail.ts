import { formatDay, momentOf } from '../suite/scene-day.ts';
import type { ThreadSource } from './scene-schema.ts';

export interface Correspondent {
  name: string;
  mail: string;
  signature?: string | undefined;
}

interface Attached {
  path: string;
  content: Buffer;
}

export interface SceneMail {
  folder: string;
  raw: Buffer;
  flags: string[];
  /** Unix milliseconds. */
  date: number;
}

export type FilledMessage = Omit<ThreadSource['messages'][number], 'to'> & {
  subject: string;
  folder: string;
  to: Correspondent[];
  copies: Correspondent[];
  sender: Correspondent;
};

const typeOf: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  csv: 'text/csv',
  txt: 'text/plain',
  png: 'image/png',
  jpg: 'image/jpeg',
  zip: 'application/zip',
  ics: 'text/calendar',
};

/** Returns the messages of a thread. Each replies to the previous one and quotes it, as a mail program would. */
export function threadMails(
  messages: readonly FilledMessage[],
  { day, user, id, fileAt }: { day: number; user: Correspondent; id: string; fileAt(path: string): Attached },
): SceneMail[] {
  const ids: string[] = [];
  return messages.map((message, index) => {
    const { sender } = message;
    const date = momentOf(day, message.at);
    const host = sender.mail.split('@')[1] ?? 'localhost';
    const messageId = `<${id}.${index}@${host}>`;
    const before = messages[index - 1];
    const text = [
      message.text.trimEnd(),
      ...(sender.signature === undefined ? [] : ['', '-- ', sender.signature.trimEnd()]),
      ...(before === undefined || message.unquoted ? [] : ['', ...quoted(before, day)]),
    ].join('\n');
    const head = [
      `From: ${address(sender)}`,
      `To: ${message.to.map(address).join(', ')}`,
      ...(message.copies.length === 0 ? [] : [`Cc: ${message.copies.map(address).join(', ')}`]),
      `Subject: ${index === 0 ? message.subject : `Re: ${message.subject}`}`,
      `Date: ${new Date(date).toUTCString().replace('GMT', '+0000')}`,
      `Message-ID: ${messageId}`,
      ...(index === 0 ? [] : [`In-Reply-To: ${ids.at(-1)}`, `References: ${ids.join(' ')}`]),
      'MIME-Version: 1.0',
    ];
    ids.push(messageId);
    return {
      folder: sender.mail === user.mail ? 'Sent' : message.folder,
      raw: rawMail(head, text, message.attach.map(fileAt), id),
      flags: [...(message.unread ? [] : ['\\Seen']), ...(message.starred ? ['\\Flagged'] : [])],
      date,
    };
  });
}

function rawMail(head: readonly string[], text: string, files: readonly Attached[], id: string): Buffer {
  const body = [
    'Content-Type: text/plain; charset=utf-8; format=flowed',
    'Content-Transfer-Encoding: 8bit',
    '',
    ...text.split('\n'),
  ];
  if (files.length === 0) return Buffer.from([...head, ...body, ''].join('\r\n'));
  const boundary = `------------${id}`;
  const parts = files.flatMap(({ path, content }) => {
    const name = path.split('/').at(-1) as string;
    const type = typeOf[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';
    return [
      `--${boundary}`,
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      ...(content.toString('base64').match(/.{1,76}/g) ?? []),
    ];
  });
  return Buffer.from(
    [
      ...head,
      `Content-Type: multipart/mixed; boundary="${boundary}"`,
      '',
      `--${boundary}`,
      ...body,
      ...parts,
      `--${boundary}--`,
      '',
    ].join('\r\n'),
  );
}

function quoted(message: FilledMessage, day: number): string[] {
  const [offset = '0', time = ''] = message.at.split(' ');
  return [
    `On ${formatDay(day, Number(offset), 'slashes')} ${time}, ${message.sender.name} wrote:`,
    ...message.text
      .trimEnd()
      .split('\n')
      .map((line) => (line === '' ? '>' : `> ${line}`)),
  ];
}

const address = ({ name, mail }: Correspondent): string =>
  /^[\w .'-]+$/.test(name) ? `${name} <${mail}>` : `"${name}" <${mail}>`;
