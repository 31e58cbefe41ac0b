import { deflateSync } from 'node:zlib';
import type { PutMark } from './marked-file.ts';

const utf16 = (text: string): string => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
const hex = (text: string): string => `<${Buffer.from(text, 'latin1').toString('hex')}>`;

function ascii85(bytes: Buffer): string {
  let out = '';
  for (let at = 0; at < bytes.length; at += 4) {
    const size = Math.min(4, bytes.length - at);
    const padded = Buffer.concat([bytes.subarray(at, at + size), Buffer.alloc(4 - size)]);
    let value = padded.readUInt32BE(0);
    if (value === 0 && size === 4) {
      out += 'z';
      continue;
    }
    const digits: string[] = [];
    for (let i = 0; i < 5; i++) {
      digits.unshift(String.fromCharCode(33 + (value % 85)));
      value = Math.floor(value / 85);
    }
    out += digits.slice(0, size + 1).join('');
  }
  return `${out}~>`;
}

/** LZW with only literal codes of nine bits, cleared in time. */
function lzw(bytes: Buffer): Buffer {
  let bits = '';
  const emit = (code: number): void => {
    bits += code.toString(2).padStart(9, '0');
  };
  emit(256);
  for (const [at, byte] of bytes.entries()) {
    if (at > 0 && at % 200 === 0) emit(256);
    emit(byte);
  }
  emit(257);
  return Buffer.from(
    (bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)),
  );
}

function runLength(bytes: Buffer): Buffer {
  const out: number[] = [];
  for (let at = 0; at < bytes.length; at += 128) {
    const piece = bytes.subarray(at, at + 128);
    out.push(piece.length - 1, ...piece);
  }
  return Buffer.from([...out, 128]);
}

/** Rows of ten bytes, each encoded with PNG's Up filter. */
function predicted(bytes: Buffer): Buffer {
  const columns = 10;
  const padded = Buffer.concat([bytes, Buffer.alloc((columns - (bytes.length % columns)) % columns, 0x20)]);
  const rows: Buffer[] = [];
  let above = Buffer.alloc(columns);
  for (let at = 0; at < padded.length; at += columns) {
    const row = padded.subarray(at, at + columns);
    rows.push(Buffer.from([2, ...[...row].map((byte, index) => (byte - (above[index] ?? 0)) & 255)]));
    above = row;
  }
  return Buffer.concat(rows);
}

/** Objects of a PDF file, written at the end in one table. */
class PdfObjects {
  readonly #objects: Buffer[] = [];

  reserve(): number {
    this.#objects.push(Buffer.alloc(0));
    return this.#objects.length;
  }

  set(number: number, body: string | Buffer): number {
    this.#objects[number - 1] = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
    return number;
  }

  add(body: string | Buffer): number {
    return this.set(this.reserve(), body);
  }

  stream(content: string | Buffer, entries = ''): number {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
    return this.add(
      Buffer.concat([
        Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`),
        bytes,
        Buffer.from('\nendstream'),
      ]),
    );
  }

  /** `packed` is the first object of the object stream `objects`. References are in a stream (7.5.8). */
  file(trailer: string, { packed, objects }: { packed: number; objects: number }): Buffer {
    const pieces = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
    const rows = [Buffer.from([0, 0, 0, 0, 0, 255])];
    let length = pieces[0]?.length ?? 0;
    const row = (kind: number, place: number): void => {
      const bytes = Buffer.alloc(6);
      bytes.writeUInt8(kind, 0);
      bytes.writeUInt32BE(place, 1);
      rows.push(bytes);
    };
    for (const [index, object] of this.#objects.entries()) {
      if (index + 1 === packed) {
        row(2, objects);
        continue;
      }
      row(1, length);
      const piece = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
      pieces.push(piece);
      length += piece.length;
    }
    row(1, length);
    const table = deflateSync(Buffer.concat(rows));
    const head = `${rows.length - 1} 0 obj\n<< /Type /XRef /W [1 4 1] /Size ${rows.length} ${trailer} /Filter /FlateDecode /Length ${table.length} >>\nstream\n`;
    const end = `\nendstream\nendobj\nstartxref\n${length}\n%%EOF\n`;
    return Buffer.concat([...pieces, Buffer.from(head), table, Buffer.from(end)]);
  }
}

/** PDF: ISO 32000-2. */
export function markedPdf(put: PutMark): Buffer {
  const pdf = new PdfObjects();
  const catalog = pdf.reserve();
  const tree = pdf.reserve();
  const font = pdf.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const identityMark = put('Identity-H text with ToUnicode ranges', '9.7, 9.10.3');
  const bfrange = pdf.stream(
    '/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0101> <011A> <0061> endbfrange endcmap end',
  );
  const descendant = pdf.add(
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /AAAAAA+X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>',
  );
  const identity = pdf.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /AAAAAA+X /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${bfrange} 0 R >>`,
  );
  const characterMark = put('text with ToUnicode characters', '9.10.3');
  const characters = [...new Set(characterMark)];
  const bfchar = pdf.stream(
    `begincmap 1 begincodespacerange <00> <FF> endcodespacerange ${characters.length} beginbfchar ${characters.map((letter, at) => `<${(at + 1).toString(16).padStart(2, '0')}> <00${letter.charCodeAt(0).toString(16)}>`).join(' ')} endbfchar endcmap`,
  );
  const mapped = pdf.add(`<< /Type /Font /Subtype /TrueType /BaseFont /BAAAAA+Y /ToUnicode ${bfchar} 0 R >>`);
  const differenceMark = put('text with encoding differences', '9.6.5');
  const glyphs = [...new Set(differenceMark)];
  const different = pdf.add(
    `<< /Type /Font /Subtype /Type1 /BaseFont /CAAAAA+Z /Encoding << /Type /Encoding /Differences [1 ${glyphs.map((letter) => `/${letter}`).join(' ')}] >> >>`,
  );
  const procedure = pdf.stream('500 0 d0 0 0 500 500 re f');
  const typeThreeMark = put('Type 3 font', '9.6.4');
  const typeThreeGlyphs = [...new Set(typeThreeMark)];
  const typeThree = pdf.add(
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << ${typeThreeGlyphs.map((letter) => `/${letter} ${procedure} 0 R`).join(' ')} >> /Encoding << /Differences [1 ${typeThreeGlyphs.map((letter) => `/${letter}`).join(' ')}] >> /FirstChar 1 /LastChar ${typeThreeGlyphs.length} /Widths [${typeThreeGlyphs.map(() => 1).join(' ')}] >>`,
  );
  const fonts = `/Font << /F1 ${font} 0 R /F2 ${identity} 0 R /F3 ${mapped} 0 R /F4 ${different} 0 R /F5 ${typeThree} 0 R >>`;
  const show = (inner: string): string => `BT /F1 12 Tf 50 700 Td ${inner} ET\n`;
  const inner = pdf.stream(
    show(`(${put('form XObject in a form XObject', '8.10')}) Tj`),
    `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << ${fonts} >>`,
  );
  const form = pdf.stream(
    `${show(`(${put('form XObject', '8.10')}) Tj`)} /X2 Do`,
    `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << ${fonts} /XObject << /X2 ${inner} 0 R >> >>`,
  );
  const pattern = pdf.stream(
    show(`(${put('tiling pattern', '8.7.3')}) Tj`),
    `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << ${fonts} >>`,
  );
  const group = pdf.add(`<< /Type /OCG /Name (${put('layer name', '8.11.2')}) >>`);
  const codes = (mark: string, alphabet: readonly string[], width: number): string =>
    `<${[...mark].map((letter) => (alphabet.indexOf(letter) + 1).toString(16).padStart(width, '0')).join('')}>`;
  const array = put('array of strings', '9.4.3 TJ');
  const split = put('content split over two streams', '7.8.2');
  const contents = [
    show(`(${put('literal string', '9.4.3 Tj, 7.3.4.2')}) Tj`),
    show(`${hex(put('hexadecimal string', '7.3.4.3'))} Tj`),
    show(`[(${array.slice(0, 4)}) -20 (${array.slice(4, 8)}) 10 ${hex(array.slice(8))}] TJ`),
    show(`(${put('next line operator', "9.4.3 '")}) '`),
    show(`1 1 (${put('spacing operator', '9.4.3 "')}) "`),
    show(
      `(${[...put('octal escapes', '7.3.4.2')].map((letter) => `\\${letter.charCodeAt(0).toString(8)}`).join('')}) Tj`,
    ),
    `BT /F2 12 Tf <${[...identityMark].map((letter) => (0x101 + letter.charCodeAt(0) - 97).toString(16).padStart(4, '0')).join('')}> Tj ET\n`,
    `BT /F3 12 Tf ${codes(characterMark, characters, 2)} Tj ET\n`,
    `BT /F4 12 Tf ${codes(differenceMark, glyphs, 2)} Tj ET\n`,
    `BT /F5 12 Tf ${codes(typeThreeMark, typeThreeGlyphs, 2)} Tj ET\n`,
    `BT /F1 12 Tf 3 Tr (${put('invisible text', '9.3.6')}) Tj ET\n`,
    `/OC /Off BDC ${show(`(${put('layer that is off', '8.11.3')}) Tj`)} EMC\n`,
    `/Span << /ActualText ${utf16(put('actual text', '14.9.4'))} >> BDC ${show('(x) Tj')} EMC\n`,
    `/Figure << /Alt (${put('alternative text', '14.9.3')}) >> BDC EMC\n`,
    `/Span << /E (${put('expansion of an abbreviation', '14.9.5')}) >> BDC ${show('(x) Tj')} EMC\n`,
    `/Span /Properties BDC ${show('(x) Tj')} EMC\n`,
    '/X1 Do /Pattern cs /P1 scn 0 0 99 99 re f\n',
  ].join('');
  const filtered = (
    place: string,
    clause: string,
    filter: string,
    pack: (bytes: Buffer) => string | Buffer,
    parameters = '',
  ): number =>
    pdf.stream(pack(Buffer.from(show(`(${put(place, clause)}) Tj`), 'latin1')), `/Filter ${filter} ${parameters}`);
  const streams = [
    pdf.stream(contents),
    pdf.stream(`BT /F1 12 Tf (${split.slice(0, 5)}) Tj`),
    pdf.stream(`(${split.slice(5)}) Tj ET`),
    filtered('FlateDecode', '7.4.4', '/FlateDecode', (bytes) => deflateSync(bytes)),
    filtered(
      'FlateDecode with a predictor',
      '7.4.4.4',
      '/FlateDecode',
      (bytes) => deflateSync(predicted(bytes)),
      '/DecodeParms << /Predictor 12 /Columns 10 >>',
    ),
    filtered('LZWDecode', '7.4.4', '/LZWDecode', lzw),
    filtered('ASCIIHexDecode', '7.4.2', '/ASCIIHexDecode', (bytes) => `${bytes.toString('hex')}>`),
    filtered('ASCII85Decode', '7.4.3', '/ASCII85Decode', ascii85),
    filtered('RunLengthDecode', '7.4.5', '/RunLengthDecode', runLength),
    filtered('two filters', '7.3.8.2', '[/ASCII85Decode /FlateDecode]', (bytes) => ascii85(deflateSync(bytes))),
  ];
  const appearance = pdf.stream(
    show(`(${put('appearance of an annotation', '12.5.5')}) Tj`),
    `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << ${fonts} >>`,
  );
  const attached = pdf.stream(put('content of an attached file', '7.11.4'), '/Type /EmbeddedFile');
  const attachment = pdf.add(
    `<< /Type /Filespec /F (${put('name of an attached file', '7.11.3')}.txt) /UF ${utf16(`${put('Unicode name of an attached file', '7.11.3')}.txt`)} /Desc (${put('description of an attached file', '7.11.3')}) /EF << /F ${attached} 0 R >> >>`,
  );
  const noted = pdf.stream(put('content of a file annotation', '12.5.6.15'), '/Type /EmbeddedFile');
  const annotations = [
    `<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (${put('text annotation', '12.5.6.4')}) /T (${put('annotation author', '12.5.6.2')}) /Subj (${put('annotation subject', '12.5.6.2')}) >>`,
    `<< /Type /Annot /Subtype /FreeText /Rect [0 0 9 9] /DA (/F1 9 Tf) /Contents (${put('free text annotation', '12.5.6.6')}) /RC (<body><p>${put('rich text of an annotation', '12.7.4.4')}</p></body>) >>`,
    `<< /Type /Annot /Subtype /Highlight /Rect [0 0 9 9] /Contents ${utf16(put('highlight annotation', '12.5.6.10'))} >>`,
    `<< /Type /Annot /Subtype /Stamp /Rect [0 0 9 9] /AP << /N ${appearance} 0 R >> >>`,
    `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://${put('link target', '12.6.4.8')}.example/) >> >>`,
    `<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS << /Type /Filespec /F (a.txt) /EF << /F ${noted} 0 R >> >> >>`,
  ].map((body) => pdf.add(body));
  const fields = [
    `<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /FT /Tx /T (${put('form field name', '12.7.4.1')}) /TU (${put('form field tooltip', '12.7.4.1')}) /V ${utf16(put('form field value', '12.7.5.3'))} /DV (${put('form field default value', '12.7.4.1')}) >>`,
    `<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /FT /Ch /T (choice) /Opt [(${put('choice option', '12.7.5.4')}) [(x) (${put('choice option label', '12.7.5.4')})]] >>`,
    `<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /FT /Btn /T (button) /MK << /CA (${put('button caption', '12.5.6.19')}) >> >>`,
  ].map((body) => pdf.add(body));
  const hiddenMark = put('object in an object stream', '7.5.7');
  const marked = pdf.add(`<< /ActualText (${put('actual text of a property list', '14.6.2')}) >>`);
  const page = pdf.add(
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 612 792] /Resources << ${fonts} /XObject << /X1 ${form} 0 R >> /Pattern << /P1 ${pattern} 0 R >> /Properties << /Off ${group} 0 R /Properties ${marked} 0 R >> >> /Contents [${streams.map((number) => `${number} 0 R`).join(' ')}] /Annots [${[...annotations, ...fields].map((number) => `${number} 0 R`).join(' ')}] >>`,
  );
  pdf.set(tree, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
  const child = pdf.reserve();
  const outline = pdf.reserve();
  const item = pdf.add(
    `<< /Title (${put('outline title', '12.3.3')}) /Parent ${outline} 0 R /First ${child} 0 R /Last ${child} 0 R >>`,
  );
  pdf.set(child, `<< /Title ${utf16(put('nested outline title', '12.3.3'))} /Parent ${item} 0 R >>`);
  pdf.set(outline, `<< /Type /Outlines /First ${item} 0 R /Last ${item} 0 R >>`);
  const element = pdf.add(
    `<< /Type /StructElem /S /Figure /T (${put('structure element title', '14.7.2')}) /Alt (${put('alternative text of a structure element', '14.9.3')}) /ActualText (${put('actual text of a structure element', '14.9.4')}) >>`,
  );
  const structure = pdf.add(`<< /Type /StructTreeRoot /K [${element} 0 R] >>`);
  const metadata = pdf.stream(
    `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" pdf:Keywords="${put('XMP keywords', '14.3.2')}"><dc:title><rdf:Alt><rdf:li>${put('XMP title', '14.3.2')}</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`,
    '/Type /Metadata /Subtype /XML',
  );
  const xfa = pdf.stream(
    `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><data>${put('XFA data', 'ISO 32000-1 12.7.8')}</data></xdp:xdp>`,
  );
  const thread = pdf.add(`<< /Type /Thread /I << /Title (${put('article thread title', '12.4.3')}) >> >>`);
  const info = pdf.add(
    `<< /Title (${put('information title', '14.3.3')}) /Author ${utf16(put('information author', '14.3.3'))} /Subject (${put('information subject', '14.3.3')}) /Keywords (${put('information keywords', '14.3.3')}) /Mine (${put('custom information', '14.3.3')}) >>`,
  );
  const packedPage = pdf.reserve();
  const packedContent = pdf.stream(show(`(${hiddenMark}) Tj`));
  const packedBody = `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 9 9] /Resources << ${fonts} >> /Contents ${packedContent} 0 R >>`;
  const head = `${packedPage} 0 `;
  const objects = pdf.stream(
    deflateSync(Buffer.from(`${head}${packedBody}`)),
    `/Type /ObjStm /N 1 /First ${head.length} /Filter /FlateDecode`,
  );
  pdf.set(tree, `<< /Type /Pages /Kids [${page} 0 R ${packedPage} 0 R] /Count 2 >>`);
  pdf.set(
    catalog,
    `<< /Type /Catalog /Pages ${tree} 0 R /Outlines ${outline} 0 R /StructTreeRoot ${structure} 0 R /Metadata ${metadata} 0 R /Threads [${thread} 0 R] /PageLabels << /Nums [0 << /S /D /P (${put('page label prefix', '12.4.2')}) >>] >> /Names << /EmbeddedFiles << /Names [(a) ${attachment} 0 R] >> /JavaScript << /Names [(j) << /S /JavaScript /JS (app.alert\\("${put('script', '12.6.4.17')}"\\)) >>] >> >> /OCProperties << /OCGs [${group} 0 R] /D << /OFF [${group} 0 R] >> >> /AcroForm << /Fields [${fields.map((number) => `${number} 0 R`).join(' ')}] /XFA [(datasets) ${xfa} 0 R] >> /Collection << /Schema << /a << /Subtype /S /N (${put('portfolio column', '12.3.5')}) >> >> >> >>`,
  );
  return pdf.file(`/Root ${catalog} 0 R /Info ${info} 0 R`, { packed: packedPage, objects });
}
