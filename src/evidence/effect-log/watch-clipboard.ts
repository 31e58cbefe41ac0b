import { createHash } from 'node:crypto';
import type { Desktop } from '../../desktop/client/desktop.ts';
import type { GuestClipboard } from '../../desktop/client/protocol.ts';
import type { Canaries } from './canaries.ts';
import { searchApart } from './canary/search-apart.ts';
import type { FoundEffect } from './found-effect.ts';
import { masked } from './web/read-request.ts';

const keptText = 1_000;
/** Text is cut to this length before masking, since a compromised control server may return megabytes. */
const maskedText = 16_000;

/** Misses contents that are replaced between two calls. */
export interface ClipboardWatch {
  changed(signal?: AbortSignal | undefined): Promise<FoundEffect[]>;
}

/** The initial content is not an effect. */
export async function watchClipboard(
  desktop: Desktop,
  canaries: Canaries,
  signal?: AbortSignal | undefined,
): Promise<ClipboardWatch> {
  const look = async (signal?: AbortSignal): Promise<GuestClipboard | null> =>
    (await desktop.clipboard?.(signal)) ?? null;
  let last = keyOf(await look(signal));
  return {
    async changed(signal) {
      const now = await look(signal);
      const key = keyOf(now);
      if (now === null || key === last) return [];
      last = key;
      const [found] = now.text === null ? [] : await searchApart([Buffer.from(now.text)], canaries, signal);
      const { hits, skipped } = found ?? { hits: [], skipped: 0 };
      const names = [...new Set(hits.map((hit) => hit.name))];
      const from = now.owner === null ? '' : ` (from ${now.owner.title.slice(0, 60)})`;
      return [
        {
          source: 'desktop',
          kind: 'clipboard',
          detail: {
            text: now.text === null ? undefined : masked(now.text.slice(0, maskedText), canaries).slice(0, keptText),
            letters: now.text?.length,
            owner: now.owner ?? undefined,
            canaries: hits.length === 0 ? undefined : hits,
            unsearchedBytes: skipped || undefined,
          },
          sentence: `Copied ${now.text === null ? 'a long text' : `${now.text.length} characters`} to the clipboard${from}${names.length === 0 ? '' : ` with ${names.join(', ')} in it`}.`,
        },
      ];
    },
  };
}

const keyOf = (content: GuestClipboard | null): string | null =>
  content === null
    ? null
    : createHash('sha256')
        .update(content.text ?? JSON.stringify(content.owner))
        .digest('hex');
