import {
  chartPart,
  diagramPart,
  dot,
  type PutMark,
  propertyParts,
  relationships,
  smallWorkbook,
  xmlPart,
  zipOf,
} from './marked-file.ts';

const namespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
].join(' ');

const run = (text: string, properties = ''): string => `<w:r>${properties}<w:t>${text}</w:t></w:r>`;
const paragraph = (inner: string): string => `<w:p>${inner}</w:p>`;

/** WordprocessingML: ECMA-376-1 clause 17, with the DrawingML and VML that it refers to. */
export function markedDocx(put: PutMark): Buffer {
  const change = (name: string): string => `w:id="1" w:author="${name}" w:date="2026-01-01T00:00:00Z"`;
  const body = [
    paragraph(run(put('paragraph', '17.3.1.22'))),
    `<w:tbl><w:tblPr><w:tblCaption w:val="${put('table caption', '17.4.41')}"/><w:tblDescription w:val="${put('table description', '17.4.46')}"/></w:tblPr><w:tr><w:tc>${paragraph(run(put('table cell', '17.4.65')))}<w:tbl><w:tr><w:tc>${paragraph(run(put('nested table cell', '17.4.37')))}</w:tc></w:tr></w:tbl></w:tc></w:tr></w:tbl>`,
    paragraph(
      `<w:hyperlink r:id="link" w:tooltip="${put('hyperlink tooltip', '17.16.22')}">${run(put('hyperlink text', '17.16.22'))}</w:hyperlink>`,
    ),
    paragraph(
      `<w:ins ${change(put('author of a change', '17.13.5.18'))}>${run(put('inserted text', '17.13.5.18'))}</w:ins>`,
    ),
    paragraph(`<w:del ${change('A')}><w:r><w:delText>${put('deleted text', '17.3.3.7')}</w:delText></w:r></w:del>`),
    paragraph(`<w:moveFrom ${change('A')}>${run(put('text moved away', '17.13.5.22'))}</w:moveFrom>`),
    paragraph(`<w:moveTo ${change('A')}>${run(put('text moved here', '17.13.5.25'))}</w:moveTo>`),
    paragraph(`<w:fldSimple w:instr="AUTHOR">${run(put('simple field result', '17.16.19'))}</w:fldSimple>`),
    paragraph(
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:helpText w:type="text" w:val="${put('form field help text', '17.16.21')}"/><w:statusText w:type="text" w:val="${put('form field status text', '17.16.31')}"/><w:textInput><w:default w:val="${put('form field default text', '17.16.10')}"/></w:textInput></w:ffData></w:fldChar></w:r><w:r><w:instrText>QUOTE ${put('field instruction', '17.16.23')}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(put('complex field result', '17.16.18'))}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
    ),
    paragraph(
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:listEntry w:val="${put('form field list entry', '17.16.25')}"/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`,
    ),
    `<w:sdt><w:sdtPr><w:alias w:val="${put('content control alias', '17.5.2.1')}"/><w:dropDownList><w:listItem w:displayText="${put('content control list item', '17.5.2.21')}" w:value="1"/></w:dropDownList></w:sdtPr><w:sdtContent>${paragraph(run(put('content control', '17.5.2.34')))}</w:sdtContent></w:sdt>`,
    paragraph(
      `<w:r><w:ruby><w:rt>${run(put('ruby guide', '17.3.3.24'))}</w:rt><w:rubyBase>${run(put('ruby base', '17.3.3.26'))}</w:rubyBase></w:ruby></w:r>`,
    ),
    paragraph(`<w:smartTag w:element="t">${run(put('smart tag', '17.5.1.9'))}</w:smartTag>`),
    paragraph(`<w:customXml w:element="t">${run(put('custom XML element', '17.5.1.3'))}</w:customXml>`),
    paragraph(`<w:bdo w:val="ltr">${run(put('bidirectional override', '17.3.2.3'))}</w:bdo>`),
    paragraph(run(put('hidden text', '17.3.2.41'), '<w:rPr><w:vanish/></w:rPr>')),
    paragraph(`<m:oMath><m:r><m:t>${put('formula', '22.1.2.116')}</m:t></m:r></m:oMath>`),
    paragraph(
      `<w:bookmarkStart w:id="9" w:name="${put('bookmark name', '17.13.6.2')}"/>${run('at')}<w:bookmarkEnd w:id="9"/>`,
    ),
    paragraph(
      `<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="2"/></w:r><w:r><w:commentReference w:id="0"/></w:r>`,
    ),
    paragraph(
      `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="${put('picture name', '20.4.2.5')}" descr="${put('alternative text', '20.4.2.5')}" title="${put('alternative title', '20.4.2.5')}"/><a:graphic><a:graphicData uri="p"><pic:pic><pic:blipFill><a:blip r:embed="image"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
    ),
    paragraph(
      `<w:r><w:drawing><wp:inline><wp:docPr id="2" name="c"/><a:graphic><a:graphicData uri="c"><c:chart r:id="chart"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r><w:r><w:drawing><wp:inline><wp:docPr id="3" name="d"/><a:graphic><a:graphicData uri="d"><dgm:relIds r:dm="diagram"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
    ),
    paragraph(
      `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><wp:docPr id="4" name="t"/><a:graphic><a:graphicData uri="s"><wps:wsp><wps:txbx><w:txbxContent>${paragraph(run(put('text box', '17.17.1.1 in DrawingML')))}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice></mc:AlternateContent></w:r>`,
    ),
    paragraph(
      `<w:r><w:pict><v:shape alt="${put('VML alternative text', 'ECMA-376-4 19.1.2.19')}"><v:textbox><w:txbxContent>${paragraph(run(put('VML text box', 'ECMA-376-4 19.1.2.22')))}</w:txbxContent></v:textbox><v:textpath string="${put('VML text path', 'ECMA-376-4 19.1.2.23')}"/></v:shape></w:pict></w:r>`,
    ),
    paragraph('<w:r><w:object><o:OLEObject Type="Embed" ProgID="Excel.Sheet.12" r:id="book"/></w:object></w:r>'),
    '<w:altChunk r:id="chunk"/>',
    paragraph(`<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${run('listed')}`),
    '<w:sectPr><w:headerReference w:type="default" r:id="h1"/><w:headerReference w:type="first" r:id="h2"/><w:headerReference w:type="even" r:id="h3"/><w:footerReference w:type="default" r:id="f1"/><w:footerReference w:type="first" r:id="f2"/><w:footerReference w:type="even" r:id="f3"/></w:sectPr>',
  ].join('');
  const part = (root: string, inner: string): string => xmlPart(`<w:${root} ${namespaces}>${inner}</w:${root}>`);
  const headerOrFooter = (root: 'hdr' | 'ftr', text: string): string => part(root, paragraph(run(text)));
  return zipOf({
    '[Content_Types].xml': xmlPart('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    '_rels/.rels': relationships([['r1', 'officeDocument', 'word/document.xml']]),
    'word/document.xml': part('document', `<w:body>${body}</w:body>`),
    'word/_rels/document.xml.rels': relationships([
      ['h1', 'header', 'header1.xml'],
      ['h2', 'header', 'header2.xml'],
      ['h3', 'header', 'header3.xml'],
      ['f1', 'footer', 'footer1.xml'],
      ['f2', 'footer', 'footer2.xml'],
      ['f3', 'footer', 'footer3.xml'],
      ['notes', 'footnotes', 'footnotes.xml'],
      ['ends', 'endnotes', 'endnotes.xml'],
      ['comments', 'comments', 'comments.xml'],
      ['chart', 'chart', 'charts/chart1.xml'],
      ['diagram', 'diagramData', 'diagrams/data1.xml'],
      ['image', 'image', 'media/image1.png'],
      ['book', 'package', 'embeddings/book.xlsx'],
      ['chunk', 'aFChunk', 'chunk.html'],
      ['numbers', 'numbering', 'numbering.xml'],
      ['settings', 'settings', 'settings.xml'],
      ['glossary', 'glossaryDocument', 'glossary/document.xml'],
      ['link', 'hyperlink', `https://${put('hyperlink target', '17.16.22')}.example/`],
    ]),
    'word/header1.xml': headerOrFooter('hdr', put('header', '17.10.4')),
    'word/header2.xml': headerOrFooter('hdr', put('header of the first page', '17.10.4')),
    'word/header3.xml': headerOrFooter('hdr', put('header of even pages', '17.10.4')),
    'word/footer1.xml': headerOrFooter('ftr', put('footer', '17.10.3')),
    'word/footer2.xml': headerOrFooter('ftr', put('footer of the first page', '17.10.3')),
    'word/footer3.xml': headerOrFooter('ftr', put('footer of even pages', '17.10.3')),
    'word/footnotes.xml': part(
      'footnotes',
      `<w:footnote w:id="2">${paragraph(run(put('footnote', '17.11.10')))}</w:footnote>`,
    ),
    'word/endnotes.xml': part(
      'endnotes',
      `<w:endnote w:id="2">${paragraph(run(put('endnote', '17.11.2')))}</w:endnote>`,
    ),
    'word/comments.xml': part(
      'comments',
      `<w:comment w:id="0" w:author="${put('comment author', '17.13.4.2')}" w:initials="A">${paragraph(run(put('comment', '17.13.4.2')))}</w:comment>`,
    ),
    'word/numbering.xml': part(
      'numbering',
      `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:lvlText w:val="${put('numbering text', '17.9.11')} %1"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
    ),
    'word/settings.xml': part(
      'settings',
      `<w:docVars><w:docVar w:name="v" w:val="${put('document variable', '17.15.1.31')}"/></w:docVars>`,
    ),
    'word/glossary/document.xml': part(
      'glossaryDocument',
      `<w:docParts><w:docPart><w:docPartPr><w:name w:val="${put('building block name', '17.12.12')}"/></w:docPartPr><w:docPartBody>${paragraph(run(put('building block', '17.12.6')))}</w:docPartBody></w:docPart></w:docParts>`,
    ),
    'word/charts/chart1.xml': chartPart(put),
    'word/diagrams/data1.xml': diagramPart(put),
    'word/media/image1.png': dot,
    'word/embeddings/book.xlsx': smallWorkbook(put('embedded workbook', '15.2.10')),
    'word/chunk.html': `<html><body><p>${put('imported chunk', '17.17.2.1')}</p></body></html>`,
    ...propertyParts(put),
  });
}
