import type { Persona } from './persona.ts';

const dayMs = 86_400_000;

/** Returns GTK's list of recent files (xbel). `now` is in Unix milliseconds. */
export function recentFiles(recent: Persona['recent'], home: string, now: number): Buffer {
  const entries = recent.map(({ path, days, type, program }) => {
    const time = `${new Date(now - days * dayMs).toISOString().slice(0, 19)}Z`;
    const uri = `file://${`${home}/${path}`.split('/').map(encodeURIComponent).join('/')}`;
    return `  <bookmark href="${uri}" added="${time}" modified="${time}" visited="${time}">
    <info>
      <metadata owner="http://freedesktop.org">
        <mime:mime-type type="${type}"/>
        <bookmark:applications>
          <bookmark:application name="${program}" exec="&apos;${program} %u&apos;" modified="${time}" count="2"/>
        </bookmark:applications>
      </metadata>
    </info>
  </bookmark>`;
  });
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<xbel version="1.0"
      xmlns:bookmark="http://www.freedesktop.org/standards/desktop-bookmarks"
      xmlns:mime="http://www.freedesktop.org/standards/shared-mime-info"
>
${entries.join('\n')}
</xbel>
`);
}

/** Returns a Thunderbird mail folder (mbox) of mails that were read. `now` is in Unix milliseconds. */
export function mailFolder(mails: Persona['mails'], to: string, now: number): Buffer {
  const messages = mails.map((mail, index) => {
    const lines = mailText(mail, { to, now, index }).replace(/^(>*From )/gm, '>$1');
    return ['From - ', 'X-Mozilla-Status: 0001', 'X-Mozilla-Status2: 00000000', lines, '', ''].join('\r\n');
  });
  return Buffer.from(messages.join(''));
}

/** Returns a mail as it was sent. `now` is in Unix milliseconds; `index` distinguishes mails of the same second. */
export function mailText(
  { from, subject, days, text }: Persona['mails'][number],
  { to, now, index }: { to: string; now: number; index: number },
): string {
  const date = new Date(now - days * dayMs).toUTCString().replace('GMT', '+0000');
  const domain = /@([^>]+)/.exec(from)?.[1] ?? 'localhost';
  return [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${date}`,
    `Message-ID: <${Math.round(now / 1000 - days * 86_400)}.${index}@${domain}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    ...text.split('\n'),
  ].join('\r\n');
}
