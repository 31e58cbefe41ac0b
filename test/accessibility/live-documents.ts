/** A web page with one of everything, and a button that changes its own attributes. */
export const page = `<!doctype html><meta charset="utf-8"><title>Orders – überblick</title><h1>Orders</h1>
<p>Some <b>bold</b> text and a <a href="#end" title="down">link</a>.</p>
<form onsubmit="return false"><label>Name <input value="abc"></label><input type="checkbox" checked aria-label="Paid">
<select><option>one<option selected>two</select><textarea>several
lines</textarea><button accesskey="b" aria-label="Mark" class="plain" onclick="this.className += ' marked'; return false">Mark</button>
<input type="range" min="0" max="10" value="3" aria-label="Amount"></form>
<table><caption>Prices</caption><tr><th>Item<th>Price<tr><td>Paper<td>2.50</table><progress value="0.3"></progress>
<img alt="a dot" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"><ul><li>x<li>y</ul>
${Array.from({ length: 60 }, (_, at) => `<section class="k${at % 7}"><h2>Part ${at}</h2><p>Text ${at} \u200b\u00ad</p></section>`).join('')}
<h2 id="end">End</h2>`;

const row = (cells: readonly string[]): string =>
  `<table:table-row>${cells.map((text) => `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`;
const sheet = (name: string, rows: number): string =>
  `<table:table table:name="${name}">${Array.from({ length: rows }, (_, at) => row([`${name} ${at}`, String(at), 'é – ☃'])).join('')}</table:table>`;

/** A spreadsheet of two sheets, as a flat OpenDocument file. */
export const spreadsheet = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:body><office:spreadsheet>${sheet('Stock', 40)}${sheet('Staff', 25)}</office:spreadsheet></office:body></office:document>`;

export const notes = 'first line\nsecond line – é ☃ & < > "\n\tindented\n';
