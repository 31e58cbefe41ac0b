const inXml: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const inHtml: Readonly<Record<string, string>> = {
  nbsp: ' ',
  szlig: '\u00df',
  aelig: '\u00e6',
  AElig: '\u00c6',
  oslash: '\u00f8',
  Oslash: '\u00d8',
  euro: '\u20ac',
  pound: '\u00a3',
  cent: '\u00a2',
  yen: '\u00a5',
  hellip: '\u2026',
  ndash: '\u2013',
  mdash: '\u2014',
  lsquo: '\u2018',
  rsquo: '\u2019',
  ldquo: '\u201c',
  rdquo: '\u201d',
  laquo: '\u00ab',
  raquo: '\u00bb',
  bull: '\u2022',
  middot: '\u00b7',
  deg: '\u00b0',
  copy: '\u00a9',
  reg: '\u00ae',
  trade: '\u2122',
  times: '\u00d7',
  shy: '\u00ad',
  zwnj: '\u200c',
  thinsp: '\u2009',
  ensp: '\u2002',
  emsp: '\u2003',
};

const accents: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  ring: '\u030a',
  cedil: '\u0327',
  caron: '\u030c',
};

/** Decodes `&amp;`, `&#65;` and `&#x41;`, but not entities that a document declares. */
export const decodedXml = (text: string): string =>
  decoded(text, /&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (name) => inXml[name]);

/** Decodes the references of XML and the common ones of HTML, even without a semicolon. */
export const decodedHtml = (text: string): string =>
  decoded(text, /&(?:#(\d+)|#x([0-9a-f]+)|(\w+));?/gi, (name) => {
    const accent = accents[name.slice(1)];
    return inXml[name] ?? inHtml[name] ?? (accent === undefined ? undefined : `${name[0]}${accent}`.normalize('NFC'));
  });

function decoded(text: string, reference: RegExp, named: (name: string) => string | undefined): string {
  if (!text.includes('&')) return text;
  return text.replace(reference, (whole, decimal, hex, name: string | undefined) => {
    if (name !== undefined) return named(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
