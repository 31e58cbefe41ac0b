export interface Exchange {
  /** Without the query, which may contain a key. */
  url: string;
  request: unknown;
  status: number | null;
  /** Headers about the model or its limits; never keys. */
  headers: Record<string, string>;
  response: string;
}
