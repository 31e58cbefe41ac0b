/** An answer is longer than what reads it takes. */
export class TooLong extends Error {
  readonly limit: number;

  constructor(limit: number) {
    super(`more than ${limit} bytes`);
    this.limit = limit;
  }
}

/** The body of an answer as text. Throws TooLong, and gives up the rest, where it is longer than `limit` bytes. */
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
