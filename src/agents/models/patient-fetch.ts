let client: ReturnType<typeof patientClient> | undefined;

/**
 * Node's own gives up after 300 s without headers or without a byte of the body, whatever the caller's limit: a model
 * may think for longer. Loaded with the first request.
 */
async function patientClient() {
  const { Agent, fetch } = await import('undici');
  return { fetch, dispatcher: new Agent({ headersTimeout: 0, bodyTimeout: 0 }) };
}

/** `fetch` that waits as long as its signal lets it. Rejects as `fetch` does. */
export const patientFetch = (async (input, init) => {
  client ??= patientClient();
  const { fetch, dispatcher } = await client;
  return (await fetch(input as Parameters<typeof fetch>[0], {
    ...(init as Parameters<typeof fetch>[1]),
    ...(await formBytes(init)),
    dispatcher,
  })) as unknown as Response;
}) satisfies typeof globalThis.fetch;

/** A form as bytes: the package knows only forms of its own class. Null for other bodies. */
async function formBytes({ body: form, headers }: RequestInit = {}) {
  if (!(form instanceof FormData)) return null;
  const whole = new Response(form);
  const all = new Headers(headers);
  all.set('content-type', whole.headers.get('content-type') ?? '');
  return { headers: [...all.entries()], body: await whole.bytes() };
}
