import { chartPart, diagramPart, type PutMark, propertyParts, relationships, xmlPart, zipOf } from './marked-file.ts';

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relation = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/** SpreadsheetML: ECMA-376-1 clause 18. */
export function markedXlsx(put: PutMark): Buffer {
  const inline = (reference: string, text: string): string =>
    `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const strings = `<sst ${main}><si><t>${put('shared string', '18.4.8')}</t></si><si><r><t>${put('rich text run', '18.4.4')}</t></r><rPh sb="0" eb="1"><t>${put('phonetic run', '18.4.6')}</t></rPh></si><si><t>${put('cell of a hidden sheet', '18.2.19')}</t></si><si><t>${put('cell of a very hidden sheet', '18.18.68')}</t></si></sst>`;
  const first = `<worksheet ${main} ${relation}><cols><col min="4" max="4" hidden="1"/></cols><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>${inline('C1', put('inline string', '18.3.1.53'))}${inline('D1', put('cell of a hidden column', '18.3.1.13'))}</row><row r="2"><c r="A2" t="str"><f>"${put('formula constant', '18.3.1.40')}"&amp;"x"</f><v>${put('formula result', '18.3.1.96')}</v></c><c r="B2" s="1"><v>5</v></c><c r="C2" t="e"><v>#N/A</v></c></row><row r="3" hidden="1">${inline('A3', put('cell of a hidden row', '18.3.1.73'))}</row></sheetData><protectedRanges><protectedRange name="${put('protected range name', '18.3.1.69')}" sqref="A1"/></protectedRanges><scenarios><scenario name="${put('scenario name', '18.3.1.76')}" comment="${put('scenario comment', '18.3.1.76')}"><inputCells r="A1" val="${put('scenario value', '18.3.1.48')}"/></scenario></scenarios><autoFilter ref="A1:B3"><filterColumn colId="0"><filters><filter val="${put('filter value', '18.3.2.6')}"/></filters></filterColumn></autoFilter><mergeCells><mergeCell ref="E1:F1"/></mergeCells><conditionalFormatting sqref="A1"><cfRule type="containsText" text="${put('conditional format text', '18.3.1.10')}"><formula>1</formula></cfRule></conditionalFormatting><dataValidations><dataValidation type="list" sqref="A1" promptTitle="${put('validation prompt title', '18.3.1.32')}" prompt="${put('validation prompt', '18.3.1.32')}" errorTitle="${put('validation error title', '18.3.1.32')}" error="${put('validation error', '18.3.1.32')}"><formula1>"${put('validation list', '18.3.1.42')},b"</formula1></dataValidation></dataValidations><hyperlinks><hyperlink ref="A1" r:id="link" display="${put('hyperlink display', '18.3.1.47')}" tooltip="${put('hyperlink tooltip', '18.3.1.47')}"/></hyperlinks><headerFooter><oddHeader>&amp;C${put('odd header', '18.3.1.59')}</oddHeader><oddFooter>&amp;L${put('odd footer', '18.3.1.58')}</oddFooter><evenHeader>${put('even header', '18.3.1.36')}</evenHeader><evenFooter>${put('even footer', '18.3.1.35')}</evenFooter><firstHeader>${put('first header', '18.3.1.39')}</firstHeader><firstFooter>${put('first footer', '18.3.1.38')}</firstFooter></headerFooter><drawing r:id="drawing"/><legacyDrawing r:id="vml"/><tableParts><tablePart r:id="table"/></tableParts></worksheet>`;
  const drawing = `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ${relation} xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><xdr:twoCellAnchor><xdr:sp><xdr:nvSpPr><xdr:cNvPr id="1" name="${put('shape name', '20.5.2.8')}" descr="${put('alternative text', '20.5.2.8')}"/></xdr:nvSpPr><xdr:txBody><a:p><a:r><a:t>${put('text box', '20.5.2.34')}</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor><xdr:twoCellAnchor><xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="chart"/></a:graphicData></a:graphic></xdr:graphicFrame></xdr:twoCellAnchor></xdr:wsDr>`;
  return zipOf({
    '[Content_Types].xml': xmlPart('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    '_rels/.rels': relationships([['r1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': xmlPart(
      `<workbook ${main} ${relation}><fileSharing userName="${put('reserved by', '18.2.12')}"/><sheets><sheet name="${put('sheet name', '18.2.19')}" sheetId="1" r:id="s1"/><sheet name="Hidden" sheetId="2" state="hidden" r:id="s2"/><sheet name="Deep" sheetId="3" state="veryHidden" r:id="s3"/><sheet name="Chart" sheetId="4" r:id="s4"/></sheets><definedNames><definedName name="${put('defined name', '18.2.5')}" comment="${put('comment on a name', '18.2.5')}">"${put('constant of a name', '18.2.5')}"</definedName></definedNames><customWorkbookViews><customWorkbookView name="${put('custom view name', '18.2.3')}"/></customWorkbookViews><externalReferences><externalReference r:id="outside"/></externalReferences></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': relationships([
      ['s1', 'worksheet', 'worksheets/sheet1.xml'],
      ['s2', 'worksheet', 'worksheets/sheet2.xml'],
      ['s3', 'worksheet', 'worksheets/sheet3.xml'],
      ['s4', 'chartsheet', 'chartsheets/sheet1.xml'],
      ['strings', 'sharedStrings', 'sharedStrings.xml'],
      ['styles', 'styles', 'styles.xml'],
      ['outside', 'externalLink', 'externalLinks/externalLink1.xml'],
      ['connections', 'connections', 'connections.xml'],
      ['pivot', 'pivotCacheDefinition', 'pivotCache/pivotCacheDefinition1.xml'],
      ['persons', 'http://schemas.microsoft.com/office/2017/10/relationships/person', 'persons/person.xml'],
      ['users', 'usernames', 'revisions/userNames.xml'],
      ['log', 'revisionLog', 'revisions/revisionLog1.xml'],
    ]),
    'xl/sharedStrings.xml': xmlPart(strings),
    'xl/styles.xml': xmlPart(
      `<styleSheet ${main}><numFmts count="1"><numFmt numFmtId="170" formatCode="0 &quot;${put('text of a number format', '18.8.30')}&quot;"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
    ),
    'xl/worksheets/sheet1.xml': xmlPart(first),
    'xl/worksheets/sheet2.xml': xmlPart(
      `<worksheet ${main}><sheetData><row r="1"><c r="A1" t="s"><v>2</v></c></row></sheetData></worksheet>`,
    ),
    'xl/worksheets/sheet3.xml': xmlPart(
      `<worksheet ${main}><sheetData><row r="1"><c r="A1" t="s"><v>3</v></c></row></sheetData></worksheet>`,
    ),
    'xl/worksheets/_rels/sheet1.xml.rels': relationships([
      ['link', 'hyperlink', `https://${put('hyperlink target', '18.3.1.47')}.example/`],
      ['drawing', 'drawing', '../drawings/drawing1.xml'],
      ['vml', 'vmlDrawing', '../drawings/vmlDrawing1.vml'],
      ['comments', 'comments', '../comments1.xml'],
      [
        'threaded',
        'http://schemas.microsoft.com/office/2017/10/relationships/threadedComment',
        '../threadedComments/threadedComment1.xml',
      ],
      ['table', 'table', '../tables/table1.xml'],
      ['pivotTable', 'pivotTable', '../pivotTables/pivotTable1.xml'],
    ]),
    'xl/comments1.xml': xmlPart(
      `<comments ${main}><authors><author>${put('comment author', '18.7.2')}</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>${put('cell comment', '18.7.3')}</t></r></text></comment></commentList></comments>`,
    ),
    'xl/threadedComments/threadedComment1.xml': xmlPart(
      `<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><threadedComment ref="A1" personId="p"><text>${put('threaded comment', 'MS-XLSX 2.6.207')}</text></threadedComment></ThreadedComments>`,
    ),
    'xl/persons/person.xml': xmlPart(
      `<personList xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><person displayName="${put('person of a thread', 'MS-XLSX 2.6.204')}" id="p"/></personList>`,
    ),
    'xl/tables/table1.xml': xmlPart(
      `<table ${main} id="1" name="T" displayName="${put('table name', '18.5.1.2')}" comment="${put('table comment', '18.5.1.2')}" ref="A1:B3"><tableColumns count="1"><tableColumn id="1" name="${put('table column', '18.5.1.3')}" totalsRowLabel="${put('totals row label', '18.5.1.3')}"/></tableColumns></table>`,
    ),
    'xl/drawings/drawing1.xml': xmlPart(drawing),
    'xl/drawings/_rels/drawing1.xml.rels': relationships([
      ['chart', 'chart', '../charts/chart1.xml'],
      ['diagram', 'diagramData', '../diagrams/data1.xml'],
    ]),
    'xl/drawings/vmlDrawing1.vml': `<xml xmlns:v="urn:schemas-microsoft-com:vml"><v:shape><v:textbox><div>${put('VML text box', 'ECMA-376-4 19.1.2.22')}</div></v:textbox></v:shape></xml>`,
    'xl/charts/chart1.xml': chartPart(put),
    'xl/diagrams/data1.xml': diagramPart(put),
    'xl/chartsheets/sheet1.xml': xmlPart(
      `<chartsheet ${main}><headerFooter><oddHeader>${put('header of a chart sheet', '18.3.1.12')}</oddHeader></headerFooter></chartsheet>`,
    ),
    'xl/externalLinks/externalLink1.xml': xmlPart(
      `<externalLink ${main}><externalBook><sheetNames><sheetName val="${put('sheet name of a linked book', '18.14.14')}"/></sheetNames><sheetDataSet><sheetData sheetId="0"><row r="1"><cell r="A1" t="str"><v>${put('cached value of a linked book', '18.14.1')}</v></cell></row></sheetData></sheetDataSet></externalBook></externalLink>`,
    ),
    'xl/connections.xml': xmlPart(
      `<connections ${main}><connection id="1" name="${put('connection name', '18.13.1')}" description="${put('connection description', '18.13.1')}"/></connections>`,
    ),
    'xl/pivotCache/pivotCacheDefinition1.xml': xmlPart(
      `<pivotCacheDefinition ${main}><cacheFields><cacheField name="${put('pivot field name', '18.10.1.3')}"><sharedItems><s v="${put('pivot cache item', '18.10.1.85')}"/></sharedItems></cacheField></cacheFields></pivotCacheDefinition>`,
    ),
    'xl/pivotTables/pivotTable1.xml': xmlPart(
      `<pivotTableDefinition ${main} name="P" dataCaption="${put('pivot data caption', '18.10.1.73')}"><dataFields><dataField name="${put('pivot data field', '18.10.1.22')}" fld="0"/></dataFields></pivotTableDefinition>`,
    ),
    'xl/revisions/userNames.xml': xmlPart(
      `<users ${main}><userInfo guid="1" name="${put('user of a shared book', '18.11.2.1')}" id="1"/></users>`,
    ),
    'xl/revisions/revisionLog1.xml': xmlPart(
      `<revisions ${main}><rcc rId="1" sId="1"><oc r="A1" t="inlineStr"><is><t>${put('old value of a tracked change', '18.11.1.11')}</t></is></oc><nc r="A1" t="inlineStr"><is><t>${put('new value of a tracked change', '18.11.1.10')}</t></is></nc></rcc></revisions>`,
    ),
    'xl/ctrlProps/ctrlProp1.xml': xmlPart(
      `<formControlPr xmlns="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" objectType="List"><itemLst><item val="${put('item of a list control', 'MS-XLSX 2.6.39')}"/></itemLst></formControlPr>`,
    ),
    'xl/richData/rdrichvalue.xml': xmlPart(
      `<rvData xmlns="http://schemas.microsoft.com/office/spreadsheetml/2017/richdata" count="1"><rv s="0"><v>${put('rich value of a cell', 'MS-XLSX 2.6.211')}</v></rv></rvData>`,
    ),
    ...propertyParts(put),
  });
}
