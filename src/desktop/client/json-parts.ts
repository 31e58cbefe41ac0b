import { nextTurn } from '../../base/event-loop.ts';

/** Bytes that are looked at before others have the event loop. */
const turnBytes = 2 * 2 ** 20;
const [quote, backslash, comma, colon, list, record] = Buffer.from('"\\,:[{');

/**
 * Does JSON have more parts than that (entries of lists, fields, lists and records in each other)? Read before it is parsed: of few long
 * texts 16 MB take 30 ms to parse, of many small parts half a second.
 */
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
