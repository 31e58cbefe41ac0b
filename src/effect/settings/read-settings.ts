import { z } from 'zod';
import { defineReading } from '../../reader/reading-job.ts';
import { settingsStores } from './stores.ts';

/** Settings by name, as pairs; null where the file can't be read as such. */
export const settingsReading = defineReading({
  module: import.meta.url,
  work: readSettings,
  reply: z.array(z.tuple([z.string(), z.string()])).nullable(),
  limits: { replyBytes: 12 * 2 ** 20 },
});

/** The settings of one file. Runs in a reading process. */
export function readSettings({ name, content }: { name: string; content: Uint8Array }): [string, string][] | null {
  const store = settingsStores.find((one) => one.name === name);
  const found = store?.read(Buffer.from(content.buffer, content.byteOffset, content.byteLength)) ?? null;
  return found === null ? null : [...found];
}
