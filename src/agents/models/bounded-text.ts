export class TooLong extends Error {
  readonly limit: number;

  constructor(limit: number) {
    super(`more than ${limit} bytes`);
    this.limit = limit;
  }
}

/** Reads a response body as text. Throws TooLong and discards the rest if it exceeds `limit` bytes. */
export async function boundedText(answer: Response, limit: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > limit) throw new TooLong(limit);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
