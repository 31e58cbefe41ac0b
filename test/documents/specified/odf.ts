import { type MarkedDocument, Marks, zipOf } from './marks.ts';

/** Places of OpenDocument 1.3 (OASIS), parts 3 and 4. */
const names = [
  'office',
  'text',
  'table',
  'draw',
  'style',
  'form',
  'presentation',
  'chart',
  'script',
  'meta',
  'number',
  'anim',
  'db',
]
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat([
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
    'xmlns:xlink="http://www.w3.org/1999/xlink"',
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:math="http://www.w3.org/1998/Math/MathML"',
    'xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"',
  ])
  .join(' ');

const meta = (at: Marks['at']): string => `<?xml version="1.0"?><office:document-meta ${names}><office:meta>
<dc:title>${at('metadata title')}</dc:title><dc:subject>${at('metadata subject')}</dc:subject>
<dc:description>${at('metadata description')}</dc:description><meta:keyword>${at('metadata keyword')}</meta:keyword>
<meta:initial-creator>${at('metadata first author')}</meta:initial-creator><dc:creator>${at('metadata author')}</dc:creator>
<meta:printed-by>${at('metadata printed by')}</meta:printed-by>
<meta:user-defined meta:name="${at('name of a property')}">${at('value of a property')}</meta:user-defined>
<meta:template xlink:title="${at('title of the template')}" xlink:href="file:///t.ott"/></office:meta></office:document-meta>`;

const manifest = (type: string): string =>
  `<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/></manifest:manifest>`;

const annotation = (at: Marks['at'], of: string): string =>
  `<office:annotation><dc:creator>${at(`author of a comment ${of}`)}</dc:creator><dc:date>2026-03-01T00:00:00</dc:date><text:p>${at(`comment ${of}`)}</text:p></office:annotation>`;

const shapes = (at: Marks['at']): string => `
<draw:frame draw:name="${at('name of a frame')}"><draw:text-box><text:p>${at('text box')}</text:p></draw:text-box><svg:title>${at('title of a frame')}</svg:title><svg:desc>${at('description of a frame')}</svg:desc></draw:frame>
<draw:custom-shape><text:p>${at('shape')}</text:p><draw:enhanced-geometry draw:text-path="true"/></draw:custom-shape>
<draw:g><svg:title>${at('title of a group')}</svg:title><draw:rect><text:p>${at('rectangle in a group')}</text:p></draw:rect></draw:g>
<draw:caption><text:p>${at('callout')}</text:p></draw:caption>
<draw:connector><text:p>${at('connector')}</text:p></draw:connector>
<draw:frame><draw:image xlink:href="Pictures/a.png"/><draw:image-map><draw:area-rectangle xlink:href="https://a.example/${at('link of an image map')}" office:name="${at('name of an image map area')}"><svg:title>${at('title of an image map area')}</svg:title><svg:desc>${at('description of an image map area')}</svg:desc></draw:area-rectangle></draw:image-map></draw:frame>
<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>
<draw:frame><draw:object xlink:href="./Object 2"/></draw:frame>`;

const chart = (
  at: Marks['at'],
): string => `<?xml version="1.0"?><office:document-content ${names}><office:body><office:chart>
<chart:chart chart:class="chart:bar"><chart:title><text:p>${at('title of a chart')}</text:p></chart:title><chart:subtitle><text:p>${at('subtitle of a chart')}</text:p></chart:subtitle>
<chart:plot-area><chart:axis><chart:title><text:p>${at('title of an axis')}</text:p></chart:title></chart:axis>
<chart:series><chart:data-point><chart:data-label><text:p>${at('label of a data point')}</text:p></chart:data-label></chart:data-point></chart:series></chart:plot-area>
<table:table table:name="local"><table:table-row><table:table-cell office:value-type="string"><text:p>${at('data of a chart')}</text:p></table:table-cell></table:table-row></table:table>
</chart:chart></office:chart></office:body></office:document-content>`;

const formula = (at: Marks['at']): string =>
  `<?xml version="1.0"?><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mtext>${at('text of a formula')}</mtext></mrow><annotation encoding="StarMath 5.0">"${at('source of a formula')}"</annotation></semantics></math>`;

const pages = (at: Marks['at']): string =>
  `<office:master-styles><style:master-page style:name="Standard">
<style:header><text:p>${at('header')}</text:p></style:header><style:header-left><text:p>${at('left header')}</text:p></style:header-left><style:header-first><text:p>${at('first header')}</text:p></style:header-first>
<style:footer><text:p>${at('footer')}</text:p></style:footer><style:footer-left><text:p>${at('left footer')}</text:p></style:footer-left>
</style:master-page></office:master-styles>`;

const form = (at: Marks['at']): string => `<office:forms><form:form form:name="${at('name of a form')}">
<form:text form:name="a" form:title="${at('tool tip of a field')}" form:value="${at('default of a field')}" form:current-value="${at('value of a field')}"/>
<form:textarea><text:p>${at('text area')}</text:p></form:textarea>
<form:button form:label="${at('label of a button')}"/><form:checkbox form:label="${at('label of a check box')}"/>
<form:fixed-text form:label="${at('label')}"/><form:frame form:label="${at('label of a group of fields')}"/>
<form:listbox><form:option form:label="${at('option of a list')}" form:value="${at('value of an option')}"/></form:listbox>
<form:combobox form:value="${at('value of a combo box')}"><form:item form:label="${at('item of a combo box')}"/></form:combobox>
</form:form></office:forms>`;

export function textDocument(): MarkedDocument {
  const marks = new Marks('odt');
  const { at } = marks;
  const content = `<?xml version="1.0"?><office:document-content ${names}>
<office:automatic-styles><text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-prefix="${at('text before a number')}" style:num-suffix="${at('text after a number')}"/><text:list-level-style-bullet text:level="2" text:bullet-char="•"/></text:list-style></office:automatic-styles>
<office:body><office:text>${form(at)}
<text:tracked-changes><text:changed-region text:id="c1"><text:deletion><office:change-info><dc:creator>${at('author of a change')}</dc:creator><text:p>${at('comment on a change')}</text:p></office:change-info><text:p>${at('deleted text')}</text:p></text:deletion></text:changed-region></text:tracked-changes>
<text:variable-decls><text:variable-decl text:name="${at('name of a variable')}" office:value-type="string"/></text:variable-decls>
<text:user-field-decls><text:user-field-decl text:name="u" office:value-type="string" office:string-value="${at('value of a user field')}"/></text:user-field-decls>
<text:h text:outline-level="1">${at('heading')}</text:h><text:p>${at('paragraph')}</text:p>
<text:p><text:change text:change-id="c1"/><text:span>${at('span')}</text:span><text:s/><text:a xlink:href="https://a.example/${at('target of a link')}" office:title="${at('title of a link')}">${at('text of a link')}</text:a></text:p>
<text:p>${annotation(at, 'on text')}<text:note text:note-class="footnote"><text:note-citation text:label="${at('label of a footnote')}">1</text:note-citation><text:note-body><text:p>${at('footnote')}</text:p></text:note-body></text:note>
<text:note text:note-class="endnote"><text:note-citation>i</text:note-citation><text:note-body><text:p>${at('endnote')}</text:p></text:note-body></text:note></text:p>
<text:p><text:ruby><text:ruby-base>${at('ruby base')}</text:ruby-base><text:ruby-text>${at('ruby text')}</text:ruby-text></text:ruby>
<text:bookmark text:name="${at('bookmark')}"/><text:reference-mark text:name="${at('reference mark')}"/>
<text:conditional-text text:condition="of:1" text:string-value-if-true="${at('text if true')}" text:string-value-if-false="${at('text if false')}">x</text:conditional-text>
<text:hidden-text text:condition="of:1" text:string-value="${at('hidden text')}"/>
<text:placeholder text:placeholder-type="text" text:description="${at('hint of a placeholder')}">${at('placeholder')}</text:placeholder>
<text:alphabetical-index-mark text:string-value="${at('index entry')}" text:key1="${at('index key')}"/><text:toc-mark text:string-value="${at('contents entry')}"/>
<text:bibliography-mark text:identifier="${at('short name of a source')}" text:title="${at('title of a source')}" text:author="${at('author of a source')}" text:note="${at('note on a source')}">s</text:bibliography-mark>
<text:text-input text:description="${at('hint of an input field')}">${at('input field')}</text:text-input>
<text:drop-down text:name="d"><text:label text:value="${at('value of a drop-down')}"/></text:drop-down>
<text:meta><text:span>${at('text with metadata')}</text:span></text:meta><text:author-name>${at('author field')}</text:author-name></text:p>
<text:hidden-paragraph text:condition="of:1"/><text:p>${at('hidden paragraph')}</text:p>
<text:section text:name="${at('name of a section')}" text:display="none"><text:p>${at('hidden section')}</text:p></text:section>
<text:list text:style-name="L"><text:list-header><text:p>${at('header of a list')}</text:p></text:list-header><text:list-item><text:p>${at('item of a list')}</text:p></text:list-item></text:list>
<table:table table:name="${at('name of a table')}"><table:title>${at('title of a table')}</table:title><table:desc>${at('description of a table')}</table:desc><table:table-header-rows><table:table-row><table:table-cell><text:p>${at('header cell')}</text:p></table:table-cell></table:table-row></table:table-header-rows><table:table-row><table:table-cell><text:p>${at('cell')}</text:p></table:table-cell></table:table-row></table:table>
<text:table-of-content><text:table-of-content-source><text:index-title-template>${at('title of the contents, as set')}</text:index-title-template></text:table-of-content-source><text:index-body><text:index-title><text:p>${at('title of the contents')}</text:p></text:index-title><text:p>${at('line of the contents')}</text:p></text:index-body></text:table-of-content>
<text:p>${shapes(at)}</text:p><text:numbered-paragraph><text:p>${at('numbered paragraph')}</text:p></text:numbered-paragraph>
</office:text></office:body></office:document-content>`;
  const styles = `<?xml version="1.0"?><office:document-styles ${names}><office:styles><text:notes-configuration text:note-class="footnote"><text:note-continuation-notice-forward>${at('notice of a continued footnote')}</text:note-continuation-notice-forward></text:notes-configuration></office:styles>${pages(at)}</office:document-styles>`;
  const type = 'application/vnd.oasis.opendocument.text';
  return marks.document(
    zipOf({
      mimetype: type,
      'content.xml': content,
      'styles.xml': styles,
      'meta.xml': meta(at),
      'Object 1/content.xml': chart(at),
      'Object 2/content.xml': formula(at),
      'META-INF/manifest.xml': manifest(type),
    }),
  );
}

export function spreadsheet(): MarkedDocument {
  const marks = new Marks('ods');
  const { at } = marks;
  const cell = (text: string, attributes = ''): string =>
    `<table:table-cell office:value-type="string" ${attributes}><text:p>${text}</text:p></table:table-cell>`;
  const row = (cells: string, attributes = ''): string => `<table:table-row ${attributes}>${cells}</table:table-row>`;
  const content = `<?xml version="1.0"?><office:document-content ${names}><office:automatic-styles><number:number-style style:name="N"><number:text>${at('text of a number format')}</number:text><number:number/></number:number-style></office:automatic-styles>
<office:body><office:spreadsheet>
<table:tracked-changes><table:cell-content-change table:id="ct1"><office:change-info><dc:creator>${at('author of a change')}</dc:creator><text:p>${at('comment on a change')}</text:p></office:change-info><table:previous><table:change-track-table-cell office:value-type="string"><text:p>${at('previous value of a cell')}</text:p></table:change-track-table-cell></table:previous></table:cell-content-change></table:tracked-changes>
<table:content-validations><table:content-validation table:name="v" table:condition="of:cell-content-is-in-list(&quot;${at('list of a validation')}&quot;)"><table:help-message table:title="${at('title of a help message')}"><text:p>${at('help message')}</text:p></table:help-message><table:error-message table:title="${at('title of an error message')}"><text:p>${at('error message')}</text:p></table:error-message></table:content-validation></table:content-validations>
<table:table table:name="${at('name of a sheet')}">${form(at)}<table:shapes>${shapes(at)}</table:shapes>
${row(`${cell(at('cell'), 'table:content-validation-name="v"')}<table:table-cell office:value-type="string" office:string-value="${at('value of a cell without text')}"/>`)}
${row(`<table:table-cell table:formula="of:=&quot;${at('text in a formula')}&quot;" office:value-type="string"><text:p>${at('result of a formula')}</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>x</text:p>${annotation(at, 'on a cell')}</table:table-cell>`)}
${row(cell(at('hidden row')), 'table:visibility="collapse"')}${row(cell(at('filtered row')), 'table:visibility="filter"')}
${row(`<table:covered-table-cell office:value-type="string"><text:p>${at('covered cell')}</text:p></table:covered-table-cell>`)}
<table:table-row><table:table-cell office:value-type="string"><text:p><text:a xlink:href="https://a.example/${at('target of a link')}">${at('text of a link')}</text:a></text:p></table:table-cell></table:table-row>
<table:named-expressions><table:named-expression table:name="${at('name of an expression')}" table:expression="&quot;${at('text of an expression')}&quot;"/></table:named-expressions></table:table>
<table:table table:name="h" table:style-name="hidden" table:display="false">${row(cell(at('hidden sheet')))}</table:table>
<table:table table:name="s"><table:scenario table:scenario-ranges="s.A1" table:is-active="false" table:comment="${at('comment on a scenario')}"/>${row(cell(at('value of a scenario')))}</table:table>
<table:named-expressions><table:named-range table:name="${at('name of a range')}" table:cell-range-address="h.A1"/></table:named-expressions>
<table:database-ranges><table:database-range table:name="${at('name of a database range')}" table:target-range-address="h.A1"><table:filter><table:filter-condition table:field-number="0" table:value="${at('value of a filter')}" table:operator="="/></table:filter></table:database-range></table:database-ranges>
<table:data-pilot-tables><table:data-pilot-table table:name="${at('name of a pivot table')}"><table:data-pilot-field table:source-field-name="${at('field of a pivot table')}"><table:data-pilot-level><table:data-pilot-members><table:data-pilot-member table:name="${at('member of a pivot table')}"/></table:data-pilot-members></table:data-pilot-level></table:data-pilot-field></table:data-pilot-table></table:data-pilot-tables>
</office:spreadsheet></office:body></office:document-content>`;
  const styles = `<?xml version="1.0"?><office:document-styles ${names}><office:master-styles><style:master-page style:name="Default"><style:header><style:region-left><text:p>${at('left region of a header')}</text:p></style:region-left><style:region-center><text:p>${at('header')}</text:p></style:region-center></style:header><style:footer><text:p>${at('footer')}</text:p></style:footer></style:master-page></office:master-styles></office:document-styles>`;
  const type = 'application/vnd.oasis.opendocument.spreadsheet';
  return marks.document(
    zipOf({
      mimetype: type,
      'content.xml': content,
      'styles.xml': styles,
      'meta.xml': meta(at),
      'Object 1/content.xml': chart(at),
      'Object 2/content.xml': formula(at),
      'META-INF/manifest.xml': manifest(type),
    }),
  );
}

export function presentation(): MarkedDocument {
  const marks = new Marks('odp');
  const { at } = marks;
  const content = `<?xml version="1.0"?><office:document-content ${names}><office:body><office:presentation>
<presentation:header-decl presentation:name="h">${at('declared header')}</presentation:header-decl><presentation:footer-decl presentation:name="f">${at('declared footer')}</presentation:footer-decl><presentation:date-time-decl presentation:name="d" presentation:source="fixed">${at('declared date')}</presentation:date-time-decl>
<draw:page draw:name="${at('name of a slide')}">${form(at)}<svg:title>${at('title of a slide')}</svg:title><svg:desc>${at('description of a slide')}</svg:desc>
<draw:frame presentation:class="title"><draw:text-box><text:p>${at('title')}</text:p></draw:text-box></draw:frame>
<draw:frame presentation:class="outline"><draw:text-box><text:list><text:list-item><text:p>${at('outline')}</text:p></text:list-item></text:list></draw:text-box></draw:frame>
<draw:frame><table:table><table:table-row><table:table-cell><text:p>${at('cell')}</text:p></table:table-cell></table:table-row></table:table></draw:frame>
${shapes(at)}${annotation(at, 'on a slide')}
<presentation:notes><draw:frame presentation:class="notes"><draw:text-box><text:p>${at('note')}</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>
<draw:page draw:name="p2" presentation:visibility="hidden"><draw:frame><draw:text-box><text:p>${at('hidden slide')}</text:p></draw:text-box></draw:frame></draw:page>
<presentation:settings><presentation:show presentation:name="${at('name of a show')}" presentation:pages="p2"/></presentation:settings>
</office:presentation></office:body></office:document-content>`;
  const styles = `<?xml version="1.0"?><office:document-styles ${names}><office:master-styles><draw:layer-set><draw:layer draw:name="${at('name of a layer')}"><svg:title>${at('title of a layer')}</svg:title><svg:desc>${at('description of a layer')}</svg:desc></draw:layer></draw:layer-set><style:handout-master><draw:frame><draw:text-box><text:p>${at('handout')}</text:p></draw:text-box></draw:frame></style:handout-master><style:master-page style:name="M"><draw:frame><draw:text-box><text:p>${at('master slide')}</text:p></draw:text-box></draw:frame><presentation:notes><draw:frame><draw:text-box><text:p>${at('notes of the master slide')}</text:p></draw:text-box></draw:frame></presentation:notes></style:master-page></office:master-styles></office:document-styles>`;
  const type = 'application/vnd.oasis.opendocument.presentation';
  return marks.document(
    zipOf({
      mimetype: type,
      'content.xml': content,
      'styles.xml': styles,
      'meta.xml': meta(at),
      'Object 1/content.xml': chart(at),
      'Object 2/content.xml': formula(at),
      'META-INF/manifest.xml': manifest(type),
    }),
  );
}

/** The same text document in one XML file. */
export function flatText(): MarkedDocument {
  const marks = new Marks('fodt');
  const { at } = marks;
  const content = `<?xml version="1.0"?><office:document ${names} office:mimetype="application/vnd.oasis.opendocument.text"><office:meta><dc:title>${at('metadata title')}</dc:title></office:meta>${pages(at)}<office:body><office:text><text:p>${at('paragraph')}${annotation(at, 'on text')}</text:p><text:p><draw:frame><draw:object><office:document office:mimetype="application/vnd.oasis.opendocument.chart"><office:body><office:chart><chart:chart><chart:title><text:p>${at('title of an embedded chart')}</text:p></chart:title></chart:chart></office:chart></office:body></office:document></draw:object></draw:frame></text:p></office:text></office:body></office:document>`;
  return marks.document(Buffer.from(content));
}
