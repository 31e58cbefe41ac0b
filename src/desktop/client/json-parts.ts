import { nextTurn } from '../../base/event-loop.ts';

const turnBytes = 2 * 2 ** 20;
const [quote, backslash, comma, colon, list, record] = Buffer.from('"\\,:[{');

/** A cheap check before parsing: 16 MB of small values take half a second to parse, a few long strings only 30 ms. */
export async function hasMoreParts(bytes: Uint8Array, most: number): Promise<boolean> {
  let parts = 0;
  let isText = false;
  let turnEnd = turnBytes;
  for (let at = 0; at < bytes.length; at += 1) {
    if (at >= turnEnd) {
      turnEnd += turnBytes;
      await nextTurn();
    }
    const byte = bytes[at];
    if (isText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === comma || byte === colon || byte === list || byte === record) {
      parts += 1;
      if (parts > most) return true;
    }
  }
  return false;
}
