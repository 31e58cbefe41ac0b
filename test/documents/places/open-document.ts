import { strToU8, zipSync } from 'fflate';
import { dot, type Parts, type PutMark } from './marked-file.ts';

const namespaces = Object.entries({
  office: 'office',
  text: 'text',
  table: 'table',
  draw: 'drawing',
  style: 'style',
  number: 'datastyle',
  presentation: 'presentation',
  form: 'form',
  chart: 'chart',
  meta: 'meta',
  script: 'script',
})
  .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat([
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
    'xmlns:xlink="http://www.w3.org/1999/xlink"',
    'xmlns:math="http://www.w3.org/1998/Math/MathML"',
  ])
  .join(' ');

const root = (name: string, inner: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<office:${name} ${namespaces} office:version="1.3">${inner}</office:${name}>`;

const p = (text: string): string => `<text:p>${text}</text:p>`;

function packageOf(kind: string, parts: Parts): Buffer {
  const names = Object.keys(parts);
  const manifest = `<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.${kind}"/>${names
    .map((name) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="text/xml"/>`)
    .join('')}</manifest:manifest>`;
  const bytes = (part: string | Uint8Array): Uint8Array => (typeof part === 'string' ? strToU8(part) : part);
  return Buffer.from(
    zipSync({
      mimetype: [strToU8(`application/vnd.oasis.opendocument.${kind}`), { level: 0 }],
      ...Object.fromEntries(names.map((name) => [name, bytes(parts[name] ?? '')])),
      'META-INF/manifest.xml': strToU8(manifest),
    }),
  );
}

function metadata(put: PutMark): string {
  return root(
    'document-meta',
    `<office:meta><dc:title>${put('metadata title', '4.3.2.3')}</dc:title><dc:subject>${put('metadata subject', '4.3.2.5')}</dc:subject><dc:description>${put('metadata description', '4.3.2.4')}</dc:description><meta:keyword>${put('metadata keyword', '4.3.2.6')}</meta:keyword><meta:initial-creator>${put('metadata initial creator', '4.3.2.7')}</meta:initial-creator><dc:creator>${put('metadata creator', '4.3.2.8')}</dc:creator><meta:printed-by>${put('metadata printed by', '4.3.2.9')}</meta:printed-by><meta:user-defined meta:name="${put('user-defined metadata name', '4.3.3')}">${put('user-defined metadata value', '4.3.3')}</meta:user-defined></office:meta>`,
  );
}

/** A chart as an embedded object (clause 11). */
const chart = (put: PutMark): string =>
  root(
    'document-content',
    `<office:body><office:chart><chart:chart><chart:title>${p(put('chart title', '11.4'))}</chart:title><chart:subtitle>${p(put('chart subtitle', '11.5'))}</chart:subtitle><chart:footer>${p(put('chart footer', '11.6'))}</chart:footer><chart:plot-area><chart:axis><chart:title>${p(put('chart axis title', '11.11'))}</chart:title></chart:axis><chart:series><chart:data-label>${p(put('chart data label', '11.14'))}</chart:data-label></chart:series></chart:plot-area><table:table table:name="local-table"><table:table-row><table:table-cell office:value-type="string">${p(put('chart category', '11.1'))}</table:table-cell></table:table-row></table:table></chart:chart></office:chart></office:body>`,
  );

const formula = (put: PutMark): string =>
  `<?xml version="1.0"?><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mtext>${put('formula', '14.5')}</mtext></mrow><annotation encoding="StarMath 5.0">${put('formula annotation', '14.5')}</annotation></semantics></math>`;

const forms = (put: PutMark): string =>
  `<office:forms><form:form><form:button form:label="${put('button label', '13.5.12')}" form:title="${put('control title', '19.333')}"/><form:text form:value="${put('text control value', '13.5.3')}" form:current-value="${put('text control current value', '19.270')}"/><form:listbox><form:option form:label="${put('list box option', '13.5.9')}"/></form:listbox><form:combobox><form:item form:label="${put('combo box item', '13.5.15')}"/></form:combobox><form:fixed-text form:label="${put('fixed text', '13.5.10')}"/><form:textarea form:current-value="a">${p(put('text area', '13.5.4'))}</form:textarea></form:form></office:forms>`;

const annotation = (put: PutMark): string =>
  `<office:annotation><dc:creator>${put('annotation author', '14.1')}</dc:creator>${p(put('annotation', '14.1'))}</office:annotation>`;

const drawings = (put: PutMark): string =>
  [
    `<draw:frame><draw:text-box>${p(put('text box', '10.4.3'))}</draw:text-box></draw:frame>`,
    `<draw:frame draw:name="${put('frame name', '19.199')}"><draw:image xlink:href="Pictures/1.png"/><svg:title>${put('alternative title', '10.3.17')}</svg:title><svg:desc>${put('alternative text', '10.3.18')}</svg:desc><draw:image-map><draw:area-rectangle><svg:title>${put('image map title', '10.4.13.3')}</svg:title><svg:desc>${put('image map description', '10.4.13.3')}</svg:desc></draw:area-rectangle></draw:image-map></draw:frame>`,
    `<draw:custom-shape>${p(put('shape text', '10.6.1'))}</draw:custom-shape>`,
    `<draw:g><svg:title>${put('group title', '10.3.15')}</svg:title><draw:rect>${p(put('grouped shape', '10.3.2'))}</draw:rect></draw:g>`,
    `<draw:caption>${p(put('caption shape', '10.3.11'))}</draw:caption>`,
    `<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame><draw:frame><draw:object xlink:href="./Object 2"/></draw:frame>`,
  ].join('');

const sharedParts = (put: PutMark): Parts => ({
  'meta.xml': metadata(put),
  'Object 1/content.xml': chart(put),
  'Object 2/content.xml': formula(put),
  'Pictures/1.png': dot,
});

/** OpenDocument text: ODF 1.3 part 3, clauses 5 to 7. */
export function markedOdt(put: PutMark): Buffer {
  const changes = `<text:tracked-changes><text:changed-region xml:id="c1"><text:deletion><office:change-info><dc:creator>${put('author of a change', '14.3')}</dc:creator>${p(put('comment on a change', '14.3'))}</office:change-info>${p(put('deleted text', '5.5.5'))}</text:deletion></text:changed-region><text:changed-region xml:id="c2"><text:insertion><office:change-info><dc:creator>A</dc:creator></office:change-info></text:insertion></text:changed-region></text:tracked-changes>`;
  const body = [
    changes,
    p(put('paragraph', '5.1.3')),
    `<text:h text:outline-level="1">${put('heading', '5.1.2')}</text:h>`,
    `<text:list><text:list-header>${p(put('list header', '5.3.3'))}</text:list-header><text:list-item>${p(put('list item', '5.3.4'))}</text:list-item></text:list>`,
    `<text:numbered-paragraph>${p(put('numbered paragraph', '5.3.6'))}</text:numbered-paragraph>`,
    `<text:section text:name="${put('section name', '19.871')}">${p(put('section', '5.4'))}</text:section>`,
    `<text:section text:display="none">${p(put('hidden section', '19.804'))}</text:section>`,
    p(`<text:change-start text:change-id="c2"/>${put('inserted text', '5.5.7')}<text:change-end text:change-id="c2"/>`),
    p(`<text:span>${put('span', '6.1.7')}</text:span>`),
    p(
      `<text:a xlink:href="https://${put('hyperlink target', '6.1.8')}.example/" office:title="${put('hyperlink title', '6.1.8')}">${put('hyperlink text', '6.1.8')}</text:a>`,
    ),
    p(`<text:meta>${put('text with metadata', '6.1.9')}</text:meta>`),
    p(`<text:bookmark text:name="${put('bookmark name', '6.2.1.2')}"/>at`),
    p(
      `at<text:note text:note-class="footnote"><text:note-citation text:label="${put('label of a note', '6.3.3')}">1</text:note-citation><text:note-body>${p(put('footnote', '6.3.2'))}</text:note-body></text:note>`,
    ),
    p(
      `at<text:note text:note-class="endnote"><text:note-citation>i</text:note-citation><text:note-body>${p(put('endnote', '6.3.2'))}</text:note-body></text:note>`,
    ),
    p(
      `<text:ruby><text:ruby-base>${put('ruby base', '6.4')}</text:ruby-base><text:ruby-text>${put('ruby text', '6.4')}</text:ruby-text></text:ruby>`,
    ),
    p(`at${annotation(put)}`),
    p(
      `<text:author-name>${put('author field', '7.3.7.1')}</text:author-name><text:user-field-get>${put('user field', '7.4.9')}</text:user-field-get><text:variable-set office:value-type="string">${put('variable field', '7.4.5')}</text:variable-set>`,
    ),
    p(
      `<text:text-input text:description="${put('input field description', '7.4.16')}">${put('input field', '7.4.16')}</text:text-input>`,
    ),
    p(
      `<text:placeholder text:placeholder-type="text" text:description="${put('placeholder description', '7.7.2')}">${put('placeholder', '7.7.2')}</text:placeholder>`,
    ),
    p(
      `<text:conditional-text text:string-value-if-false="${put('conditional text, other value', '7.7.3')}">${put('conditional text', '7.7.3')}</text:conditional-text>`,
    ),
    p(`<text:hidden-text text:string-value="${put('hidden text field', '7.7.4')}">x</text:hidden-text>`),
    p(`<text:hidden-paragraph text:is-hidden="true"/>${put('hidden paragraph', '7.7.11')}`),
    p(
      `<text:drop-down><text:label text:value="${put('drop-down label', '7.4.17')}"/>${put('drop-down value', '7.4.17')}</text:drop-down>`,
    ),
    p(
      `<text:page-continuation>${put('page continuation', '7.3.6')}</text:page-continuation><text:chapter>${put('chapter field', '7.3.8')}</text:chapter><text:database-display>${put('database field', '7.6.3')}</text:database-display><text:reference-ref>${put('reference field', '7.7.6')}</text:reference-ref><text:sequence>${put('sequence field', '7.4.13')}</text:sequence><text:description>${put('description field', '7.5.5')}</text:description>`,
    ),
    p(
      `<text:alphabetical-index-mark text:string-value="${put('index entry', '8.1.9')}"/><text:bibliography-mark text:title="${put('bibliography title', '7.7.18')}">[1]</text:bibliography-mark>at`,
    ),
    `<text:table-of-content><text:index-body><text:index-title>${p(put('index title', '8.2.3'))}</text:index-title>${p(put('table of contents', '8.3'))}</text:index-body></text:table-of-content>`,
    `<table:table><table:title>${put('table title', '9.1.13')}</table:title><table:desc>${put('table description', '9.1.14')}</table:desc><table:table-row><table:table-cell>${p(put('table cell', '9.1.4'))}<table:table table:is-sub-table="true"><table:table-row><table:table-cell>${p(put('nested table cell', '9.1.2'))}</table:table-cell></table:table-row></table:table></table:table-cell></table:table-row></table:table>`,
    p(drawings(put)),
  ].join('');
  const region = (name: string, text: string): string => `<style:${name}>${p(text)}</style:${name}>`;
  return packageOf('text', {
    'content.xml': root(
      'document-content',
      `<office:automatic-styles><text:list-style style:name="L"><text:list-level-style-number style:num-prefix="${put('list prefix', '19.506')}" style:num-suffix="${put('list suffix', '19.507')}" text:level="1"/></text:list-style><number:text-style style:name="N"><number:text>${put('text of a number format', '16.29.27')}</number:text></number:text-style></office:automatic-styles><office:body><office:text>${forms(put)}${body}</office:text></office:body>`,
    ),
    'styles.xml': root(
      'document-styles',
      `<office:master-styles><style:master-page style:name="M">${region('header', put('header', '16.10'))}${region('header-left', put('header of left pages', '16.12'))}${region('header-first', put('header of the first page', '16.14'))}${region('footer', put('footer', '16.11'))}${region('footer-left', put('footer of left pages', '16.13'))}${region('footer-first', put('footer of the first page', '16.15'))}</style:master-page></office:master-styles>`,
    ),
    ...sharedParts(put),
  });
}

/** OpenDocument spreadsheet: ODF 1.3 part 3, clause 9. */
export function markedOds(put: PutMark): Buffer {
  const cell = (inner: string, attributes = ' office:value-type="string"'): string =>
    `<table:table-cell${attributes}>${inner}</table:table-cell>`;
  const tables = [
    `<table:table table:name="${put('sheet name', '19.731')}"><table:title>${put('sheet title', '9.1.13')}</table:title><table:desc>${put('sheet description', '9.1.14')}</table:desc>${forms(put)}<table:shapes>${drawings(put)}</table:shapes><table:table-row>${cell(p(put('cell', '9.1.4')))}${cell(p('one') + p(put('second paragraph of a cell', '9.1.4')))}${cell(p('shown'), ` office:value-type="string" office:string-value="${put('string value', '19.387')}"`)}${cell(p(put('formatted value', '19.391')), ' office:value-type="float" office:value="7"')}${cell(annotation(put) + p('noted'))}${cell(p(`<text:a xlink:href="https://${put('hyperlink target', '6.1.8')}.example/">${put('hyperlink text', '6.1.8')}</text:a>`))}<table:covered-table-cell office:value-type="string">${p(put('covered cell', '9.1.5'))}</table:covered-table-cell></table:table-row><table:table-row table:visibility="collapse">${cell(p(put('cell of a hidden row', '19.753')))}</table:table-row><table:table-header-rows><table:table-row>${cell(p(put('header row', '9.1.7')))}</table:table-row></table:table-header-rows><table:table-row>${cell(p(put('formula result', '19.642')), ' office:value-type="string" table:formula="of:=&quot;x&quot;"')}${cell('', ` office:value-type="float" office:value="0" table:formula="of:=&quot;${put('formula constant', '19.642')}&quot;"`)}</table:table-row></table:table>`,
    `<table:table table:name="Hidden" table:style-name="off"><table:table-row>${cell(p(put('cell of a hidden sheet', '20.399')))}</table:table-row></table:table>`,
    `<table:table table:name="Scenario"><table:scenario table:scenario-ranges="A1" table:comment="${put('scenario comment', '9.2.7')}"/><table:table-row>${cell(p(put('scenario cell', '9.2.7')))}</table:table-row></table:table>`,
    `<table:table table:name="'file:///other.ods'#S"><table:table-source table:table-name="S"/><table:table-row>${cell(p(put('cached cell of another book', '9.2.6')))}</table:table-row></table:table>`,
  ].join('');
  const changes = `<table:tracked-changes><table:cell-content-change table:id="c1"><office:change-info><dc:creator>${put('author of a change', '14.3')}</dc:creator>${p(put('comment on a change', '14.3'))}</office:change-info><table:previous><table:change-track-table-cell office:value-type="string">${p(put('previous value of a cell', '9.9.13'))}</table:change-track-table-cell></table:previous></table:cell-content-change></table:tracked-changes>`;
  return packageOf('spreadsheet', {
    'content.xml': root(
      'document-content',
      `<office:automatic-styles><style:style style:name="off" style:family="table"><style:table-properties table:display="false"/></style:style><number:number-style style:name="N"><number:number/><number:text>${put('text of a number format', '16.29.27')}</number:text></number:number-style></office:automatic-styles><office:body><office:spreadsheet>${changes}<table:content-validations><table:content-validation table:name="v" table:condition="of:cell-content-is-in-list(&quot;${put('validation list', '9.4.5')}&quot;)"><table:help-message table:title="${put('validation help title', '9.4.6')}">${p(put('validation help', '9.4.6'))}</table:help-message><table:error-message table:title="${put('validation error title', '9.4.7')}">${p(put('validation error', '9.4.7'))}</table:error-message></table:content-validation></table:content-validations>${tables}<table:named-expressions><table:named-range table:name="${put('range name', '9.4.11')}"/><table:named-expression table:name="n" table:expression="&quot;${put('named expression', '9.4.12')}&quot;"/></table:named-expressions><table:database-ranges><table:database-range table:name="${put('database range name', '9.4.14')}"/></table:database-ranges><table:data-pilot-tables><table:data-pilot-table table:name="${put('data pilot name', '9.6.3')}" table:grand-total-name="${put('data pilot total name', '19.648')}"><table:data-pilot-field><table:data-pilot-level><table:data-pilot-members><table:data-pilot-member table:name="${put('data pilot member', '9.6.13')}"/></table:data-pilot-members></table:data-pilot-level></table:data-pilot-field></table:data-pilot-table></table:data-pilot-tables></office:spreadsheet></office:body>`,
    ),
    'styles.xml': root(
      'document-styles',
      `<office:master-styles><style:master-page style:name="M"><style:header><style:region-left>${p(put('header, left region', '16.16'))}</style:region-left><style:region-center>${p(put('header, centre region', '16.17'))}</style:region-center><style:region-right>${p(put('header, right region', '16.18'))}</style:region-right></style:header><style:footer>${p(put('footer', '16.11'))}</style:footer></style:master-page></office:master-styles>`,
    ),
    ...sharedParts(put),
  });
}

/** OpenDocument presentation: ODF 1.3 part 3, clauses 10 and 16. */
export function markedOdp(put: PutMark): Buffer {
  const frame = (text: string): string => `<draw:frame><draw:text-box>${p(text)}</draw:text-box></draw:frame>`;
  const pages = [
    `<draw:page draw:name="${put('slide name', '19.199.9')}">${forms(put)}<svg:title>${put('title of a slide', '10.2.4')}</svg:title>${frame(put('title', '10.4.3 as presentation:title'))}${drawings(put)}<draw:frame><table:table><table:table-row><table:table-cell>${p(put('table cell', '9.1.4'))}</table:table-cell></table:table-row></table:table></draw:frame>${annotation(put)}<presentation:notes>${frame(put('slide note', '16.17'))}</presentation:notes></draw:page>`,
    `<draw:page draw:name="two" draw:style-name="off">${frame(put('hidden slide', '20.374'))}</draw:page>`,
  ].join('');
  return packageOf('presentation', {
    'content.xml': root(
      'document-content',
      `<office:automatic-styles><style:style style:name="off" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style></office:automatic-styles><office:body><office:presentation><presentation:header-decl presentation:name="h">${put('header declaration', '10.9.3.2')}</presentation:header-decl><presentation:footer-decl presentation:name="f">${put('footer declaration', '10.9.3.3')}</presentation:footer-decl><presentation:date-time-decl presentation:name="d" presentation:source="fixed">${put('date declaration', '10.9.3.4')}</presentation:date-time-decl>${pages}<presentation:settings><presentation:show presentation:name="${put('custom show name', '10.9.4.2')}" presentation:pages="two"/></presentation:settings></office:presentation></office:body>`,
    ),
    'styles.xml': root(
      'document-styles',
      `<office:master-styles><draw:layer-set><draw:layer draw:name="a"><svg:title>${put('layer title', '10.2.3')}</svg:title></draw:layer></draw:layer-set><style:handout-master>${frame(put('handout master text', '10.2.1'))}</style:handout-master><style:master-page style:name="M">${frame(put('master text', '16.9'))}<presentation:notes>${frame(put('notes master text', '16.17 in 16.9'))}</presentation:notes></style:master-page></office:master-styles>`,
    ),
    ...sharedParts(put),
  });
}
