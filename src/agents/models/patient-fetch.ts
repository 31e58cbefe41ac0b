/** Servers on this machine are never behind a proxy. */
const loopback = ['localhost', '127.0.0.1', '::1', '[::1]'];

/**
 * Node's fetch times out after 300 s without headers or data, whatever the caller's limit, but a model may think for
 * longer.
 */
async function patientClient() {
  const { EnvHttpProxyAgent, fetch } = await import('undici');
  const { NO_PROXY, no_proxy: lowerCase } = process.env;
  const noProxy = [lowerCase ?? NO_PROXY ?? '', ...loopback].filter((entry) => entry !== '').join(',');
  return { fetch, dispatcher: new EnvHttpProxyAgent({ headersTimeout: 0, bodyTimeout: 0, noProxy }) };
}

/** The returned `fetch` reads the environment when it sends its first request. */
export function createPatientFetch(): typeof globalThis.fetch {
  let client: ReturnType<typeof patientClient> | undefined;
  return (async (input, init) => {
    client ??= patientClient();
    const { fetch, dispatcher } = await client;
    return (await fetch(input as Parameters<typeof fetch>[0], {
      ...(init as Parameters<typeof fetch>[1]),
      ...(await formBytes(init)),
      dispatcher,
    })) as unknown as Response;
  }) satisfies typeof globalThis.fetch;
}

/** A `fetch` without a timeout, through the proxy of `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. */
export const patientFetch = createPatientFetch();

/** Serializes a form, because undici accepts only undici's FormData class. Null for other bodies. */
async function formBytes({ body: form, headers }: RequestInit = {}) {
  if (!(form instanceof FormData)) return null;
  const whole = new Response(form);
  const all = new Headers(headers);
  all.set('content-type', whole.headers.get('content-type') ?? '');
  return { headers: [...all.entries()], body: await whole.bytes() };
}
