/** One HTTP request to a model and what came back: what was really sent is what is recorded. */
export interface Exchange {
  /** Without query, which may hold a key. */
  url: string;
  /** The JSON body as it was sent. */
  request: unknown;
  /** Null where no answer came. */
  status: number | null;
  /** Those that say something of the model or the limits; never keys. */
  headers: Record<string, string>;
  /** The body as text; empty where none came. */
  response: string;
}
