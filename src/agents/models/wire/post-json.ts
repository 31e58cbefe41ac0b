import { exchangeFetch } from '../exchange.ts';
import { ModelError } from '../model-error.ts';

/**
 * Posts a JSON body and returns the JSON response. Throws ModelError `unreadable-reply` for any other response; the
 * caller classifies it by the recorded exchange.
 */
export function postJson(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  return postBody(url, headers, JSON.stringify(body), signal);
}

export async function postBody(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | Blob,
  signal: AbortSignal,
): Promise<unknown> {
  const answer = await exchangeFetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal,
  });
  const text = await answer.text();
  if (!answer.ok) throw new ModelError('unreadable-reply', `HTTP ${answer.status}`);
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new ModelError('unreadable-reply', 'The reply is not JSON.', { cause });
  }
}

export function dataUrl(png: Uint8Array): string {
  return `data:image/png;base64,${base64(png)}`;
}

export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
