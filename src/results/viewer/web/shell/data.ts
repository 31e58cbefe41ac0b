import { useEffect, useState } from 'preact/hooks';
import { state } from './live.ts';
import { site } from './site.ts';

export type Data<T> =
  | { state: 'loading'; value: T | null }
  | { state: 'done'; value: T }
  | { state: 'failed'; value: null; message: string };

const kept = new Map<string, unknown>();
const mostKept = 60;

/** Rejects with a message for users. */
export async function load<T>(url: string, signal?: AbortSignal | undefined): Promise<T> {
  const body = site === null ? await fetchJson(url, signal) : await site.answer(url);
  kept.delete(url);
  kept.set(url, body);
  for (const [oldest] of kept) {
    if (kept.size <= mostKept) break;
    kept.delete(oldest);
  }
  return body as T;
}

async function fetchJson(url: string, signal: AbortSignal | undefined): Promise<unknown> {
  const response = await fetch(url, { signal: signal ?? null }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Error('The viewer’s server does not answer. Is `osharm view` still running?');
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new Error(messageOf(body) ?? `The server answered ${response.status} to ${url}`);
  return body;
}

/** Rejects with the server's message. */
export async function post<T>(url: string, content: unknown): Promise<T> {
  if (site !== null) return (await site.save(url, content)) as T;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-osharm-token': state.peek()?.postToken ?? '' },
    body: JSON.stringify(content),
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new Error(messageOf(body) ?? `The server answered ${response.status}`);
  return body as T;
}

/** Errors surface when the page requests the response. */
export function warm(url: string): void {
  if (!kept.has(url)) load(url).catch(() => {});
}

/** Shows the URL's cached response while a new one loads. Increment `version` to refetch; pass null to skip. */
export function useData<T>(url: string | null, version = 0): Data<T> {
  const [data, setData] = useState<Data<T> & { of: string | null }>(() => first<T>(url));
  useEffect(() => {
    if (url === null) return;
    const abort = new AbortController();
    setData((before) =>
      before.of === url && before.value !== null ? ({ ...before, state: 'done' } as typeof before) : first<T>(url),
    );
    load<T>(url, abort.signal).then(
      (value) => setData({ state: 'done', value, of: url }),
      (error: unknown) => {
        if (!abort.signal.aborted)
          setData({ state: 'failed', value: null, message: (error as Error).message, of: url });
      },
    );
    return () => abort.abort();
  }, [url, version]);
  return data.of === url ? data : first<T>(url);
}

function first<T>(url: string | null): Data<T> & { of: string | null } {
  const known = url === null ? undefined : (kept.get(url) as T | undefined);
  return known === undefined ? { state: 'loading', value: null, of: url } : { state: 'done', value: known, of: url };
}

function messageOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const { error, message } = body as { error?: unknown; message?: unknown };
  if (typeof error === 'string') return error;
  if (typeof error === 'object' && error !== null) return messageOf(error);
  return typeof message === 'string' ? message : null;
}
