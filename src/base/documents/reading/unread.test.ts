import { deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { dot, zipOf } from '../../../../test/documents/places/marked-file.ts';
import { pdfPages, pdfStream, plainPdf } from '../../../../test/documents/plain-pdf.ts';
import { readDocument } from './read-document.ts';

const document = (inner: string): string =>
  `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:a="a"><w:body>${inner}</w:body></w:document>`;
const docx = (parts: Record<string, string | Uint8Array>, inner = '<w:p><w:r><w:t>Hello</w:t></w:r></w:p>'): Buffer =>
  zipOf({
    '_rels/.rels':
      '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': document(inner),
    ...parts,
  });

const compound = (name: string): Buffer =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(name, 'utf16le')]);

/** With the end record of zip64, whose older twin only says that the fields are there. */
function asZip64(content: Buffer): Buffer {
  const end = content.length - 22;
  const far = Buffer.alloc(56 + 20);
  far.writeUInt32LE(0x06064b50, 0);
  far.writeBigUInt64LE(44n, 4);
  far.writeBigUInt64LE(BigInt(content.readUInt16LE(end + 10)), 24);
  far.writeBigUInt64LE(BigInt(content.readUInt16LE(end + 10)), 32);
  far.writeBigUInt64LE(BigInt(content.readUInt32LE(end + 12)), 40);
  far.writeBigUInt64LE(BigInt(content.readUInt32LE(end + 16)), 48);
  far.writeUInt32LE(0x07064b50, 56);
  far.writeBigUInt64LE(BigInt(end), 64);
  far.writeUInt32LE(1, 72);
  const near = Buffer.from(content.subarray(end));
  near.writeUInt16LE(0xffff, 8);
  near.writeUInt16LE(0xffff, 10);
  near.writeUInt32LE(0xffffffff, 12);
  near.writeUInt32LE(0xffffffff, 16);
  return Buffer.concat([content.subarray(0, end), far, near]);
}

it('a document in a zip64 archive is read, with its header', () => {
  const content = docx({ 'word/header1.xml': '<w:hdr xmlns:w="w"><w:p><w:r><w:t>Above</w:t></w:r></w:p></w:hdr>' });
  const plain = readDocument(content);
  expect(plain).toMatchObject({ body: 'Hello', asides: [{ place: 'header', text: 'Above' }], unread: [] });
  expect(readDocument(asZip64(content))).toEqual(plain);
});

describe('what can’t be read is reported as unread', () => {
  it.each<[string, Buffer, string]>([
    ['an encrypted OOXML file', compound('EncryptedPackage'), 'It is encrypted.'],
    [
      'a binary document',
      compound('WordDocument'),
      'It is in a binary format of Office 97 to 2003, which is not supported.',
    ],
    [
      'an encrypted OpenDocument file',
      zipOf({
        mimetype: 'application/vnd.oasis.opendocument.text',
        'content.xml': Buffer.from('\u0001\u0002'),
        'META-INF/manifest.xml': '<manifest:encryption-data/>',
      }),
      'It is encrypted.',
    ],
    [
      'an encrypted PDF file',
      plainPdf(pdfPages('', ''), '/Encrypt << /Filter /Standard >>'),
      'It is encrypted, and opens only with a password or certificate.',
    ],
    [
      'a page that is a picture',
      plainPdf(
        pdfPages('/P Do', '/XObject << /P 5 0 R >>', {
          5: pdfStream('x', '/Subtype /Image /Width 1 /Height 1 /Filter /DCTDecode'),
        }),
      ),
      'Page 1 is a picture.',
    ],
    [
      'a font without a map',
      plainPdf(
        pdfPages('BT /F 9 Tf <00410042> Tj ET', '/Font << /F 5 0 R >>', {
          5: '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H >>',
        }),
      ),
      'Page 1 has text in the font X, which has no map to characters.',
    ],
    [
      'a part of an unknown kind',
      docx({ 'word/thing.bin': Buffer.from([0, 1, 2, 3]) }),
      'Its part word/thing.bin is of an unsupported kind.',
    ],
    ['a damaged part', docx({ 'word/header1.xml': '<w:hdr><w:p>' }), 'Its part word/header1.xml is damaged.'],
    ['a document of pictures', docx({ 'word/media/a.png': dot }, '<w:p><a:blip/></w:p>'), 'It shows only pictures.'],
    [
      'a slide of pictures',
      zipOf({
        '_rels/.rels': '<Relationships/>',
        'ppt/presentation.xml': '<p:presentation xmlns:p="p"/>',
        'ppt/slides/slide1.xml': '<p:sld xmlns:p="p" xmlns:a="a"><a:blip r="1"/></p:sld>',
      }),
      '1 of its 1 slides show only pictures.',
    ],
  ])('readDocument reports what it can’t read: %s', (_, content, sentence) => {
    expect(readDocument(content).unread).toContain(sentence);
  });

  it('readDocument keeps the readable text of a document with a part of an unknown kind', () => {
    const { body } = readDocument(docx({ 'word/thing.bin': Buffer.from([0, 1, 2, 3]) }));
    expect(body).toBe('Hello');
  });
});

/** A zip archive whose directory states another size for its last part. */
function withSize(archive: Buffer, size: number): Buffer {
  const copy = Buffer.from(archive);
  copy.writeUInt32LE(size, copy.lastIndexOf(Buffer.from('504b0102', 'hex')) + 24);
  return copy;
}

describe('limits', () => {
  const within = (milliseconds: number, read: () => void): void => {
    const start = process.cpuUsage();
    read();
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(milliseconds);
  };

  it('a part that unpacks to more than 64 MB is named', () => {
    const bomb = withSize(docx({ 'word/header1.xml': 'x'.repeat(5_000) }), 65 * 2 ** 20);
    within(1_000, () => expect(readDocument(bomb).unread).toContain('It unpacks to more than 64 MB.'));
  });

  it('a part that unpacks to more than its recorded size is damaged', () => {
    const bomb = withSize(docx({ 'word/header1.xml': 'x'.repeat(5_000) }), 100);
    within(1_000, () => expect(readDocument(bomb).unread).toContain('Its part word/header1.xml is damaged.'));
  });

  it('archives in archives share one limit', () => {
    const level = zipSync({ 'a.txt': new Uint8Array(22 * 2 ** 20).fill(97) }, { level: 1 });
    const bomb = zipOf(Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`${at}.zip`, level])));
    within(10_000, () =>
      expect(readDocument(bomb).unread).toContain('About a file in it: It unpacks to more than 128 MB.'),
    );
  });

  it('archives nested more than three levels deep are reported as unread', () => {
    let archive: Uint8Array = strToU8('deep');
    for (let level = 0; level < 6; level++) archive = zipSync({ 'a.zip': archive });
    expect(readDocument(archive).unread.join(' ')).toContain('nested too deeply');
  });

  it('entities that a part declares are not expanded', () => {
    const entities = Array.from({ length: 20 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('');
    const header = `<!DOCTYPE hdr [<!ENTITY e0 "lol">${entities}]><w:hdr><w:p><w:r><w:t>&e20;</w:t></w:r></w:p></w:hdr>`;
    within(1_000, () => {
      const { asides } = readDocument(docx({ 'word/header1.xml': header }));
      expect(asides).toEqual([{ place: 'header', text: '&e20;' }]);
    });
  });

  it('a PDF stream that unpacks to more than 64 MB is named', () => {
    const packed = deflateSync(Buffer.alloc(70 * 2 ** 20, 0x20)).toString('latin1');
    const bomb = plainPdf({ ...pdfPages('', ''), 4: pdfStream(packed, '/Filter /FlateDecode') });
    within(4_000, () => expect(readDocument(bomb).unread).toEqual(['It unpacks to more than 64 MB.']));
  });

  it('the first pages of a PDF file with more than a million characters are read', () => {
    const line = `BT /F 9 Tf (${'dense words '.repeat(8)}) Tj ET\n`;
    const page = (number: number): string =>
      `<< /Type /Page /Parent 2 0 R /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> /Contents ${number} 0 R >>`;
    const dense = plainPdf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: `<< /Type /Pages /Kids [${Array.from({ length: 9 }, (_, at) => `${at + 3} 0 R`).join(' ')}] /Count 9 >>`,
      ...Object.fromEntries(Array.from({ length: 9 }, (_, at) => [at + 3, page(20)])),
      20: pdfStream(line.repeat(3_000)),
    });
    within(2_000, () => expect(readDocument(dense).unread).toEqual(['Only 4 of its 9 pages were read.']));
  });

  it('reading a PDF ends despite forms that contain themselves and endless page trees', () => {
    const form = pdfStream('/X Do /X Do', '/Subtype /Form /Resources << /XObject << /X 5 0 R >> >>');
    const cycle = plainPdf({
      ...pdfPages('/X Do', '/XObject << /X 5 0 R >>', { 5: form }),
      2: '<< /Type /Pages /Kids [3 0 R 2 0 R] >>',
    });
    within(1_000, () => expect(readDocument(cycle).body?.trim()).toBe(''));
  });

  it('the reading time of long runs of open brackets, quotes and groups is linear', () => {
    const long = 400_000;
    within(2_000, () => {
      readDocument(docx({ 'word/header1.xml': '<a b="'.repeat(long / 8) }));
      readDocument(Buffer.from(`{\\rtf1 ${'{'.repeat(long)}`));
      readDocument(Buffer.from(`%PDF-1.4 ${'['.repeat(long)}`));
      readDocument(Buffer.from(`<html>${'<'.repeat(long)}`));
      readDocument(Buffer.from(`From: a\nTo: b\nSubject: ${'=?'.repeat(long / 4)}\n\nx`));
    });
  });
});
