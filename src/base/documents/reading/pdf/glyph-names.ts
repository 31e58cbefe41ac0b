const accents: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circumflex: '\u0302',
  dieresis: '\u0308',
  tilde: '\u0303',
  ring: '\u030a',
  caron: '\u030c',
  cedilla: '\u0327',
  ogonek: '\u0328',
  macron: '\u0304',
  breve: '\u0306',
  dotaccent: '\u0307',
  hungarumlaut: '\u030b',
  commaaccent: '\u0326',
};

const names: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'space:  exclam:! quotedbl:" numbersign:# dollar:$ percent:% ampersand:& quotesingle:\' parenleft:( parenright:) asterisk:* plus:+ comma:, hyphen:- period:. slash:/ ' +
    'zero:0 one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 colon:\u003a semicolon:; less:< equal:= greater:> question:? at:@ bracketleft:[ backslash:\\ bracketright:] ' +
    'asciicircum:^ underscore:_ grave:` braceleft:{ bar:| braceright:} asciitilde:~ exclamdown:\u00a1 cent:\u00a2 sterling:\u00a3 currency:\u00a4 yen:\u00a5 brokenbar:\u00a6 section:\u00a7 ' +
    'dieresis:\u00a8 copyright:\u00a9 ordfeminine:\u00aa guillemotleft:\u00ab logicalnot:\u00ac registered:\u00ae macron:\u00af degree:\u00b0 plusminus:\u00b1 twosuperior:\u00b2 threesuperior:\u00b3 ' +
    'acute:\u00b4 mu:\u00b5 paragraph:\u00b6 periodcentered:\u00b7 cedilla:\u00b8 onesuperior:\u00b9 ordmasculine:\u00ba guillemotright:\u00bb onequarter:\u00bc onehalf:\u00bd threequarters:\u00be questiondown:\u00bf ' +
    'AE:\u00c6 Eth:\u00d0 multiply:\u00d7 Oslash:\u00d8 Thorn:\u00de germandbls:\u00df ae:\u00e6 eth:\u00f0 divide:\u00f7 oslash:\u00f8 thorn:\u00fe dotlessi:\u0131 Lslash:\u0141 lslash:\u0142 OE:\u0152 oe:\u0153 ' +
    'florin:\u0192 circumflex:\u02c6 caron:\u02c7 breve:\u02d8 dotaccent:\u02d9 ring:\u02da ogonek:\u02db tilde:\u02dc hungarumlaut:\u02dd endash:\u2013 emdash:\u2014 quoteleft:\u2018 quoteright:\u2019 ' +
    'quotesinglbase:\u201a quotedblleft:\u201c quotedblright:\u201d quotedblbase:\u201e dagger:\u2020 daggerdbl:\u2021 bullet:\u2022 ellipsis:\u2026 perthousand:\u2030 guilsinglleft:\u2039 guilsinglright:\u203a ' +
    'fraction:\u2044 Euro:\u20ac trademark:\u2122 minus:\u2212 partialdiff:\u2202 summation:\u2211 product:\u220f radical:\u221a infinity:\u221e integral:\u222b approxequal:\u2248 notequal:\u2260 lessequal:\u2264 ' +
    'greaterequal:\u2265 lozenge:\u25ca fi:fi fl:fl ff:ff ffi:ffi ffl:ffl nbspace:\u00a0 sfthyphen:\u00ad dotlessj:\u0237 circlecopyrt:\u00a9 asteriskmath:* openbullet:\u25e6 arrowright:\u2192 arrowleft:\u2190 similar:~ Nbspace:\u00a0 visiblespace:\u2423 Delta:\u0394 Omega:\u03a9 pi:\u03c0 alpha:\u03b1 beta:\u03b2 gamma:\u03b3 lambda:\u03bb sigma:\u03c3'
  )
    .split(' ')
    .filter((entry) => entry.includes(':'))
    .map((entry) => [entry.slice(0, entry.indexOf(':')), entry.slice(entry.indexOf(':') + 1) || ' ']),
);

/** The characters of a glyph, by the Adobe Glyph List's rules for names; null for private names. */
export function charactersOfGlyph(glyph: string): string | null {
  const parts = (glyph.split('.')[0] ?? '').split('_').map(charactersOfPart);
  return parts.length > 0 && parts.every((part) => part !== null) ? parts.join('') : null;
}

function charactersOfPart(name: string): string | null {
  if (/^[A-Za-z]$/.test(name)) return name;
  const known = names[name];
  if (known !== undefined) return known;
  const [, uni, single] = /^(?:uni((?:[0-9A-F]{4})+)|u([0-9A-F]{4,6}))$/.exec(name) ?? [];
  if (uni !== undefined)
    return (uni.match(/.{4}/g) ?? []).map((code) => String.fromCharCode(Number.parseInt(code, 16))).join('');
  if (single !== undefined) {
    const code = Number.parseInt(single, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : null;
  }
  const accent = accents[name.slice(1)];
  return accent === undefined || !/^[A-Za-z]/.test(name) ? null : `${name[0]}${accent}`.normalize('NFC');
}

const ascii = (code: number): string => String.fromCharCode(code);

const standardUpper: Readonly<Record<number, string>> = Object.fromEntries(
  (
    "161:\u00a1 162:\u00a2 163:\u00a3 164:\u2044 165:\u00a5 166:\u0192 167:\u00a7 168:\u00a4 169:' 170:\u201c 171:\u00ab 172:\u2039 173:\u203a 174:fi 175:fl 177:\u2013 178:\u2020 179:\u2021 180:\u00b7 " +
    '182:\u00b6 183:\u2022 184:\u201a 185:\u201e 186:\u201d 187:\u00bb 188:\u2026 189:\u2030 191:\u00bf 193:` 194:\u00b4 195:\u02c6 196:\u02dc 197:\u00af 198:\u02d8 199:\u02d9 200:\u00a8 202:\u02da 203:\u00b8 ' +
    '205:\u02dd 206:\u02db 207:\u02c7 208:\u2014 225:\u00c6 227:\u00aa 232:\u0141 233:\u00d8 234:\u0152 235:\u00ba 241:\u00e6 245:\u0131 248:\u0142 249:\u00f8 250:\u0153 251:\u00df'
  )
    .split(' ')
    .map((entry) => [Number(entry.slice(0, 3)), entry.slice(4)]),
);

const tableOf = (label: string): readonly string[] => {
  const decoder = new TextDecoder(label);
  return Array.from({ length: 256 }, (_, code) => decoder.decode(Uint8Array.of(code)));
};

let decoded: Readonly<Record<string, readonly string[]>> | null = null;

/** The character of a code in one of the encodings of Annex D; null if undefined. */
export function characterIn(encoding: string, code: number): string | null {
  decoded ??= { WinAnsiEncoding: tableOf('windows-1252'), MacRomanEncoding: tableOf('macintosh') };
  const table = decoded[encoding];
  if (table !== undefined) return code < 32 ? null : (table[code] ?? null);
  if (code === 0x27) return '\u2019';
  if (code === 0x60) return '\u2018';
  return code >= 32 && code < 127 ? ascii(code) : (standardUpper[code] ?? null);
}
