// Characters that XML 1.0 forbids: controls, unpaired surrogates, U+FFFE and U+FFFF.
const FORBIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const TO_ESCAPE_IN_ATTRIBUTE = /[\u0000-\u001f"&<>\ud800-\udfff\ufffe\uffff]/;
const TO_ESCAPE_IN_TEXT = /[\u0000-\u0008\u000b-\u001f&<>\ud800-\udfff\ufffe\uffff]/;
const NOT_IN_NAME = /[^\p{L}\p{Nd}\p{Mn}\p{Mc}\p{Nl}_.\-·]/gu;
const NOT_AT_START = /^[-.·\p{Nd}\p{Mn}\p{Mc}]+/u;

/** Escapes like libxml2 and drops characters that XML forbids. */
export function escapeAttribute(text: string): string {
  if (!TO_ESCAPE_IN_ATTRIBUTE.test(text)) return text;
  return text
    .replace(FORBIDDEN, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/\n/g, '&#10;')
    .replace(/\t/g, '&#9;')
    .replace(/\r/g, '&#13;');
}

/** Escapes like libxml2 and drops characters that XML forbids. */
export function escapeText(text: string): string {
  if (!TO_ESCAPE_IN_TEXT.test(text)) return text;
  return text
    .replace(FORBIDDEN, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\r/g, '&#13;');
}

const names = new Map<string, string>();

/** Drops characters that are invalid in an XML name; the result may be empty. */
export function xmlName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = text.replace(NOT_IN_NAME, '').replace(NOT_AT_START, '');
    if (names.size >= 4096) names.clear();
    names.set(text, name);
  }
  return name;
}
