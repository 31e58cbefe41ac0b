import { escapeXml } from '../../../base/documents/text/escape-xml.ts';
import { ooxmlFile, ooxmlNamespaces, ooxmlRelations } from '../../../base/documents/write/office-file.ts';
import { type DocumentBlock, type DocumentFacts, runsOf, type TextRun } from './blocks.ts';
import { propertiesPart } from './properties-part.ts';

const { word, officeRelations } = ooxmlNamespaces;
const kind = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
  .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="A6A6A6"/>`)
  .join('');

function run({ text, bold, italic }: TextRun): string {
  const look = `${bold ? '<w:b/>' : ''}${italic ? '<w:i/>' : ''}`;
  const properties = look === '' ? '' : `<w:rPr>${look}</w:rPr>`;
  return `<w:r>${properties}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
}
const paragraph = (text: string, properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${runsOf(text).map(run).join('')}</w:p>`;

function blockXml(block: DocumentBlock): string {
  switch (block.kind) {
    case 'heading':
      return paragraph(block.text, `<w:pStyle w:val="Heading${block.level}"/>`);
    case 'paragraph':
      return paragraph(block.text);
    case 'item':
      return `<w:p><w:pPr><w:spacing w:after="60"/><w:ind w:left="567" w:hanging="425"/></w:pPr><w:r><w:t>${escapeXml(block.mark)}</w:t><w:tab/></w:r>${runsOf(
        block.text,
      )
        .map(run)
        .join('')}</w:p>`;
    case 'table': {
      const [head = []] = block.rows;
      const grid = head.map(() => `<w:gridCol w:w="${Math.floor(9600 / head.length)}"/>`).join('');
      const rows = block.rows.map(
        (cells, index) =>
          `<w:tr>${cells
            .map(
              (cell) =>
                `<w:tc><w:tcPr><w:tcW w:w="${Math.floor(9600 / head.length)}" w:type="dxa"/></w:tcPr>${paragraph(index === 0 ? `**${cell}**` : cell, '<w:spacing w:after="20"/>')}</w:tc>`,
            )
            .join('')}</w:tr>`,
      );
      return `<w:tbl><w:tblPr><w:tblW w:w="9600" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${rows.join('')}</w:tbl>${paragraph('')}`;
    }
    case 'page-break':
      return '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
  }
}

const heading = (level: number, size: number): string =>
  `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="240" w:after="100"/><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/><w:color w:val="1F3864"/><w:sz w:val="${size}"/></w:rPr></w:style>`;
const styles = `<w:styles xmlns:w="${word}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Liberation Sans" w:hAnsi="Liberation Sans"/><w:sz w:val="21"/><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="269" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${heading(1, 36)}${heading(2, 27)}${heading(3, 23)}</w:styles>`;
const grey = '<w:rPr><w:color w:val="7F7F7F"/><w:sz w:val="17"/></w:rPr>';

export function docxOf(blocks: readonly DocumentBlock[], facts: DocumentFacts): Buffer {
  const document = {
    path: 'word/document.xml',
    contentType: `${kind}.document.main+xml`,
    relation: ooxmlRelations.officeDocument,
    xml: `<w:document xmlns:w="${word}" xmlns:r="${officeRelations}"><w:body>${blocks.map(blockXml).join('')}<w:sectPr><w:headerReference w:type="default" r:id="r2"/><w:footerReference w:type="default" r:id="r3"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1304" w:right="1134" w:bottom="1134" w:left="1134" w:header="624" w:footer="567" w:gutter="0"/></w:sectPr></w:body></w:document>`,
    parts: [
      { path: 'word/styles.xml', contentType: `${kind}.styles+xml`, relation: ooxmlRelations.styles, xml: styles },
      {
        path: 'word/header1.xml',
        contentType: `${kind}.header+xml`,
        relation: ooxmlRelations.header,
        xml: `<w:hdr xmlns:w="${word}"><w:p><w:r>${grey}<w:t xml:space="preserve">${escapeXml(facts.header)}</w:t></w:r></w:p></w:hdr>`,
      },
      {
        path: 'word/footer1.xml',
        contentType: `${kind}.footer+xml`,
        relation: ooxmlRelations.footer,
        xml: `<w:ftr xmlns:w="${word}"><w:p><w:pPr><w:jc w:val="right"/></w:pPr><w:r>${grey}<w:t xml:space="preserve">Page </w:t></w:r><w:fldSimple w:instr=" PAGE "><w:r>${grey}<w:t>1</w:t></w:r></w:fldSimple></w:p></w:ftr>`,
      },
    ],
  };
  return ooxmlFile([document, propertiesPart(facts)], facts.changed);
}
