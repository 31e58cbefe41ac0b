/** The place of a part's text, by the part's name in the package. */
export interface PartRule {
  name: RegExp;
  /** The place of its text; null if the body has it. */
  place: string | null;
}

/** Parts with text (ECMA-376-1 11 to 15, and Microsoft's extensions). The first match counts. */
export const textParts: readonly PartRule[] = [
  { name: /^word\/(?:document|document\d+)\.xml$/, place: null },
  { name: /^word\/header\w*\.xml$/, place: 'header' },
  { name: /^word\/footer\w*\.xml$/, place: 'footer' },
  { name: /^word\/footnotes\w*\.xml$/, place: 'footnote' },
  { name: /^word\/endnotes\w*\.xml$/, place: 'endnote' },
  { name: /^word\/comments\w*\.xml$/, place: 'comment' },
  { name: /^word\/glossary\/(?!(?:styles|settings|fontTable|webSettings)\b)/, place: 'building block' },
  { name: /^word\/(?:numbering|settings)\.xml$/, place: null },
  { name: /^xl\/workbook\.xml$/, place: null },
  { name: /^xl\/sharedStrings\.xml$/, place: null },
  { name: /^xl\/worksheets\/[^/]+\.xml$/, place: null },
  { name: /^xl\/styles\.xml$/, place: null },
  { name: /^xl\/comments[^/]*\.xml$|^xl\/comments\//, place: 'cell comment' },
  { name: /^xl\/threadedComments\//, place: 'cell comment' },
  { name: /^xl\/persons\//, place: 'author' },
  { name: /^xl\/revisions\//, place: 'change' },
  { name: /^xl\/externalLinks\/[^/]+\.xml$/, place: 'linked workbook' },
  { name: /^xl\/pivot(?:Cache|Tables)\/[^/]+\.xml$/, place: 'pivot table' },
  { name: /^xl\/(?:chartsheets|dialogsheets|macrosheets)\/[^/]+\.xml$/, place: 'sheet' },
  { name: /^xl\/(?:tables|queryTables|connections|slicers|slicerCaches|timelines|timelineCaches)\b/, place: 'table' },
  { name: /^ppt\/slides\/[^/]+\.xml$/, place: null },
  { name: /^ppt\/presentation\.xml$/, place: null },
  { name: /^ppt\/notesSlides\/[^/]+\.xml$/, place: 'slide note' },
  { name: /^ppt\/slideLayouts\/[^/]+\.xml$/, place: 'layout' },
  { name: /^ppt\/slideMasters\/[^/]+\.xml$/, place: 'master' },
  { name: /^ppt\/notesMasters\/[^/]+\.xml$/, place: 'notes master' },
  { name: /^ppt\/handoutMasters\/[^/]+\.xml$/, place: 'handout master' },
  { name: /^ppt\/(?:comments\/|commentAuthors\.xml|authors\.xml)/, place: 'comment' },
  { name: /^ppt\/tags\//, place: 'tag' },
  { name: /\/charts\/chart[^/]*\.xml$/, place: 'chart' },
  { name: /\/diagrams\/(?:data|drawing)[^/]*\.xml$/, place: 'diagram' },
  { name: /^xl\/richData\/rdrichvalue\.xml$/, place: 'rich value' },
  { name: /^xl\/ctrlProps\//, place: 'form field' },
  { name: /\/drawings\/[^/]+\.(?:xml|vml)$|\/[^/]*vmlDrawing[^/]*\.vml$/, place: 'text box' },
  { name: /^docProps\/(?:core|app|custom)\.xml$/, place: 'metadata' },
  { name: /^customXml\/item\d+\.xml$/, place: 'custom XML' },
];

/** Parts without visible text, and macros, which have a separate oracle. */
export const partsWithoutText =
  /^\[Content_Types\]\.xml$|\/$|^docProps\/thumbnail\.|^(?:word|xl|ppt)\/(?:theme\/|fonts\/|styles(?:WithEffects)?\.xml|fontTable\.xml|webSettings\.xml|stylesWithEffects|tableStyles\.xml|presProps\.xml|viewProps\.xml|calcChain\.xml|metadata\.xml|volatileDependencies\.xml|printerSettings\/|vbaProject|vbaData\.xml|changesInfos\/|revisionInfo\.xml|people\.xml|featurePropertyBag\/|richData\/|richStyles)|\/charts\/(?:style|colors)|\/diagrams\/(?:layout|quickStyle|colors)|^customXml\/itemProps|\/glossary\/|^_xmlsignatures\/|^docMetadata\/|^xl\/xmlMaps\.xml$|\/theme\/|^customUI/;

export const pictureParts = /\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|emz|wmz|svg|webp|wdp|jxr|ico|svm|pct)$/i;
