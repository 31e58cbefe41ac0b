import { type MarkedDocument, Marks, zipOf } from './marks.ts';

/** Places of RTF 1.9.1. */
export function richText(): MarkedDocument {
  const marks = new Marks('rtf');
  const { at } = marks;
  const coded = at('text in hexadecimal codes');
  const unicode = at('text in Unicode codes');
  const broken = at('text with a broken line');
  const source = `{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Arial;}}
{\\info{\\title ${at('metadata title')}}{\\subject ${at('metadata subject')}}{\\author ${at('metadata author')}}{\\manager ${at('metadata manager')}}{\\*\\company ${at('metadata company')}}{\\operator ${at('metadata operator')}}{\\*\\category ${at('metadata category')}}{\\keywords ${at('metadata keywords')}}{\\doccomm ${at('metadata comment')}}{\\*\\hlinkbase ${at('metadata base of links')}}}
{\\*\\userprops{\\propname ${at('name of a property')}}\\proptype30{\\staticval ${at('value of a property')}}}
{\\*\\docvar {${at('name of a document variable')}}{${at('document variable')}}}
{\\*\\revtbl{Unknown;}{${at('author of a change')};}}
{\\*\\listtable{\\list{\\listlevel{\\leveltext\\'07${at('text of a numbering')};}{\\levelnumbers;}}{\\listname ${at('name of a list')};}}}
{\\header ${at('header')}\\par}{\\headerl ${at('left header')}\\par}{\\headerf ${at('first header')}\\par}{\\footer ${at('footer')}\\par}{\\footerr ${at('right footer')}\\par}
{\\*\\ftnsep ${at('separator of footnotes')}}{\\*\\ftncn ${at('notice of a continued footnote')}}
\\pard ${at('paragraph')}\\par {\\v ${at('hidden text')}}\\par {\\deleted ${at('deleted text')}}\\par {\\revised\\revauth1 ${at('inserted text')}}\\par
a{\\footnote ${at('footnote')}}b{\\footnote\\ftnalt ${at('endnote')}}\\par
{\\*\\atnid ${at('initials of a comment')}}{\\*\\atnauthor ${at('author of a comment')}}\\chatn{\\*\\annotation{\\*\\atndate 1}${at('comment')}}
{\\field{\\*\\fldinst HYPERLINK "https://a.example/${at('target of a link')}"}{\\fldrslt ${at('text of a link')}}}
{\\field{\\*\\fldinst FORMTEXT{\\*\\formfield\\fftype0{\\*\\ffname ${at('name of a form field')}}{\\*\\ffdeftext ${at('default of a form field')}}{\\*\\ffhelptext ${at('help of a form field')}}{\\*\\ffstattext ${at('status text of a form field')}}}}{\\fldrslt x}}
{\\field{\\*\\fldinst FORMDROPDOWN{\\*\\formfield\\fftype2{\\*\\ffl ${at('entry of a form list')}}}}{\\fldrslt x}}
{\\*\\bkmkstart ${at('bookmark')}}{\\*\\bkmkend x}{\\xe ${at('index entry')}}{\\tc ${at('contents entry')}}
{\\shp{\\*\\shpinst{\\sp{\\sn wzDescription}{\\sv ${at('description of a shape')}}}{\\sp{\\sn gtextUNICODE}{\\sv ${at('text along a path')}}}{\\sp{\\sn wzName}{\\sv ${at('name of a shape')}}}{\\shptxt ${at('text box')}\\par}}{\\shprslt{\\*\\do\\dptxbx{\\dptxbxtext ${at('old text box')}\\par}}}}
{\\listtext ${at('text of a list')}\\tab}{\\*\\pn{\\pntxtb ${at('text before a number')}}{\\pntxta ${at('text after a number')}}}
\\trowd\\cellx1000 ${at('cell')}\\cell\\row {\\object\\objemb{\\*\\objclass Package}{\\result ${at('shown object')}}}
{\\upr{${at('text of old readers')}}{\\*\\ud{${at('text of new readers')}}}}
${[...coded].map((letter) => `\\'${letter.charCodeAt(0).toString(16)}`).join('')}\\par
${[...unicode].map((letter) => `\\u${letter.charCodeAt(0)}?`).join('')}\\par
${broken.slice(0, 5)}
${broken.slice(5)}\\par {\\*\\generator ${at('program')};}}`;
  return marks.document(Buffer.from(source, 'latin1'));
}

const crlf = (lines: readonly string[]): string => lines.join('\r\n');
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const quoted = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/** A fold in the middle of a word (RFC 5545, 3.1; RFC 6350, 3.2). */
const folded = (word: string, ends = '\r\n '): string => `${word.slice(0, 7)}${ends}${word.slice(7)}`;

const calendarOf = (at: Marks['at'], of = ''): string =>
  crlf([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `X-WR-CALNAME:${at(`name of the calendar${of}`)}`,
    'BEGIN:VEVENT',
    'UID:1',
    `SUMMARY:${at(`summary${of}`)}`,
    `DESCRIPTION:${folded(at(`folded description${of}`))}`,
    `LOCATION;ALTREP="https://a.example/${at(`alternative of a place${of}`)}":${at(`place${of}`)}`,
    `ORGANIZER;CN=${at(`organizer${of}`)}:mailto:a@b.example`,
    `ATTENDEE;CN="${at(`attendee${of}`)}":mailto:c@b.example`,
    `COMMENT:${at(`comment${of}`)}`,
    `CATEGORIES:A,${at(`category${of}`)}`,
    `CONTACT:${at(`contact${of}`)}`,
    `URL:https://a.example/${at(`URL${of}`)}`,
    `X-ALT-DESC;FMTTYPE=text/html:<p>${at(`description in HTML${of}`)}</p>`,
    `ATTACH;FMTTYPE=text/plain;ENCODING=BASE64;VALUE=BINARY:${base64(`${at(`attachment${of}`)}\n`)}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${at(`alarm${of}`)}`,
    'END:VALARM',
    'END:VEVENT',
    'BEGIN:VTODO',
    `SUMMARY:${at(`task${of}`)}`,
    'END:VTODO',
    'BEGIN:VJOURNAL',
    `DESCRIPTION:${at(`journal${of}`)}`,
    'END:VJOURNAL',
    'END:VCALENDAR',
    '',
  ]);

export function calendar(): MarkedDocument {
  const marks = new Marks('ics');
  return marks.document(Buffer.from(calendarOf(marks.at)));
}

const cardOf = (at: Marks['at'], of = ''): string =>
  crlf([
    'BEGIN:VCARD',
    'VERSION:2.1',
    `FN:${at(`name of a person${of}`)}`,
    `NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:${quoted(at(`note in quoted-printable${of}`))}`,
    `TITLE;ENCODING=BASE64:${base64(at(`title in base 64${of}`))}`,
    '',
    'END:VCARD',
    'BEGIN:VCARD',
    'VERSION:3.0',
    `ORG:${folded(at(`folded organization${of}`))}`,
    `KEY;ENCODING=b:${base64(at(`key${of}`))}`,
    'END:VCARD',
    '',
  ]);

export function card(): MarkedDocument {
  const marks = new Marks('vcf');
  return marks.document(Buffer.from(cardOf(marks.at)));
}

const pageOf = (at: Marks['at'], of = ''): string => `<!doctype html><html><head><title>${at(`title${of}`)}</title>
<meta name="description" content="${at(`description of the page${of}`)}"><meta property="og:title" content="${at(`title for networks${of}`)}">
<style>p::after { content: "${at(`content of a style${of}`)}"; }</style><script>document.write("${at(`script${of}`)}")</script></head>
<body><!-- ${at(`comment${of}`)} --><p>${at(`paragraph${of}`)}</p><p hidden>${at(`hidden paragraph${of}`)}</p><p style="display:none">${at(`paragraph without display${of}`)}</p>
<img alt="${at(`alternative text${of}`)}" title="${at(`title of a picture${of}`)}" src="x.png"><a href="https://a.example/${at(`target of a link${of}`)}" title="${at(`title of a link${of}`)}">${at(`text of a link${of}`)}</a>
<input value="${at(`value of a field${of}`)}" placeholder="${at(`placeholder${of}`)}" aria-label="${at(`label for readers${of}`)}"><input type="hidden" value="${at(`hidden field${of}`)}">
<textarea>${at(`text area${of}`)}</textarea><select><optgroup label="${at(`label of a group${of}`)}"><option value="${at(`value of an option${of}`)}">${at(`option${of}`)}</option></optgroup></select>
<details><summary>${at(`summary${of}`)}</summary>${at(`details${of}`)}</details><template><p>${at(`template${of}`)}</p></template><noscript>${at(`text without scripts${of}`)}</noscript>
<iframe srcdoc="&lt;p&gt;${at(`inner page${of}`)}&lt;/p&gt;"></iframe><a href="data:text/plain;base64,${base64(at(`page in a link${of}`))}">x</a>
<svg><title>${at(`title of a drawing${of}`)}</title><text>${at(`text of a drawing${of}`)}</text></svg><table><caption>${at(`caption${of}`)}</caption><tr><td abbr="${at(`short form of a cell${of}`)}">${at(`cell${of}`)}</td></tr></table>
<p>${[...at(`text in references${of}`)].map((letter) => `&#${letter.charCodeAt(0)};`).join('')}</p><object data="x" standby="x">${at(`text instead of an object${of}`)}</object><video><track label="${at(`label of a track${of}`)}"></video><p data-note="${at(`data attribute${of}`)}">x</p></body></html>`;

export function page(): MarkedDocument {
  const marks = new Marks('html');
  return marks.document(Buffer.from(pageOf(marks.at)));
}

/** RFC 5322, 2045 to 2049, 2231, 2183. */
export function message(): MarkedDocument {
  const marks = new Marks('eml');
  const { at } = marks;
  const source = crlf([
    `From: "${at('name of the sender')}" <a@b.example>`,
    `To: =?utf-8?B?${base64(at('name of the recipient'))}?= <c@b.example>`,
    `Cc: ${at('name of a copy')} <d@b.example>`,
    `Reply-To: ${at('name for replies')} <e@b.example>`,
    `Subject: =?utf-8?Q?${quoted(at('subject'))}?=`,
    `Comments: ${at('comments')}`,
    `Keywords: ${at('keywords')}`,
    `Organization: ${at('organization')}`,
    `X-Note: ${at('header of its own')}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="o"',
    '',
    at('text before the parts'),
    '--o',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    base64(`${at('text in base 64')}\n`),
    '--o',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    `${folded(at('text in quoted-printable with a soft break'), '=\r\n')}`,
    '--o',
    'Content-Type: text/plain; charset=utf-16le',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(at('text in UTF-16'), 'utf16le').toString('base64'),
    '--o',
    'Content-Type: text/plain; charset=utf-7',
    '',
    `+${Buffer.from(at('text in UTF-7'), 'utf16le').swap16().toString('base64').replace(/=+$/, '')}-`,
    '--o',
    'Content-Type: multipart/alternative; boundary="i"',
    '',
    '--i',
    'Content-Type: text/plain',
    '',
    at('plain alternative'),
    '--i',
    'Content-Type: text/html',
    '',
    `<html><body><p>${at('HTML alternative')}</p><img alt="${at('alternative text in HTML')}"></body></html>`,
    '--i--',
    '--o',
    `Content-Type: text/plain; name*=utf-8''${at('name of an attachment')}.txt`,
    `Content-Disposition: attachment; filename*0="${at('name of an attachment in pieces')}"; filename*1=".txt"`,
    `Content-Description: ${at('description of an attachment')}`,
    '',
    at('content of an attachment'),
    '--o',
    'Content-Type: message/rfc822',
    '',
    `Subject: ${at('subject of an attached mail')}`,
    'Content-Type: text/plain',
    '',
    at('text of an attached mail'),
    '--o',
    'Content-Type: text/calendar',
    '',
    calendarOf(at, ' in a mail'),
    '--o',
    'Content-Type: text/vcard',
    '',
    cardOf(at, ' in a mail'),
    '--o',
    'Content-Type: text/enriched',
    '',
    `<bold>${at('enriched text')}</bold>`,
    '--o',
    'Content-Type: message/delivery-status',
    '',
    `Diagnostic-Code: smtp; ${at('delivery status')}`,
    '--o',
    'Content-Type: text/plain',
    '',
    'begin 644 a.txt',
    uuencoded(at('uuencoded file')),
    '`',
    'end',
    '--o',
    'Content-Type: application/zip; name="a.zip"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(zipOf({ 'note.txt': at('file in an attached archive') })).toString('base64'),
    '--o--',
    at('text after the parts'),
    '',
  ]);
  return marks.document(Buffer.from(source));
}

function uuencoded(text: string): string {
  const bytes = Buffer.from(text);
  let out = String.fromCharCode(32 + bytes.length);
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    for (const value of [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63])
      out += value === 0 ? '`' : String.fromCharCode(32 + value);
  }
  return out;
}

/** A web page with its parts (RFC 2557), and an electronic book (EPUB 3). */
export function savedPage(): MarkedDocument {
  const marks = new Marks('mhtml');
  const { at } = marks;
  const source = crlf([
    `Subject: ${at('title of the saved page')}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; type="text/html"; boundary="o"',
    '',
    '--o',
    'Content-Type: text/html',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    `<html><body><p>${quoted(at('page'))}</p></body></html>`,
    '--o--',
    '',
  ]);
  return marks.document(Buffer.from(source));
}

export function book(): MarkedDocument {
  const marks = new Marks('epub');
  const { at } = marks;
  return marks.document(
    zipOf({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml':
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="p.opf"/></rootfiles></container>',
      'p.opf': `<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${at('title of the book')}</dc:title></metadata></package>`,
      'a.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>${at('chapter')}</p></body></html>`,
      'nav.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><body><nav><ol><li><a href="a.xhtml">${at('contents')}</a></li></ol></nav></body></html>`,
    }),
  );
}
