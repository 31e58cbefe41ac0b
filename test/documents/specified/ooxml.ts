import { type MarkedDocument, Marks, zipOf } from './marks.ts';

/** Places of Office Open XML (ECMA-376), part 1, and of Microsoft's extensions. */
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const names = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  `xmlns:r="${office}"`,
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"',
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"',
  'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"',
  'xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"',
].join(' ');

const properties = (at: Marks['at']): Record<string, string> => ({
  'docProps/core.xml': `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${at('metadata title')}</dc:title><dc:subject>${at('metadata subject')}</dc:subject><dc:creator>${at('metadata author')}</dc:creator><cp:keywords>${at('metadata keywords')}</cp:keywords><dc:description>${at('metadata description')}</dc:description><cp:lastModifiedBy>${at('metadata last author')}</cp:lastModifiedBy><cp:category>${at('metadata category')}</cp:category><cp:contentStatus>${at('metadata status')}</cp:contentStatus></cp:coreProperties>`,
  'docProps/app.xml': `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Company>${at('metadata company')}</Company><Manager>${at('metadata manager')}</Manager><HyperlinkBase>${at('metadata base of links')}</HyperlinkBase></Properties>`,
  'docProps/custom.xml': `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><property pid="2" name="${at('name of a property')}"><vt:lpwstr>${at('value of a property')}</vt:lpwstr></property></Properties>`,
});

const relations = (all: readonly (readonly [string, string, string, boolean?])[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(
      ([id, type, target, isExternal]) =>
        `<Relationship Id="${id}" Type="${type.startsWith('http') ? type : `${office}/${type}`}" Target="${target}"${isExternal === true ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;

const root = (main: string): string =>
  relations([
    ['rId1', 'officeDocument', main],
    [
      'rId2',
      'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
      'docProps/core.xml',
    ],
    ['rId3', 'extended-properties', 'docProps/app.xml'],
    ['rId4', 'custom-properties', 'docProps/custom.xml'],
  ]);

const types = (overrides: Readonly<Record<string, string>>): string =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
    overrides,
  )
    .map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`)
    .join('')}</Types>`;

const chart = (at: Marks['at']): string =>
  `<c:chartSpace ${names}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>${at('title of a chart')}</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:f>S!A1</c:f><c:strCache><c:pt idx="0"><c:v>${at('name of a series')}</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>${at('category of a chart')}</c:v></c:pt></c:strCache></c:strRef></c:cat><c:dLbls><c:dLbl><c:tx><c:rich><a:p><a:r><a:t>${at('label of a data point')}</a:t></a:r></a:p></c:rich></c:tx></c:dLbl></c:dLbls></c:ser></c:barChart><c:catAx><c:title><c:tx><c:rich><a:p><a:r><a:t>${at('title of an axis')}</a:t></a:r></a:p></c:rich></c:tx></c:title></c:catAx></c:plotArea></c:chart></c:chartSpace>`;

const diagram = (at: Marks['at']): string =>
  `<dgm:dataModel ${names}><dgm:ptLst><dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>${at('text of a diagram')}</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`;

export function wordDocument(): MarkedDocument {
  const marks = new Marks('docx');
  const { at } = marks;
  const run = (text: string, inside = ''): string => `<w:r>${inside}<w:t>${text}</w:t></w:r>`;
  const paragraph = (inside: string): string => `<w:p>${inside}</w:p>`;
  const document = `<?xml version="1.0"?><w:document ${names}><w:body>
${paragraph(run(at('paragraph')))}${paragraph(run(at('hidden text'), '<w:rPr><w:vanish/></w:rPr>'))}
${paragraph(`<w:del w:author="${at('author of a deletion')}" w:id="1"><w:r><w:delText>${at('deleted text')}</w:delText></w:r></w:del><w:ins w:author="${at('author of an insertion')}" w:id="2">${run(at('inserted text'))}</w:ins><w:moveFrom w:id="3" w:author="x">${run(at('moved text'))}</w:moveFrom>`)}
${paragraph(`<w:hyperlink r:id="rIdL" w:tooltip="${at('tool tip of a link')}">${run(at('text of a link'))}</w:hyperlink>`)}
${paragraph(`<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="${at('name of a form field')}"/><w:helpText w:type="text" w:val="${at('help of a form field')}"/><w:statusText w:type="text" w:val="${at('status text of a form field')}"/><w:textInput><w:default w:val="${at('default of a form field')}"/></w:textInput></w:ffData></w:fldChar></w:r><w:r><w:instrText> COMMENTS ${at('field code')} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(at('result of a field'))}<w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:listEntry w:val="${at('entry of a form list')}"/></w:ddList></w:ffData></w:fldChar></w:r>`)}
${paragraph(`<w:fldSimple w:instr="QUOTE ${at('code of a simple field')}">${run(at('result of a simple field'))}</w:fldSimple>`)}
<w:sdt><w:sdtPr><w:alias w:val="${at('title of a content control')}"/><w:tag w:val="${at('tag of a content control')}"/><w:dropDownList><w:listItem w:displayText="${at('item of a content control')}" w:value="${at('value of an item')}"/></w:dropDownList></w:sdtPr><w:sdtContent>${paragraph(run(at('content control')))}</w:sdtContent></w:sdt>
${paragraph(`<w:r><w:footnoteReference w:id="2"/><w:endnoteReference w:id="2"/><w:commentReference w:id="0"/></w:r><w:bookmarkStart w:id="7" w:name="${at('bookmark')}"/>`)}
${paragraph(`<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><wp:docPr id="1" name="${at('name of a drawing')}" descr="${at('description of a drawing')}" title="${at('title of a drawing')}"/><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>${paragraph(run(at('text box')))}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape alt="${at('description of an old shape')}" title="${at('title of an old shape')}"><v:textbox><w:txbxContent>${paragraph(run(at('fallback text box')))}</w:txbxContent></v:textbox><v:textpath string="${at('text along a path')}"/></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`)}
${paragraph(`<w:r><w:ruby><w:rt>${run(at('ruby text'))}</w:rt><w:rubyBase>${run(at('ruby base'))}</w:rubyBase></w:ruby></w:r><m:oMath><m:r><m:t>${at('formula')}</m:t></m:r></m:oMath>`)}
<w:tbl><w:tblPr><w:tblCaption w:val="${at('title of a table')}"/><w:tblDescription w:val="${at('description of a table')}"/></w:tblPr><w:tr><w:tc>${paragraph(run(at('cell')))}</w:tc></w:tr></w:tbl>
${paragraph(`<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><c:chart r:id="rIdC"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`)}
<w:altChunk r:id="rIdA"/><w:sectPr><w:headerReference w:type="default" r:id="rIdH"/><w:footerReference w:type="first" r:id="rIdF"/></w:sectPr></w:body></w:document>`;
  const part = (name: string, inside: string): string =>
    `<?xml version="1.0"?><w:${name} ${names}>${inside}</w:${name}>`;
  return marks.document(
    zipOf({
      '[Content_Types].xml': types({
        '/word/document.xml': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
      }),
      '_rels/.rels': root('word/document.xml'),
      ...properties(at),
      'word/document.xml': document,
      'word/_rels/document.xml.rels': relations([
        ['rIdL', 'hyperlink', `https://a.example/${at('target of a link')}`, true],
        ['rIdH', 'header', 'header1.xml'],
        ['rIdF', 'footer', 'footer2.xml'],
        ['rId5', 'footnotes', 'footnotes.xml'],
        ['rId6', 'endnotes', 'endnotes.xml'],
        ['rId7', 'comments', 'comments.xml'],
        ['rId8', 'settings', 'settings.xml'],
        ['rId9', 'numbering', 'numbering.xml'],
        ['rIdC', 'chart', 'charts/chart1.xml'],
        ['rId10', 'diagramData', 'diagrams/data1.xml'],
        ['rIdA', 'aFChunk', 'chunk.html'],
        ['rId11', 'glossaryDocument', 'glossary/document.xml'],
        ['rId12', 'http://schemas.microsoft.com/office/2011/relationships/people', 'people.xml'],
        ['rId13', 'customXml', '../customXml/item1.xml'],
        ['rId14', 'package', 'embeddings/book.xlsx'],
      ]),
      'word/header1.xml': part('hdr', paragraph(run(at('header')))),
      'word/footer2.xml': part('ftr', paragraph(run(at('footer of the first page')))),
      'word/footnotes.xml': part('footnotes', `<w:footnote w:id="2">${paragraph(run(at('footnote')))}</w:footnote>`),
      'word/endnotes.xml': part('endnotes', `<w:endnote w:id="2">${paragraph(run(at('endnote')))}</w:endnote>`),
      'word/comments.xml': part(
        'comments',
        `<w:comment w:id="0" w:author="${at('author of a comment')}" w:initials="${at('initials of a comment')}">${paragraph(run(at('comment')))}</w:comment>`,
      ),
      'word/settings.xml': part(
        'settings',
        `<w:docVars><w:docVar w:name="${at('name of a document variable')}" w:val="${at('document variable')}"/></w:docVars><w:mailMerge><w:mailSubject w:val="${at('subject of a mail merge')}"/></w:mailMerge>`,
      ),
      'word/numbering.xml': part(
        'numbering',
        `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:lvlText w:val="${at('text of a numbering')} %1."/></w:lvl></w:abstractNum>`,
      ),
      'word/charts/chart1.xml': chart(at),
      'word/diagrams/data1.xml': diagram(at),
      'word/chunk.html': `<html><body><p>${at('embedded HTML')}</p></body></html>`,
      'word/glossary/document.xml': part(
        'glossaryDocument',
        `<w:docParts><w:docPart><w:docPartPr><w:name w:val="${at('name of a building block')}"/></w:docPartPr><w:docPartBody>${paragraph(run(at('building block')))}</w:docPartBody></w:docPart></w:docParts>`,
      ),
      'word/people.xml': `<w15:people xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"><w15:person w15:author="${at('person')}"/></w15:people>`,
      'customXml/item1.xml': `<data><name>${at('custom XML')}</name></data>`,
      'word/embeddings/book.xlsx': zipOf({
        '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
        'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"><sheets><sheet name="E" sheetId="1" r:id="rId1"/></sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': relations([['rId1', 'worksheet', 'worksheets/sheet1.xml']]),
        'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${at('cell of an embedded workbook')}</t></is></c></row></sheetData></worksheet>`,
      }),
    }),
  );
}

export function workbook(): MarkedDocument {
  const marks = new Marks('xlsx');
  const { at } = marks;
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  return marks.document(
    zipOf({
      '[Content_Types].xml': types({
        '/xl/workbook.xml': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
      }),
      '_rels/.rels': root('xl/workbook.xml'),
      ...properties(at),
      'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="${at('name of a sheet')}" sheetId="1" r:id="rId1"/><sheet name="H" state="hidden" sheetId="2" r:id="rId2"/><sheet name="V" state="veryHidden" sheetId="3" r:id="rId3"/></sheets><definedNames><definedName name="${at('defined name')}" comment="${at('comment on a name')}">"${at('value of a name')}"</definedName></definedNames><externalReferences><externalReference r:id="rId8"/></externalReferences></workbook>`,
      'xl/_rels/workbook.xml.rels': relations([
        ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
        ['rId2', 'worksheet', 'worksheets/sheet2.xml'],
        ['rId3', 'worksheet', 'worksheets/sheet3.xml'],
        ['rId4', 'sharedStrings', 'sharedStrings.xml'],
        ['rId5', 'styles', 'styles.xml'],
        ['rId6', 'pivotCacheDefinition', 'pivotCache/pivotCacheDefinition1.xml'],
        ['rId7', 'connections', 'connections.xml'],
        ['rId8', 'externalLink', 'externalLinks/externalLink1.xml'],
        ['rId9', 'http://schemas.microsoft.com/office/2017/10/relationships/person', 'persons/person.xml'],
      ]),
      'xl/sharedStrings.xml': `<sst ${main}><si><t>${at('shared string')}</t></si><si><r><t>${at('rich text')}</t></r></si><si><t>x</t><rPh sb="0" eb="1"><t>${at('phonetic text')}</t></rPh></si><si><t>${at('string that no cell uses')}</t></si></sst>`,
      'xl/styles.xml': `<styleSheet ${main}><numFmts><numFmt numFmtId="164" formatCode="&quot;${at('text of a number format')}&quot;0"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
      'xl/worksheets/sheet1.xml': `<worksheet ${main} xmlns:r="${office}"><cols><col min="5" max="5" hidden="1"/></cols><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" s="1"><v>5</v></c><c r="E1" t="inlineStr"><is><t>${at('hidden column')}</t></is></c></row><row r="2" hidden="1"><c r="A2" t="inlineStr"><is><t>${at('hidden row')}</t></is></c></row><row r="3"><c r="A3" t="str"><f>"${at('text in a formula')}"&amp;A1</f><v>${at('result of a formula')}</v></c></row></sheetData>
<protectedRanges><protectedRange name="${at('name of a protected range')}" sqref="A1"/></protectedRanges><scenarios><scenario name="${at('name of a scenario')}" comment="${at('comment on a scenario')}" user="${at('author of a scenario')}"><inputCells r="A1" val="${at('value of a scenario')}"/></scenario></scenarios><autoFilter ref="A1:B3"><filterColumn colId="0"><filters><filter val="${at('value of a filter')}"/></filters></filterColumn></autoFilter>
<conditionalFormatting sqref="A1"><cfRule type="containsText" text="${at('text of a conditional format')}"><formula>"${at('formula of a conditional format')}"</formula></cfRule></conditionalFormatting><dataValidations><dataValidation type="list" promptTitle="${at('title of a prompt')}" prompt="${at('prompt')}" errorTitle="${at('title of an error')}" error="${at('error message')}" sqref="A1"><formula1>"${at('list of a validation')}"</formula1></dataValidation></dataValidations>
<hyperlinks><hyperlink ref="A1" r:id="rId4" tooltip="${at('tool tip of a link')}" display="${at('display of a link')}" location="${at('location of a link')}"/></hyperlinks><headerFooter><oddHeader>&amp;C${at('header')}</oddHeader><evenFooter>${at('footer of even pages')}</evenFooter><firstHeader>${at('header of the first page')}</firstHeader></headerFooter><drawing r:id="rId1"/><legacyDrawing r:id="rId9"/></worksheet>`,
      'xl/worksheets/sheet2.xml': `<worksheet ${main}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${at('hidden sheet')}</t></is></c></row></sheetData></worksheet>`,
      'xl/worksheets/sheet3.xml': `<worksheet ${main}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${at('very hidden sheet')}</t></is></c></row></sheetData></worksheet>`,
      'xl/worksheets/_rels/sheet1.xml.rels': relations([
        ['rId1', 'drawing', '../drawings/drawing1.xml'],
        ['rId2', 'comments', '../comments1.xml'],
        [
          'rId3',
          'http://schemas.microsoft.com/office/2017/10/relationships/threadedComment',
          '../threadedComments/threadedComment1.xml',
        ],
        ['rId4', 'hyperlink', `https://a.example/${at('target of a link')}`, true],
        ['rId5', 'table', '../tables/table1.xml'],
        ['rId6', 'pivotTable', '../pivotTables/pivotTable1.xml'],
        ['rId9', 'vmlDrawing', '../drawings/vmlDrawing1.vml'],
      ]),
      'xl/drawings/drawing1.xml': `<xdr:wsDr ${names}><xdr:twoCellAnchor><xdr:sp><xdr:nvSpPr><xdr:cNvPr id="1" name="${at('name of a shape')}" descr="${at('description of a shape')}" title="${at('title of a shape')}"/></xdr:nvSpPr><xdr:txBody><a:p><a:r><a:t>${at('text box')}</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor><xdr:twoCellAnchor><xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame></xdr:twoCellAnchor></xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': relations([['rId1', 'chart', '../charts/chart1.xml']]),
      'xl/drawings/vmlDrawing1.vml': `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><v:shape o:title="x" alt="${at('description of an old shape')}"><v:textbox><div><font>${at('text of an old button')}</font></div></v:textbox></v:shape></xml>`,
      'xl/charts/chart1.xml': chart(at),
      'xl/comments1.xml': `<comments ${main}><authors><author>${at('author of a comment')}</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>${at('comment')}</t></r></text></comment></commentList></comments>`,
      'xl/threadedComments/threadedComment1.xml': `<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><threadedComment ref="A1" personId="{1}" id="{2}"><text>${at('threaded comment')}</text></threadedComment></ThreadedComments>`,
      'xl/persons/person.xml': `<personList xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><person displayName="${at('person')}" id="{1}"/></personList>`,
      'xl/tables/table1.xml': `<table ${main} id="1" name="T" displayName="${at('name of a table')}" ref="A1:B3" comment="${at('comment on a table')}"><tableColumns><tableColumn id="1" name="${at('column of a table')}" totalsRowLabel="${at('label of a total')}"/></tableColumns></table>`,
      'xl/pivotTables/pivotTable1.xml': `<pivotTableDefinition ${main} name="${at('name of a pivot table')}" dataCaption="${at('caption of a pivot table')}" grandTotalCaption="${at('caption of a grand total')}"><pivotFields><pivotField name="${at('field of a pivot table')}"/></pivotFields><dataFields><dataField name="${at('data field of a pivot table')}" fld="0"/></dataFields></pivotTableDefinition>`,
      'xl/pivotCache/pivotCacheDefinition1.xml': `<pivotCacheDefinition ${main} xmlns:r="${office}" r:id="rId1"><cacheFields><cacheField name="${at('field of a pivot cache')}"><sharedItems><s v="${at('item of a pivot cache')}"/></sharedItems></cacheField></cacheFields></pivotCacheDefinition>`,
      'xl/pivotCache/_rels/pivotCacheDefinition1.xml.rels': relations([
        ['rId1', 'pivotCacheRecords', 'pivotCacheRecords1.xml'],
      ]),
      'xl/pivotCache/pivotCacheRecords1.xml': `<pivotCacheRecords ${main}><r><s v="${at('record of a pivot cache')}"/></r></pivotCacheRecords>`,
      'xl/connections.xml': `<connections ${main}><connection id="1" name="${at('name of a connection')}" description="${at('description of a connection')}"><dbPr connection="Provider=x" command="${at('command of a connection')}"/></connection></connections>`,
      'xl/externalLinks/externalLink1.xml': `<externalLink ${main}><externalBook><sheetNames><sheetName val="${at('sheet of another workbook')}"/></sheetNames><sheetDataSet><sheetData sheetId="0"><row r="1"><cell r="A1" t="str"><v>${at('value from another workbook')}</v></cell></row></sheetData></sheetDataSet></externalBook></externalLink>`,
    }),
  );
}

export function slideshow(): MarkedDocument {
  const marks = new Marks('pptx');
  const { at } = marks;
  const shape = (text: string, attributes = '', link = ''): string =>
    `<p:sp><p:nvSpPr><p:cNvPr id="2" ${attributes || 'name="s"'}>${link}</p:cNvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const slide = (name: string, inside: string, attributes = ''): string =>
    `<?xml version="1.0"?><p:${name} ${names} ${attributes}><p:cSld name="${at(`name of ${name} ${attributes}`)}"><p:spTree>${inside}</p:spTree></p:cSld></p:${name}>`;
  return marks.document(
    zipOf({
      '[Content_Types].xml': types({
        '/ppt/presentation.xml': 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
      }),
      '_rels/.rels': root('ppt/presentation.xml'),
      ...properties(at),
      'ppt/presentation.xml': `<p:presentation ${names}><p:sldIdLst><p:sldId id="256" r:id="rId1"/><p:sldId id="257" r:id="rId2"/></p:sldIdLst><p:custShowLst><p:custShow name="${at('name of a custom show')}" id="0"/></p:custShowLst><p:extLst><p:ext><p14:sectionLst><p14:section name="${at('name of a section')}" id="{1}"/></p14:sectionLst></p:ext></p:extLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': relations([
        ['rId1', 'slide', 'slides/slide1.xml'],
        ['rId2', 'slide', 'slides/slide2.xml'],
        ['rId3', 'slideMaster', 'slideMasters/slideMaster1.xml'],
        ['rId4', 'notesMaster', 'notesMasters/notesMaster1.xml'],
        ['rId5', 'handoutMaster', 'handoutMasters/handoutMaster1.xml'],
        ['rId6', 'commentAuthors', 'commentAuthors.xml'],
      ]),
      'ppt/slides/slide1.xml': slide(
        'sld',
        `${shape(at('text'), `name="${at('name of a shape')}" descr="${at('description of a shape')}" title="${at('title of a shape')}"`, `<a:hlinkClick r:id="rId3" tooltip="${at('tool tip of a link')}"/>`)}<p:grpSp>${shape(at('text in a group'))}</p:grpSp><p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>${at('cell')}</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame><mc:AlternateContent><mc:Choice Requires="p14">${shape(at('choice'))}</mc:Choice><mc:Fallback>${shape(at('fallback'))}</mc:Fallback></mc:AlternateContent><p:sp><p:txBody><a:p><a:fld type="slidenum"><a:t>${at('field')}</a:t></a:fld></a:p></p:txBody></p:sp>`,
      ),
      'ppt/slides/_rels/slide1.xml.rels': relations([
        ['rId1', 'notesSlide', '../notesSlides/notesSlide1.xml'],
        ['rId2', 'comments', '../comments/comment1.xml'],
        ['rId3', 'hyperlink', `https://a.example/${at('target of a link')}`, true],
        ['rId4', 'chart', '../charts/chart1.xml'],
        ['rId5', 'diagramData', '../diagrams/data1.xml'],
        ['rId6', 'tags', '../tags/tag1.xml'],
        [
          'rId7',
          'http://schemas.microsoft.com/office/2018/10/relationships/comments',
          '../comments/modernComment_1.xml',
        ],
        ['rId8', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
      ]),
      'ppt/slides/slide2.xml': slide('sld', shape(at('hidden slide')), 'show="0"'),
      'ppt/notesSlides/notesSlide1.xml': slide('notes', shape(at('note'))),
      'ppt/slideMasters/slideMaster1.xml': slide('sldMaster', shape(at('master slide'))),
      'ppt/slideLayouts/slideLayout1.xml': slide('sldLayout', shape(at('layout'))),
      'ppt/notesMasters/notesMaster1.xml': slide('notesMaster', shape(at('notes master'))),
      'ppt/handoutMasters/handoutMaster1.xml': slide('handoutMaster', shape(at('handout'))),
      'ppt/commentAuthors.xml': `<p:cmAuthorLst ${names}><p:cmAuthor id="0" name="${at('author of a comment')}" initials="a"/></p:cmAuthorLst>`,
      'ppt/comments/comment1.xml': `<p:cmLst ${names}><p:cm authorId="0"><p:text>${at('comment')}</p:text></p:cm></p:cmLst>`,
      'ppt/comments/modernComment_1.xml': `<p188:cmLst xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main" ${names}><p188:cm><p188:txBody><a:p><a:r><a:t>${at('modern comment')}</a:t></a:r></a:p></p188:txBody><p188:replyLst><p188:reply><p188:txBody><a:p><a:r><a:t>${at('reply to a comment')}</a:t></a:r></a:p></p188:txBody></p188:reply></p188:replyLst></p188:cm></p188:cmLst>`,
      'ppt/charts/chart1.xml': chart(at),
      'ppt/diagrams/data1.xml': diagram(at),
      'ppt/tags/tag1.xml': `<p:tagLst ${names}><p:tag name="${at('name of a tag')}" val="${at('value of a tag')}"/></p:tagLst>`,
    }),
  );
}
