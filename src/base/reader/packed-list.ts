import { deserialize, serialize } from 'node:v8';
import { nextTurn } from '../event-loop.ts';

const together = 250;

/** Serializes a long list for a reader process without blocking the event loop. */
export async function packList(list: readonly unknown[]): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < list.length; at += together) {
    if (at > 0) await nextTurn();
    parts.push(serialize(list.slice(at, at + together)));
  }
  return parts;
}

export function unpackList<Entry>(parts: readonly Uint8Array[]): Entry[] {
  return parts.flatMap((part) => deserialize(part) as Entry[]);
}
