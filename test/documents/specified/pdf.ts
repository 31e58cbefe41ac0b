import { deflateSync } from 'node:zlib';
import { type MarkedDocument, Marks } from './marks.ts';

/** Places of ISO 32000-1 for text. */
const literal = (text: string): string => `(${text.replace(/[\\()]/g, '\\$&')})`;
const hex = (text: string): string => `<${Buffer.from(text, 'latin1').toString('hex')}>`;
const wide = (text: string): string => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

class Body {
  readonly #objects: (Buffer | null)[] = [];

  reserve(): number {
    return this.#objects.push(null);
  }

  set(number: number, value: string | Buffer): number {
    this.#objects[number - 1] = Buffer.isBuffer(value) ? value : Buffer.from(value, 'latin1');
    return number;
  }

  add(value: string | Buffer): number {
    return this.set(this.reserve(), value);
  }

  stream(dictionary: string, data: Buffer): number {
    const head = Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`, 'latin1');
    return this.add(Buffer.concat([head, data, Buffer.from('\nendstream')]));
  }

  bytes(trailer: string): Buffer {
    const parts = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
    const offsets: number[] = [];
    let at = parts[0]?.length ?? 0;
    for (const [index, value] of this.#objects.entries()) {
      const part = Buffer.concat([
        Buffer.from(`${index + 1} 0 obj\n`),
        value ?? Buffer.from('null'),
        Buffer.from('\nendobj\n'),
      ]);
      offsets.push(at);
      at += part.length;
      parts.push(part);
    }
    const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    parts.push(
      Buffer.from(
        `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${offsets.length + 1} ${trailer} >>\nstartxref\n${at}\n%%EOF\n`,
      ),
    );
    return Buffer.concat(parts);
  }
}

const ascii85 = (data: Buffer): string => {
  let out = '';
  for (let at = 0; at < data.length; at += 4) {
    const group = Buffer.alloc(4);
    data.copy(group, 0, at);
    let value = group.readUInt32BE(0);
    const digits: string[] = [];
    for (let digit = 0; digit < 5; digit++) {
      digits.unshift(String.fromCharCode(33 + (value % 85)));
      value = Math.floor(value / 85);
    }
    out += digits.slice(0, Math.min(4, data.length - at) + 1).join('');
  }
  return `${out}~>`;
};

const runLength = (data: Buffer): Buffer =>
  Buffer.concat([
    ...Array.from({ length: Math.ceil(data.length / 128) }, (_, at) => {
      const part = data.subarray(at * 128, (at + 1) * 128);
      return Buffer.concat([Buffer.from([part.length - 1]), part]);
    }),
    Buffer.from([128]),
  ]);

/** A font whose codes are arbitrary and mapped by a CMap. */
const cmap = (text: string): string =>
  `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <01> <ff> endcodespacerange ${text.length} beginbfchar ${[...text].map((letter, at) => `<${(at + 1).toString(16).padStart(2, '0')}> <${letter.charCodeAt(0).toString(16).padStart(4, '0')}>`).join(' ')} endbfchar endcmap end`;

export function pdfDocument(): MarkedDocument {
  const marks = new Marks('pdf');
  const { at } = marks;
  const body = new Body();
  const catalog = body.reserve();
  const pages = body.reserve();
  const page = body.reserve();
  const font = body.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const mapped = at('text of a font with a map');
  const map = body.stream('', Buffer.from(cmap(mapped)));
  const fontMapped = body.add(`<< /Type /Font /Subtype /TrueType /BaseFont /AAAAAA+Odd /ToUnicode ${map} 0 R >>`);
  const different = at('text of a font with differences');
  const letters = [...new Set(different)];
  const fontDifferent = body.add(
    `<< /Type /Font /Subtype /Type1 /BaseFont /Odder /Encoding << /Type /Encoding /Differences [1 ${letters.map((letter) => `/${letter}`).join(' ')}] >> >>`,
  );
  const show = (operation: string, name = 'F1'): string => `BT /${name} 12 Tf 72 700 Td ${operation} ET\n`;
  const resources = `/Font << /F1 ${font} 0 R /F2 ${fontMapped} 0 R /F3 ${fontDifferent} 0 R >>`;
  const inner = body.stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << ${resources} >>`,
    Buffer.from(show(`(${at('form XObject in a form XObject')}) Tj`)),
  );
  const form = body.stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << ${resources} /XObject << /X2 ${inner} 0 R >> >>`,
    Buffer.from(`${show(`(${at('form XObject')}) Tj`)} /X2 Do`),
  );
  const pattern = body.stream(
    `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << ${resources} >>`,
    Buffer.from(show(`(${at('tiling pattern')}) Tj`)),
  );
  const layer = body.add(`<< /Type /OCG /Name ${literal(at('name of a layer'))} >>`);
  const word = at('kerned text');
  const plain = [
    show(`(${at('text')}) Tj`),
    show(`[(${word.slice(0, 6)}) -20 (${word.slice(6)})] TJ`),
    show(`${hex(at('text as hexadecimal digits'))} Tj`),
    show(`(${at('text by the apostrophe')}) '`),
    show(`1 1 (${at('text by the quotation mark')}) "`),
    show(`3 Tr (${at('invisible text')}) Tj`),
    show(`1 1 1 rg (${at('white text')}) Tj`),
    `BT /F1 1 Tf 0.001 0 0 0.001 0 0 Tm (${at('tiny text')}) Tj ET\n`,
    `BT /F1 9 Tf -900 -900 Td (${at('text outside of the page')}) Tj ET\n`,
    `/OC /L1 BDC ${show(`(${at('text of a hidden layer')}) Tj`)} EMC\n`,
    `/Span << /ActualText ${literal(at('actual text'))} >> BDC ${show('(x) Tj')} EMC\n`,
    `/Span << /Alt ${wide(at('alternative text'))} >> BDC ${show('(x) Tj')} EMC\n`,
    `/Span << /E ${literal(at('expansion of an abbreviation'))} >> BDC ${show('(x) Tj')} EMC\n`,
    show(`<${[...mapped].map((_, index) => (index + 1).toString(16).padStart(2, '0')).join('')}> Tj`, 'F2'),
    show(
      `<${[...different].map((letter) => (letters.indexOf(letter) + 1).toString(16).padStart(2, '0')).join('')}> Tj`,
      'F3',
    ),
    `/P1 scn /Pattern cs\n/X1 Do\n`,
  ].join('');
  const contents = [
    body.stream('', Buffer.from(plain)),
    body.stream('/Filter /FlateDecode', deflateSync(show(`(${at('compressed stream')}) Tj`))),
    body.stream(
      '/Filter /ASCIIHexDecode',
      Buffer.from(`${Buffer.from(show(`(${at('stream in hexadecimal digits')}) Tj`)).toString('hex')}>`),
    ),
    body.stream('/Filter /ASCII85Decode', Buffer.from(ascii85(Buffer.from(show(`(${at('stream in base 85')}) Tj`))))),
    body.stream('/Filter /RunLengthDecode', runLength(Buffer.from(show(`(${at('run-length stream')}) Tj`)))),
    body.stream(
      '/Filter [/ASCII85Decode /FlateDecode]',
      Buffer.from(ascii85(deflateSync(show(`(${at('stream with two filters')}) Tj`)))),
    ),
  ];
  const appearance = body.stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << ${resources} >>`,
    Buffer.from(show(`(${at('appearance of an annotation')}) Tj`)),
  );
  const file = body.stream('/Type /EmbeddedFile', Buffer.from(`${at('content of an embedded file')}\n`));
  const specification = body.add(
    `<< /Type /Filespec /F ${literal(`${at('name of an embedded file')}.txt`)} /Desc ${literal(at('description of an embedded file'))} /EF << /F ${file} 0 R >> >>`,
  );
  const annotations = [
    `<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents ${literal(at('note'))} /T ${literal(at('author of a note'))} /Subj ${literal(at('subject of a note'))} >>`,
    `<< /Type /Annot /Subtype /FreeText /Rect [0 0 9 9] /Contents ${wide(at('free text'))} /RC ${literal(`<body><p>${at('rich text of a note')}</p></body>`)} /DA (/F1 9 Tf) >>`,
    `<< /Type /Annot /Subtype /Highlight /Rect [0 0 9 9] /Contents ${literal(at('note on a highlight'))} >>`,
    `<< /Type /Annot /Subtype /Stamp /Rect [0 0 9 9] /AP << /N ${appearance} 0 R >> >>`,
    `<< /Type /Annot /Subtype /Text /F 2 /Rect [0 0 9 9] /Contents ${literal(at('hidden note'))} >>`,
    `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Contents ${literal(at('description of a link'))} /A << /S /URI /URI ${literal(`https://a.example/${at('target of a link')}`)} >> >>`,
    `<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS ${specification} 0 R /Contents ${literal(at('note on an attachment'))} >>`,
    `<< /Type /Annot /Subtype /Redact /Rect [0 0 9 9] /OverlayText ${literal(at('text over a redaction'))} >>`,
  ].map((annotation) => body.add(annotation));
  const field = body.add(
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T ${literal(at('name of a field'))} /TU ${literal(at('tool tip of a field'))} /V ${literal(at('value of a field'))} /DV ${literal(at('default of a field'))} /Rect [0 0 9 9] >>`,
  );
  const choice = body.add(
    `<< /Type /Annot /Subtype /Widget /FT /Ch /T (c) /Opt [[(e) ${literal(at('option of a list'))}]] /V [${literal(at('chosen option'))}] /Rect [0 0 9 9] >>`,
  );
  const button = body.add(
    `<< /Type /Annot /Subtype /Widget /FT /Btn /T (b) /MK << /CA ${literal(at('caption of a button'))} >> /A << /S /JavaScript /JS ${literal(`app.alert("${at('script of a button')}")`)} >> /Rect [0 0 9 9] >>`,
  );
  const signature = body.add(
    `<< /Type /Annot /Subtype /Widget /FT /Sig /T (s) /Rect [0 0 9 9] /V << /Type /Sig /Name ${literal(at('name of a signer'))} /Reason ${literal(at('reason of a signature'))} /Location ${literal(at('place of a signature'))} /ContactInfo ${literal(at('contact of a signer'))} >> >>`,
  );
  const richField = body.add(
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (r) /RV ${literal(`<p>${at('rich value of a field')}</p>`)} /Rect [0 0 9 9] >>`,
  );
  const outline = body.reserve();
  const item = body.add(`<< /Title ${wide(at('bookmark'))} /Parent ${outline} 0 R /Dest [${page} 0 R /Fit] >>`);
  body.set(outline, `<< /Type /Outlines /First ${item} 0 R /Last ${item} 0 R /Count 1 >>`);
  const structure = body.add(
    `<< /Type /StructTreeRoot /K << /S /Figure /T ${literal(at('title of a structure element'))} /Alt ${literal(at('alternative text of a figure'))} /ActualText ${literal(at('actual text of a figure'))} /E ${literal(at('expansion in the structure'))} >> >>`,
  );
  const metadata = body.stream(
    '/Type /Metadata /Subtype /XML',
    Buffer.from(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" pdf:Keywords="${at('keywords of the XMP metadata')}"><dc:title><rdf:Alt><rdf:li>${at('title of the XMP metadata')}</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`,
    ),
  );
  const info = body.add(
    `<< /Title ${literal(at('metadata title'))} /Author ${wide(at('metadata author'))} /Subject ${literal(at('metadata subject'))} /Keywords ${literal(at('metadata keywords'))} /Creator ${literal(at('metadata program'))} /Note ${literal(at('metadata of its own'))} >>`,
  );
  const thread = body.add(`<< /Type /Thread /I << /Title ${literal(at('title of an article'))} >> >>`);
  const widgets = [field, choice, button, signature, richField].map((number) => `${number} 0 R`).join(' ');
  body.set(
    page,
    `<< /Type /Page /Parent ${pages} 0 R /MediaBox [0 0 612 792] /Resources << ${resources} /XObject << /X1 ${form} 0 R >> /Pattern << /P1 ${pattern} 0 R >> /Properties << /L1 ${layer} 0 R >> >> /Contents [${contents.map((number) => `${number} 0 R`).join(' ')}] /Annots [${annotations.map((number) => `${number} 0 R`).join(' ')} ${widgets}] >>`,
  );
  body.set(pages, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
  body.set(
    catalog,
    `<< /Type /Catalog /Pages ${pages} 0 R /Outlines ${outline} 0 R /StructTreeRoot ${structure} 0 R /Metadata ${metadata} 0 R /Threads [${thread} 0 R] /AcroForm << /Fields [${widgets}] >> /OCProperties << /OCGs [${layer} 0 R] /D << /OFF [${layer} 0 R] /Name ${literal(at('name of a layer configuration'))} >> >> /Names << /EmbeddedFiles << /Names [(a) ${specification} 0 R] >> /JavaScript << /Names [${literal(at('name of a script'))} << /S /JavaScript /JS ${literal(`console.println("${at('script of the document')}")`)} >>] >> >> /PageLabels << /Nums [0 << /P ${literal(at('label of a page'))} >>] >> /OpenAction << /S /URI /URI ${literal(`https://a.example/${at('action on opening')}`)} >> /Lang (en) >>`,
  );
  return marks.document(body.bytes(`/Root ${catalog} 0 R /Info ${info} 0 R`));
}
