import { z } from 'zod';
import { defineReading } from '../../../base/reader/reading-job.ts';
import { settingsStores } from './stores.ts';

/** A larger number is an attempt to hide changes. */
const mostSettings = 20_000;
/** Longer values are compared by their beginning. */
const longestValue = 2_000;

/** Pairs of name and value; null if the file is invalid. */
export const settingsReading = defineReading({
  module: import.meta.url,
  work: readSettings,
  reply: z.array(z.tuple([z.string(), z.string()])).nullable(),
  limits: { replyBytes: 12 * 2 ** 20 },
});

/** Runs in a reading process. */
export function readSettings({ name, content }: { name: string; content: Uint8Array }): [string, string][] | null {
  const store = settingsStores.find((settingsStore) => settingsStore.name === name);
  const found = store?.read(Buffer.from(content.buffer, content.byteOffset, content.byteLength)) ?? null;
  if (store === undefined || found === null) return null;
  const counting = [...found].filter(([key]) => store.counts(key));
  if (counting.length > mostSettings) throw new Error(`it contains more than ${mostSettings} settings`);
  return counting.map(([key, value]) => [key, value.slice(0, longestValue)]);
}
