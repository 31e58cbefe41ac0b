import { strToU8, zipSync } from 'fflate';
import { dot, type PutMark, smallWorkbook, zipOf } from './marked-file.ts';

/** The HTML standard (sections), SVG 2, MathML Core and CSS 2. */
export function markedHtml(put: PutMark): Buffer {
  return Buffer.from(
    `<!DOCTYPE html><html><head><title>${put('title', '4.2.2')}</title><meta name="description" content="${put('description', '4.2.5.1')}"><meta name="author" content="${put('author', '4.2.5.1')}"><meta name="keywords" content="${put('keywords', '4.2.5.1')}"><style>p.a::before{content:"${put('generated content', 'CSS 2 12.2')}"}</style><link rel="stylesheet" href="a.css" title="${put('title of a style sheet', '4.2.4')}"></head><body>
<p>${put('paragraph', '4.4.1')}</p><h1>${put('heading', '4.3.6')}</h1><pre>${put('preformatted text', '4.4.3')}</pre>
<ul><li>${put('list item', '4.4.8')}</li></ul><dl><dt>${put('term', '4.4.10')}</dt><dd>${put('definition', '4.4.11')}</dd></dl>
<table><caption>${put('table caption', '4.9.2')}</caption><tr><th abbr="${put('header abbreviation', '4.9.10')}">${put('header cell', '4.9.10')}</th><td>${put('table cell', '4.9.9')}</td></tr></table>
<header>${put('header', '4.3.8')}</header><footer>${put('footer', '4.3.9')}</footer><aside>${put('aside', '4.3.5')}</aside><figure><figcaption>${put('figure caption', '4.4.13')}</figcaption></figure>
<p>${[...put('character references', '13.5')].map((letter) => `&#${letter.charCodeAt(0)};`).join('')}</p>
<p title="${put('title attribute', '3.2.6.1')}" aria-label="${put('accessible label', 'WAI-ARIA 6.6')}">x</p>
<a href="https://${put('link target', '4.6.2')}.example/" download="${put('download name', '4.6.2')}">${put('link text', '4.5.1')}</a>
<img src="a.png" alt="${put('alternative text', '4.8.3')}"><map><area alt="${put('area text', '4.8.14')}" href="#a"></map>
<abbr title="${put('abbreviation', '4.5.9')}">x</abbr><ruby>${put('ruby base', '4.5.10')}<rt>${put('ruby text', '4.5.11')}</rt></ruby><time datetime="${put('machine-readable time', '4.5.14')}">x</time>
<details><summary>${put('summary', '4.11.2')}</summary>${put('details', '4.11.1')}</details><dialog>${put('closed dialog', '4.11.4')}</dialog>
<input value="${put('input value', '4.10.5')}" placeholder="${put('placeholder', '4.10.5.3.10')}"><input type="hidden" value="${put('hidden input', '4.10.5.1.1')}"><textarea>${put('text area', '4.10.11')}</textarea><button>${put('button', '4.10.6')}</button><label>${put('label', '4.10.4')}</label><fieldset><legend>${put('legend', '4.10.16')}</legend></fieldset><select><optgroup label="${put('option group', '4.10.9')}"><option label="${put('option label', '4.10.10')}">${put('option', '4.10.10')}</option></optgroup></select><datalist><option value="${put('suggestion', '4.10.8')}"></datalist><output>${put('output', '4.10.12')}</output>
<p hidden>${put('hidden element', '6.1')}</p><p style="display:none">${put('element that is not displayed', 'CSS 2 9.2.4')}</p>
<noscript>${put('without scripts', '4.12.2')}</noscript><template>${put('template', '4.12.3')}</template>
<iframe srcdoc="&lt;p&gt;${put('inline frame', '4.8.5')}&lt;/p&gt;"></iframe><object data="a.bin">${put('object fallback', '4.8.7')}</object><video src="a"><track label="${put('track label', '4.8.10')}">${put('video fallback', '4.8.8')}</video><canvas>${put('canvas fallback', '4.12.5')}</canvas>
<svg><title>${put('SVG title', 'SVG 2 5.7')}</title><desc>${put('SVG description', 'SVG 2 5.7')}</desc><text>${put('SVG text', 'SVG 2 11')}</text></svg><math><mtext>${put('MathML text', 'MathML 3.2')}</mtext></math>
<iframe src="data:text/html,${put('data address', 'RFC 2397')}"></iframe><!-- ${put('comment', '13.1.6')} --><script>document.write("${put('script', '4.12.1')}")</script>
</body></html>`,
  );
}

/** Messages: RFC 5322, MIME (RFC 2045 to 2049), RFC 2231 and RFC 5545. */
export function markedMessage(put: PutMark): Buffer {
  const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');
  const word = (text: string): string => `=?utf-8?B?${base64(text)}?=`;
  return Buffer.from(
    [
      `From: ${put('sender name', 'RFC 5322 3.6.2')} <${put('sender address', 'RFC 5322 3.6.2')}@a.example>`,
      `To: ${word(put('encoded recipient name', 'RFC 2047'))} <${put('recipient address', 'RFC 5322 3.6.3')}@a.example>`,
      `Cc: ${put('copied recipient', 'RFC 5322 3.6.3')}@a.example`,
      `Bcc: ${put('blind recipient', 'RFC 5322 3.6.3')}@a.example`,
      `Reply-To: ${put('reply address', 'RFC 5322 3.6.2')}@a.example`,
      `Subject: ${put('subject', 'RFC 5322 3.6.5')} ${word(put('encoded subject', 'RFC 2047'))}`,
      `Comments: ${put('comments field', 'RFC 5322 3.6.5')}`,
      `Keywords: ${put('keywords field', 'RFC 5322 3.6.5')}`,
      `X-Note: ${put('other field', 'RFC 5322 3.6.8')}`,
      'Date: Thu, 1 Jan 2026 00:00:00 +0000',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="outer"',
      '',
      '--outer',
      'Content-Type: multipart/alternative; boundary="inner"',
      '',
      '--inner',
      'Content-Type: text/plain; charset=utf-8',
      '',
      put('plain body', 'RFC 2046 4.1'),
      '--inner',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      `<p>${[...put('HTML body', 'RFC 2854')].map((letter) => `=${letter.charCodeAt(0).toString(16).toUpperCase()}`).join('')}</p>`,
      '--inner',
      'Content-Type: text/calendar; method=REQUEST',
      '',
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:${put('calendar summary', 'RFC 5545 3.8.1.12')}\r\nEND:VEVENT\r\nEND:VCALENDAR`,
      '--inner--',
      '--outer',
      `Content-Type: text/plain; name="${put('name of an attachment', 'RFC 2183 2.3')}.txt"`,
      `Content-Disposition: attachment; filename="${put('file name of an attachment', 'RFC 2183 2.3')}.txt"`,
      'Content-Transfer-Encoding: base64',
      '',
      base64(put('content of an attachment', 'RFC 2045 6.8')),
      '--outer',
      'Content-Type: application/octet-stream',
      `Content-Disposition: attachment; filename*=utf-8''${put('extended file name', 'RFC 2231')}.xlsx`,
      `Content-Description: ${put('description of an attachment', 'RFC 2045 8')}`,
      'Content-Transfer-Encoding: base64',
      '',
      base64(smallWorkbook(put('attached workbook', 'RFC 2045 6.8'))),
      '--outer',
      'Content-Type: message/rfc822',
      '',
      `From: b@a.example\r\nSubject: ${put('subject of an attached message', 'RFC 2046 5.2.1')}\r\n\r\n${put('body of an attached message', 'RFC 2046 5.2.1')}`,
      '--outer--',
      '',
    ].join('\r\n'),
  );
}

/** RFC 4180. */
export const markedCsv = (put: PutMark): Buffer =>
  Buffer.from(
    `${put('header', 'RFC 4180 2.3')},b\r\n${put('cell', 'RFC 4180 2.4')},"${put('quoted cell', 'RFC 4180 2.5')}, x"\r\n"two\r\n${put('second line of a cell', 'RFC 4180 2.6')}",9\r\n`,
  );

/** UTF-16, little-endian, with a byte order mark (RFC 2781). */
export const markedWideText = (put: PutMark): Buffer =>
  Buffer.from(`\ufeff${put('line', 'RFC 2781 3.2')}\r\nß ${put('second line', 'RFC 2781 3.2')}\r\n`, 'utf16le');

/** ISO 8859-1, with bytes that are no UTF-8. */
export const markedLatinText = (put: PutMark): Buffer =>
  Buffer.from(
    `Gr\u00fc\u00dfe ${put('line', 'ISO 8859-1')}\r\n\u00e4\u00f6\u00fc ${put('second line', 'ISO 8859-1')}\r\n`,
    'latin1',
  );

/** ZIP: APPNOTE 6.3. */
export function markedZip(put: PutMark): Buffer {
  const content = zipSync(
    {
      'a.txt': strToU8(put('content of a file', '4.3.8')),
      [`${put('file name', '4.4.17')}.bin`]: dot,
      'stored.txt': [strToU8(put('stored content', '4.4.5')), { level: 0 }],
      'inner.zip': zipOf({ 'b.txt': put('archive in an archive', '4.3.8') }),
      'book.xlsx': smallWorkbook(put('document in an archive', '4.3.8')),
      'noted.txt': [strToU8('x'), { comment: put('comment on a file', '4.4.18') }],
    },
    {},
  );
  const comment = Buffer.from(put('comment on the archive', '4.4.26'));
  const bytes = Buffer.concat([Buffer.from(content), comment]);
  bytes.writeUInt16LE(comment.length, content.length - 2);
  return bytes;
}
