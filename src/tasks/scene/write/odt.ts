import { escapeXml } from '../../../base/documents/text/escape-xml.ts';
import { openDocumentFile, openDocumentRoot } from '../../../base/documents/write/office-file.ts';
import { type DocumentBlock, type DocumentFacts, runsOf } from './blocks.ts';
import { xmlTime } from './properties-part.ts';

const root = openDocumentRoot('office', 'table', 'text', 'style', 'meta', 'fo', 'dc');

const look = (name: string, properties: string): string =>
  `<style:style style:name="${name}" style:family="text"><style:text-properties ${properties}/></style:style>`;

const spans = (text: string): string =>
  runsOf(text)
    .map(({ text: words, bold, italic }) => {
      const style = `${bold ? 'Bold' : ''}${italic ? 'Italic' : ''}`;
      return style === '' ? escapeXml(words) : `<text:span text:style-name="${style}">${escapeXml(words)}</text:span>`;
    })
    .join('');

function blockXml(block: DocumentBlock): string {
  switch (block.kind) {
    case 'heading':
      return `<text:h text:style-name="Heading_20_${block.level}" text:outline-level="${block.level}">${escapeXml(block.text)}</text:h>`;
    case 'paragraph':
      return `<text:p text:style-name="Standard">${spans(block.text)}</text:p>`;
    case 'item':
      return `<text:p text:style-name="Item">${escapeXml(block.mark)} ${spans(block.text)}</text:p>`;
    case 'table': {
      const rows = block.rows.map(
        (cells, index) =>
          `<table:table-row>${cells.map((cell) => `<table:table-cell table:style-name="Cell" office:value-type="string"><text:p>${spans(index === 0 ? `**${cell}**` : cell)}</text:p></table:table-cell>`).join('')}</table:table-row>`,
      );
      return `<table:table><table:table-column table:number-columns-repeated="${block.rows[0]?.length ?? 1}"/>${rows.join('')}</table:table><text:p/>`;
    }
    case 'page-break':
      return '<text:p text:style-name="Break"/>';
  }
}

const style = (name: string, paragraph: string, text = ''): string =>
  `<style:style style:name="${name}" style:family="paragraph"><style:paragraph-properties ${paragraph}/>${text === '' ? '' : `<style:text-properties ${text}/>`}</style:style>`;
const heading = (level: number, size: number): string =>
  style(
    `Heading_20_${level}`,
    'fo:margin-top="0.42cm" fo:margin-bottom="0.18cm" fo:keep-with-next="always"',
    `fo:font-weight="bold" fo:font-size="${size}pt" fo:color="#3c3c3c"`,
  );

export function odtOf(blocks: readonly DocumentBlock[], facts: DocumentFacts): Buffer {
  const styles = `${style('Standard', 'fo:margin-bottom="0.21cm" fo:line-height="115%"', 'style:font-name="Liberation Serif" fo:font-size="11.5pt"')}${heading(1, 18)}${heading(2, 14)}${heading(3, 12)}${style('Item', 'fo:margin-left="0.9cm" fo:text-indent="-0.5cm" fo:margin-bottom="0.1cm"')}${style('Break', 'fo:break-before="page"')}${look('Bold', 'fo:font-weight="bold"')}${look('Italic', 'fo:font-style="italic"')}${look('BoldItalic', 'fo:font-weight="bold" fo:font-style="italic"')}`;
  return openDocumentFile(
    'text',
    {
      'content.xml': `<office:document-content ${root}><office:automatic-styles><style:style style:name="Cell" style:family="table-cell"><style:table-cell-properties fo:border="0.5pt solid #999999" fo:padding="0.1cm"/></style:style></office:automatic-styles><office:body><office:text>${blocks.map(blockXml).join('')}</office:text></office:body></office:document-content>`,
      'styles.xml': `<office:document-styles ${root}><office:styles>${styles}</office:styles><office:automatic-styles><style:page-layout style:name="Page"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm"/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="Page"><style:header><text:p>${escapeXml(facts.header)}</text:p></style:header><style:footer><text:p><text:page-number text:select-page="current">1</text:page-number></text:p></style:footer></style:master-page></office:master-styles></office:document-styles>`,
      'meta.xml': `<office:document-meta ${root}><office:meta><dc:title>${escapeXml(facts.title)}</dc:title><meta:initial-creator>${escapeXml(facts.author)}</meta:initial-creator><dc:creator>${escapeXml(facts.author)}</dc:creator><meta:creation-date>${xmlTime(facts.created)}</meta:creation-date><dc:date>${xmlTime(facts.changed)}</dc:date></office:meta></office:document-meta>`,
    },
    facts.changed,
  );
}
