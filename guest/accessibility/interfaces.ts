/** AT-SPI interfaces that the tree uses, as bits. */
export const ACTION = 1;
export const COMPONENT = 2;
export const IMAGE = 4;
export const SELECTION = 8;
export const TABLE = 16;
export const TEXT = 32;
export const VALUE = 64;

const BITS: readonly (readonly [string, number])[] = [
  ['org.a11y.atspi.Action\0', ACTION],
  ['org.a11y.atspi.Component\0', COMPONENT],
  ['org.a11y.atspi.Image\0', IMAGE],
  ['org.a11y.atspi.Selection\0', SELECTION],
  ['org.a11y.atspi.Table\0', TABLE],
  ['org.a11y.atspi.Text\0', TEXT],
  ['org.a11y.atspi.Value\0', VALUE],
];
const seen = new Map<string, number>();

/** `raw`: bytes of a D-Bus array of strings. */
export function interfacesOf(raw: string): number {
  let bits = seen.get(raw);
  if (bits === undefined) {
    bits = 0;
    for (const [name, bit] of BITS) if (raw.includes(name)) bits |= bit;
    if (seen.size >= 1024) seen.clear();
    seen.set(raw, bits);
  }
  return bits;
}
