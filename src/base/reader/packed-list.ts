import { deserialize, serialize } from 'node:v8';
import { nextTurn } from '../event-loop.ts';

/** Entries that are packed in one go: a few milliseconds. */
const together = 250;

/** A long list as bytes for a reading process, made without holding up the event loop. */
export async function packList(list: readonly unknown[]): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < list.length; at += together) {
    if (at > 0) await nextTurn();
    parts.push(serialize(list.slice(at, at + together)));
  }
  return parts;
}

/** The list again. */
export function unpackList<Entry>(parts: readonly Uint8Array[]): Entry[] {
  return parts.flatMap((part) => deserialize(part) as Entry[]);
}
