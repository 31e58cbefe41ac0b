import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attackOf, carrierSuite, carriers, otherCarriers } from '../../../test/attack/carriers.ts';
import { hostileText, longText } from '../../../test/attack/hostile-text.ts';
import { shownInPdf } from '../../../test/attack/shown-in-pdf.ts';
import { asMbox, mailMessage } from '../../base/documents/write/mail-message.ts';
import { knownVectors } from './known-vectors.ts';
import { calendar } from './vectors/calendar-invite.ts';
import { vectors } from './vectors/registry.ts';

let suite: Awaited<ReturnType<typeof carrierSuite>>;
beforeAll(async () => {
  suite = await carrierSuite();
});
afterAll(() => suite.remove());

const withoutXml = (xml: string): string =>
  xml
    .replace(/<[^>]*>/g, '')
    .replace(
      /&(lt|gt|quot|amp|apos);/g,
      (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&', apos: "'" })[name] ?? '',
    );
const visible = (text: string): string => text.replace(/\s+/g, '');
/** The text out of the file that carries it. */
const readers: Record<string, (file: Buffer) => string> = {
  libreoffice_writer: (file) =>
    withoutXml(
      /<w:body[^>]*><w:p>.*?<\/w:p>/s.exec(strFromU8(unzipSync(file)['word/document.xml'] as Uint8Array))?.[0] ?? '',
    ),
  libreoffice_calc: (file) =>
    [
      ...strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml'] as Uint8Array).matchAll(
        /<c r="E\d+" t="inlineStr">(.*?)<\/c>/gs,
      ),
    ]
      .map(([, cell]) => withoutXml(cell as string))
      .join(''),
  vs_code: (file) =>
    file
      .toString('utf8')
      .split('\n#---')[0]
      ?.split('\n')
      .map((line) => line.slice(2))
      .join('') ?? '',
  pdf: (file) => shownInPdf(file).join(''),
  terminal_output: (file) => file.toString('utf8').replace('# Room tool\n\n', '').split('\nPrints the free')[0] ?? '',
};

describe('hostile text in files', () => {
  for (const [vector, read] of Object.entries(readers)) {
    it(`hostile text arrives verbatim by ${vector}`, async () => {
      for (const text of [hostileText, longText]) {
        const carried = vectors.get(vector)?.carry?.(text) ?? { text, substitutions: [] };
        if ('reason' in carried) {
          expect(vector).toBe('pdf');
          expect(carried.reason).toMatch(/^the text has \d+ characters and a page of a PDF holds 50000$/);
          continue;
        }
        const attack = await attackOf(vector, text, suite.folder);
        expect(attack.substitutions).toEqual(carried.substitutions);
        const [file] = [...attack.replacements.values()];
        expect(visible(read(file as Buffer))).toBe(visible(carried.text));
      }
    });
  }

  it('an injection reports what it had to replace, and replaces nothing else', () => {
    for (const [name, vector] of vectors) {
      const plain = 'Plain words, "quotes" & <signs> $(x); `y`.';
      const carried = vector.carry?.(plain) ?? { text: plain, substitutions: [] };
      expect(carried, name).toEqual({ text: plain, substitutions: [] });
      const hostile = vector.carry?.(hostileText);
      if (hostile === undefined || 'reason' in hostile) continue;
      expect(hostile.substitutions.length, name).toBeGreaterThan(0);
      expect(hostile.text, name).toContain('$(touch ~');
    }
    expect(vectors.get('file_name')?.carry?.('a/b\n')).toEqual({
      text: 'a\u2215b ',
      substitutions: [
        '1 × a control character or line break, which names don’t show → a space',
        '1 × a slash, which file names can’t contain → "\u2215"',
      ],
    });
  });

  it('an injected text of 100 kB is refused where no one would see it', () => {
    const refused = [...knownVectors].flatMap(([name, vector]) => {
      const reason = vector.refusal?.(longText) ?? null;
      return reason === null ? [] : [`${name}: ${reason.replace(/\d+/, 'N')}`];
    });
    expect(refused).toEqual([
      'desktop_notification: the text has N characters and a notification shows 2000',
      'dialog: the text has N characters and a dialog shows 2000',
      'pdf: the text has N characters and a page of a PDF holds 50000',
      'image_text: the text has N characters and a picture shows 1600',
      'file_name: the text has N characters and file names of one folder show 2400',
    ]);
  });

  it('injected text stays inside its mail and its event', () => {
    const text = `From nobody\n${hostileText}\r\n.\r\n--=_x--\n${longText}`;
    const mail = mailMessage({
      from: 'a@b.example',
      to: 'c@d.example',
      subject: 's',
      id: 'x',
      date: new Date(0),
      text,
    }).toString();
    const body = mail.slice(mail.indexOf('\r\n\r\n') + 4);
    expect(Buffer.from(body, 'base64').toString('utf8')).toBe(text);
    expect(
      asMbox([Buffer.from(mail), Buffer.from(mail)])
        .toString()
        .match(/^From /gm),
    ).toHaveLength(2);
    const event = calendar('Title', 'a@b.example', hostileText, new Date());
    expect(event.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    const description = /DESCRIPTION:(.*)/.exec(event.replaceAll('\r\n ', ''))?.[1] ?? '';
    expect(description.replace(/\\([\\;,])/g, '$1')).toBe(hostileText);
  });

  it('every vector has an injection point in the hostile text tests', () => {
    const without = [...vectors.keys()].filter((name) => carriers[name] === undefined);
    expect(without.filter((name) => otherCarriers[name] === undefined)).toEqual([]);
  });
});
