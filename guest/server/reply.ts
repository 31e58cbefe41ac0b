/** `file` is streamed from disk. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer | { file: string; size: number };
}

export class PageError extends Error {
  readonly status: number;

  constructor(status: number, message?: string) {
    super(message ?? `HTTP ${status}`);
    this.name = 'PageError';
    this.status = status;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}

/** JSON as OSWorld's server writes it: sorted keys, ASCII only, a final newline. */
export function json(value: unknown, status = 200): Reply {
  const body = JSON.stringify(sorted(value)).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  // The text is ASCII, and Latin-1 is the faster encoding: UTF-8 takes milliseconds for a tree of a megabyte.
  return { status, headers: { 'Content-Type': 'application/json' }, body: Buffer.from(`${body}\n`, 'latin1') };
}

/** Flask's content type for a string is HTML. */
export function text(body: string, status = 200): Reply {
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body };
}

const titles: Record<number, [string, string]> = {
  400: ['Bad Request', 'The browser (or proxy) sent a request that this server could not understand.'],
  404: [
    'Not Found',
    'The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.',
  ],
  405: ['Method Not Allowed', 'The method is not allowed for the requested URL.'],
  413: ['Request Entity Too Large', 'The data value transmitted exceeds the capacity limit.'],
  415: [
    'Unsupported Media Type',
    'Did not attempt to load JSON data because the request Content-Type was not &#39;application/json&#39;.',
  ],
  500: [
    'Internal Server Error',
    'The server encountered an internal error and was unable to complete your request. Either the server is overloaded or there is an error in the application.',
  ],
};

/** Flask's error page. `description` (HTML) replaces the default text. */
export function page(status: number, description?: string): Reply {
  const [title, usual] = titles[status] ?? titles[500] ?? ['', ''];
  return text(
    `<!doctype html>\n<html lang=en>\n<title>${status} ${title}</title>\n<h1>${title}</h1>\n<p>${description ?? usual}</p>\n`,
    status,
  );
}
