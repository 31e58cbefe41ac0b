import { type DocumentAside, isSeenPlace } from '../../record/evidence/document-aside.ts';
import { OverReadingLimit } from '../over-reading-limit.ts';
import { AsideCollector, type ReadEmbedded } from './aside-collector.ts';
import { readOfficeAsides } from './office-asides.ts';
import { officeBody } from './office-body.ts';
import { readOpenDocumentAsides } from './open-document-asides.ts';
import { isPdf, readPdf } from './pdf/read-pdf.ts';
import { plainText } from './plain-text.ts';
import { readArchive } from './read-archive.ts';
import { isContentLines, readContentLines } from './read-content-lines.ts';
import { isHtml, readHtmlAsides } from './read-html.ts';
import { isMessage, readMessageAsides } from './read-message.ts';
import { packedForm, readLooseZip, readPacked } from './read-packed.ts';
import { isRtf, readRtf } from './read-rtf.ts';
import { type ReadingBudget, withoutDirectory, ZipArchive } from './zip-archive.ts';

export interface DocumentReading {
  /** The main text: paragraphs, cells, slides, pages. Null for pictures and other binary files. */
  body: string | null;
  asides: readonly DocumentAside[];
  /** One sentence for each part that could not be read. */
  unread: readonly string[];
}

const deepest = 3;
const unpackedLimit = 128 * 1024 * 1024;

/** Reads all visible and hidden text in a file, with its place, and reports what it could not read. */
export function readDocument(content: Uint8Array): DocumentReading {
  return readWithin(content, 0, { bytes: unpackedLimit });
}

/** Whether programs show text that differs from the bytes: office files, PDF, RTF, HTML, messages, zip and tar. */
export function isDocument(content: Uint8Array): boolean {
  const bytes = bufferOf(content);
  if (isPdf(content) || isRtf(content) || isCompound(content) || packedForm(bytes) === 'tar') return true;
  if (bytes.toString('latin1', 0, 4) === 'PK\u0003\u0004') return true;
  const beginning = bytes.toString('latin1', 0, 8192);
  return isHtml(beginning) || isMessage(beginning) || isContentLines(beginning);
}

/** Reads a mail, even if its headers don't identify it as one. `body` is its source. */
export function readMail(source: Uint8Array): DocumentReading {
  const budget = { bytes: unpackedLimit };
  const collector = new AsideCollector();
  const text = bufferOf(source).toString('latin1');
  // The mail itself is not a level of nesting.
  readMessageAsides(text, collector, embeddedReader(collector, -1, budget));
  return { body: text, asides: collector.asides, unread: collector.unread };
}

/** The main text of a file. Null for images and other binary files. Throws OverReadingLimit. */
export function readableText(content: Uint8Array): string | null {
  if (packedForm(bufferOf(content)) !== null) return null;
  return readBody(content, new AsideCollector(), 0, { bytes: unpackedLimit });
}

/** The visible text of body and asides; null without text. */
export function seenTextOf({ body, asides }: Pick<DocumentReading, 'body' | 'asides'>): string | null {
  const seen = asides.filter(({ place }) => isSeenPlace(place)).map(({ text }) => text);
  return body === null && seen.length === 0 ? null : [body ?? '', ...seen].join('\n');
}

function readWithin(content: Uint8Array, depth: number, budget: ReadingBudget): DocumentReading {
  const collector = new AsideCollector();
  let body: string | null = null;
  try {
    body = readBody(content, collector, depth, budget);
  } catch (error) {
    if (!(error instanceof OverReadingLimit)) throw error;
    collector.leaveOut(error.message);
  }
  return { body, asides: collector.asides, unread: collector.unread };
}

function embeddedReader(collector: AsideCollector, depth: number, budget: ReadingBudget): ReadEmbedded {
  return (inner, place) => {
    if (depth + 1 >= deepest) {
      collector.leaveOut('It contains files nested too deeply to be read.');
      return;
    }
    const { body, asides, unread } = readWithin(inner, depth + 1, budget);
    if (body !== null) collector.add(place, body);
    for (const aside of asides)
      collector.add(isSeenPlace(aside.place) ? `${aside.place} of an embedded file` : aside.place, aside.text);
    for (const sentence of unread) collector.leaveOut(`About a file in it: ${sentence}`);
  };
}

function readBody(content: Uint8Array, collector: AsideCollector, depth: number, budget: ReadingBudget): string | null {
  const readEmbedded = embeddedReader(collector, depth, budget);
  if (isPdf(content)) return readPdf(content, { collector, readEmbedded, budget });
  if (isRtf(content)) return readRtf(content, collector);
  if (isCompound(content)) {
    collector.leaveOut(
      isEncrypted(content)
        ? 'It is encrypted.'
        : 'It is in a binary format of Office 97 to 2003, which is not supported.',
    );
    return null;
  }
  const form = packedForm(bufferOf(content));
  if (form !== null) {
    readPacked(bufferOf(content), form, { collector, readEmbedded, budget });
    return null;
  }
  const archive = ZipArchive.open(content, budget);
  if (typeof archive === 'string') {
    collector.leaveOut(archive);
    if (archive === withoutDirectory) readLooseZip(bufferOf(content), readEmbedded, budget);
    return null;
  }
  if (archive !== null) return readZip(content, archive, collector, readEmbedded);
  const text = plainText(content);
  if (text === null) return null;
  if (isHtml(text)) readHtmlAsides(text, collector, readEmbedded);
  else if (isContentLines(text)) readContentLines(text, collector, readEmbedded);
  else if (isMessage(text)) {
    const bytes = bufferOf(content);
    const isWide = bytes.subarray(0, 400).includes(0);
    readMessageAsides((isWide ? Buffer.from(text) : bytes).toString('latin1'), collector, readEmbedded);
  }
  return text;
}

function readZip(
  content: Uint8Array,
  archive: ZipArchive,
  collector: AsideCollector,
  readEmbedded: ReadEmbedded,
): string | null {
  const isOpenDocument = archive.has('content.xml') && archive.has('mimetype');
  if (isOpenDocument) readOpenDocumentAsides(archive, collector, readEmbedded);
  else if (officeParts.some((part) => archive.has(part))) readOfficeAsides(archive, collector, readEmbedded);
  else {
    readArchive(archive, collector, readEmbedded);
    return null;
  }
  const body = officeBody(content);
  if (body === null) collector.leaveOut('It is damaged, or not a document of a supported kind.');
  else reportPictures(archive, body, collector);
  return body;
}

/** Reports slides, and whole documents, that show pictures but no text. */
function reportPictures(archive: ZipArchive, body: string, collector: AsideCollector): void {
  const slides = [
    ...archive.names.filter((name) => /^ppt\/slides\/[^/]+\.xml$/.test(name)).map((name) => archive.text(name) ?? ''),
    ...(archive.text('content.xml') ?? '').split('<draw:page ').slice(1),
  ];
  const isPicture = (slide: string): boolean =>
    /<(?:\w+:)?(?:blip|image)\s/.test(slide) && !/<(?:a:t|text:p|text:span|text:h)\b[^<>]*>[^<]*\S/.test(slide);
  const count = slides.filter(isPicture).length;
  if (count > 0) collector.leaveOut(`${count} of its ${slides.length} slides show only pictures.`);
  const isBlank = body.replace(/^\[.*\]$/gm, '').trim() === '';
  if (slides.length === 0 && isBlank && archive.names.some((name) => pictures.test(name)))
    collector.leaveOut('It shows only pictures.');
}

/** An archive with any one of these is an office document, however incomplete. */
const officeParts = [
  '[Content_Types].xml',
  '_rels/.rels',
  'word/document.xml',
  'xl/workbook.xml',
  'ppt/presentation.xml',
];

const pictures = /^(?:(?:word|xl)\/media|Pictures)\//;

const compoundMark = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const isCompound = (content: Uint8Array): boolean => compoundMark.equals(content.subarray(0, 8));

/** Encrypted OOXML files are compound files with a stream of this name. */
const isEncrypted = (content: Uint8Array): boolean =>
  bufferOf(content).includes(Buffer.from('EncryptedPackage', 'utf16le'));

const bufferOf = (content: Uint8Array): Buffer => Buffer.from(content.buffer, content.byteOffset, content.byteLength);
