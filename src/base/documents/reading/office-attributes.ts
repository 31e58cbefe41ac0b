type Places = Readonly<Record<string, string>>;

const named = (place: string, ...attributes: string[]): Places =>
  Object.fromEntries(attributes.map((attribute) => [attribute, place]));

/** The places of attributes that users can read, by element and attribute. */
export const textAttributes: ReadonlyMap<string, Places> = new Map(
  Object.entries({
    docPr: { ...named('alternative text', 'descr', 'title'), name: 'object name' },
    cNvPr: { ...named('alternative text', 'descr', 'title'), name: 'object name' },
    tblCaption: named('alternative text', 'val'),
    tblDescription: named('alternative text', 'val'),
    shape: named('alternative text', 'alt', 'title'),
    textpath: named('text effect', 'string'),
    hyperlink: named('hyperlink', 'tooltip', 'display', 'location'),
    fldSimple: named('field code', 'instr'),
    mailSubject: named('mail merge', 'val'),
    hlinkClick: named('hyperlink', 'tooltip'),
    hlinkHover: named('hyperlink', 'tooltip'),
    hlinkMouseOver: named('hyperlink', 'tooltip'),
    ins: named('author', 'author'),
    del: named('author', 'author'),
    moveFrom: named('author', 'author'),
    moveTo: named('author', 'author'),
    comment: named('author', 'author', 'initials'),
    cmAuthor: named('author', 'name'),
    author: named('author', 'name'),
    person: named('author', 'displayName', 'author'),
    userInfo: named('author', 'name'),
    fileSharing: named('author', 'userName'),
    helpText: named('form field', 'val'),
    statusText: named('form field', 'val'),
    default: named('form field', 'val'),
    listEntry: named('form field', 'val'),
    alias: named('content control', 'val'),
    item: named('form field', 'val'),
    listItem: named('content control', 'displayText', 'value'),
    bookmarkStart: named('bookmark', 'name'),
    lvlText: named('list numbering', 'val'),
    docVar: named('document variable', 'name', 'val'),
    name: named('building block', 'val'),
    sheet: named('sheet', 'name'),
    protectedRange: named('defined name', 'name'),
    definedName: named('defined name', 'name', 'comment'),
    customWorkbookView: named('defined name', 'name'),
    scenario: { ...named('scenario', 'name', 'comment'), user: 'author' },
    inputCells: named('scenario', 'val'),
    filter: named('filter', 'val'),
    customFilter: named('filter', 'val'),
    cfRule: named('conditional format', 'text'),
    dataValidation: named('validation', 'promptTitle', 'prompt', 'errorTitle', 'error'),
    table: named('table', 'displayName', 'comment'),
    tableColumn: named('table', 'name', 'totalsRowLabel'),
    sheetName: named('linked workbook', 'val'),
    connection: named('connection', 'name', 'description'),
    dbPr: named('connection', 'command'),
    cacheField: named('pivot table', 'name', 'caption'),
    s: named('pivot table', 'v'),
    pivotTableDefinition: named('pivot table', 'name', 'dataCaption', 'grandTotalCaption', 'rowHeaderCaption'),
    pivotField: named('pivot table', 'name'),
    dataField: named('pivot table', 'name'),
    numFmt: named('number format', 'formatCode'),
    cSld: named('slide name', 'name'),
    oleObj: named('object name', 'name'),
    custShow: named('slide name', 'name'),
    section: named('slide name', 'name'),
    tag: named('tag', 'name', 'val'),
    property: named('metadata', 'name'),
  }),
);

/** False for list and number formats without words (`%1.`), and for generated bookmark names (`_GoBack`). */
export function isMeaningful(place: string, value: string): boolean {
  if (place === 'bookmark') return !value.startsWith('_');
  if (place === 'number format') return /"[^"]*\p{L}{2}[^"]*"/u.test(value.slice(0, 1000));
  return place !== 'list numbering' || /\p{L}{2}/u.test(value);
}
