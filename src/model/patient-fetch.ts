import { Agent, fetch } from 'undici';

/** Node's own gives up after 300 s without headers or without a byte of the body, whatever the caller's limit: a model may think for longer. */
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/** `fetch` that waits as long as its signal lets it. Rejects as `fetch` does. */
export const patientFetch = ((input, init) =>
  fetch(input as Parameters<typeof fetch>[0], {
    ...(init as Parameters<typeof fetch>[1]),
    dispatcher,
  }) as unknown as Promise<Response>) satisfies typeof globalThis.fetch;
