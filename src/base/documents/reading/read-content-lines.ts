import type { AsideCollector, ReadEmbedded } from './aside-collector.ts';
import { quotedPrintable } from './mail-encodings.ts';

/** True for calendars and contact cards (RFC 5545, RFC 6350, vCard 2.1). */
export const isContentLines = (text: string): boolean =>
  /^\ufeff?\s*BEGIN:(?:VCALENDAR|VCARD)\s*$/im.test(text.slice(0, 400));

const mostLines = 20_000;

/** The source is the body. Folded lines and encodings may split words in it, so decoded values are added as asides. */
export function readContentLines(source: string, collector: AsideCollector, readEmbedded: ReadEmbedded): void {
  const lines = source
    .replace(/^((?:[^\n:]*;)?[^\n:]*QUOTED-PRINTABLE[^\n]*?)=\r?\n(?:[^\n]*=\r?\n)*/gim, (soft) =>
      soft.replace(/=\r?\n/g, ''),
    )
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/);
  if (lines.length > mostLines) collector.leaveOut(`Of its ${lines.length} lines, ${mostLines} are read.`);
  for (const line of lines.slice(0, mostLines)) {
    const [, head = '', value = ''] = /^((?:"[^"]*"|[^":])*):(.*)$/s.exec(line) ?? [];
    if (value === '') continue;
    const [name = ''] = head.split(';');
    if (/(?:^|;)(?:ENCODING=)?(?:B|BASE64)(?:;|$)/i.test(head))
      readEmbedded(Buffer.from(value, 'base64'), 'attachment');
    else {
      const text = /QUOTED-PRINTABLE/i.test(head) ? quotedPrintable(value).toString('utf8') : value;
      const decoded = text.replace(/\\n/gi, '\n').replace(/\\([,;\\])/g, '$1');
      if (!source.includes(decoded)) collector.add(placeOf(name), decoded);
    }
    for (const [, parameter = ''] of head.matchAll(/="?([^";]*)"?/g))
      if (!source.includes(parameter)) collector.add(placeOf(name), parameter);
  }
}

const placeOf = (name: string): string => name.toLowerCase().replace(/^.*\./, '');
