import type { PutMark } from './marked-file.ts';

/** RTF 1.9.1, by the destinations of its text. */
export function markedRtf(put: PutMark): Buffer {
  const unicode = (text: string): string => [...text].map((letter) => `\\u${letter.charCodeAt(0)}?`).join('');
  const bytes = (text: string): string =>
    [...text].map((letter) => `\\'${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
  const shapeText = (name: string, text: string): string => `{\\sp{\\sn ${name}}{\\sv ${text}}}`;
  const lines = [
    '{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Times New Roman;}}{\\colortbl;\\red0\\green0\\blue0;}{\\stylesheet{\\s0 Normal;}}',
    `{\\info{\\title ${put('metadata title', 'document properties')}}{\\subject ${put('metadata subject', 'document properties')}}{\\author ${put('metadata author', 'document properties')}}{\\manager ${put('metadata manager', 'document properties')}}{\\company ${put('metadata company', 'document properties')}}{\\operator ${put('metadata operator', 'document properties')}}{\\category ${put('metadata category', 'document properties')}}{\\keywords ${put('metadata keywords', 'document properties')}}{\\doccomm ${put('metadata comments', 'document properties')}}}`,
    `{\\*\\userprops{\\propname ${put('user property name', 'user properties')}}\\proptype30{\\staticval ${put('user property value', 'user properties')}}}`,
    `{\\*\\docvar {v}{${put('document variable', 'document variables')}}}`,
    `{\\*\\listtable{\\list{\\listlevel{\\leveltext\\'${'0e'} ${put('list level text', 'list table')};}{\\levelnumbers;}}\\listid1}}`,
    `{\\header ${put('header', 'headers and footers')}\\par}{\\headerl ${put('header of left pages', 'headers and footers')}\\par}{\\headerr ${put('header of right pages', 'headers and footers')}\\par}{\\headerf ${put('header of the first page', 'headers and footers')}\\par}`,
    `{\\footer ${put('footer', 'headers and footers')}\\par}{\\footerl ${put('footer of left pages', 'headers and footers')}\\par}{\\footerr ${put('footer of right pages', 'headers and footers')}\\par}{\\footerf ${put('footer of the first page', 'headers and footers')}\\par}`,
    `\\pard ${put('paragraph', 'document text')}\\par`,
    `${unicode(put('Unicode characters', 'Unicode RTF'))}\\par`,
    `${bytes(put('hexadecimal characters', 'special characters'))}\\par`,
    `{\\upr{x}{\\*\\ud{${put('Unicode destination', 'Unicode RTF')}}}}\\par`,
    `at{\\footnote ${put('footnote', 'footnotes')}}{\\footnote\\ftnalt ${put('endnote', 'footnotes')}}\\par`,
    `{\\*\\atnid ${put('annotation initials', 'comments')}}{\\*\\atnauthor ${put('annotation author', 'comments')}}\\chatn{\\*\\annotation ${put('annotation', 'comments')}}\\par`,
    `{\\field{\\*\\fldinst HYPERLINK "https://${put('field instruction', 'fields')}.example/"}{\\fldrslt ${put('field result', 'fields')}}}\\par`,
    `{\\field{\\*\\fldinst FORMTEXT {\\*\\formfield{\\fftype0{\\*\\ffname ${put('form field name', 'form fields')}}{\\*\\ffdeftext ${put('form field default text', 'form fields')}}{\\*\\ffhelptext ${put('form field help text', 'form fields')}}{\\*\\ffstattext ${put('form field status text', 'form fields')}}{\\*\\ffl ${put('form field list entry', 'form fields')}}}}}{\\fldrslt x}}\\par`,
    `{\\*\\bkmkstart ${put('bookmark name', 'bookmarks')}}at{\\*\\bkmkend b}\\par`,
    `{\\xe ${put('index entry', 'index entries')}}{\\tc ${put('table of contents entry', 'table of contents entries')}}\\par`,
    `{\\shp{\\*\\shpinst${shapeText('wzDescription', put('alternative text', 'shape properties'))}${shapeText('gtextUNICODE', put('text of a text effect', 'shape properties'))}${shapeText('wzName', put('shape name', 'shape properties'))}{\\shptxt ${put('shape text', 'drawing objects')}\\par}}{\\shprslt{\\*\\do\\dptxbx{\\dptxbxtext ${put('text box of an old drawing', 'Word 6.0 drawing objects')}\\par}}}}`,
    `{\\object\\objemb{\\*\\objclass Word}{\\result ${put('object result', 'objects')}\\par}}`,
    `{\\pntext ${put('bullet text', 'bullets and numbering')}\\tab}{\\listtext ${put('list text', 'bullets and numbering')}\\tab}listed\\par`,
    `{\\revised\\revauth1 ${put('inserted text', 'track changes')}}{\\deleted\\revauthdel1 ${put('deleted text', 'track changes')}}\\par`,
    `{\\*\\revtbl{Unknown;}{${put('author of a change', 'track changes')};}}`,
    `{\\v ${put('hidden text', 'character formatting')}}\\par`,
    `\\trowd\\cellx5000\\intbl ${put('table cell', 'table definitions')}\\cell\\row`,
    `\\trowd\\cellx5000{\\itap2\\intbl ${put('nested table cell', 'nested tables')}\\nestcell{\\*\\nesttableprops\\trowd\\cellx1\\nestrow}{\\nonesttables x\\par}}\\cell\\row`,
    '\\pard\\par}',
  ];
  return Buffer.from(lines.join('\n'), 'latin1');
}
