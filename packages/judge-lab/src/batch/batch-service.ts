/** One line of a batch's results. */
export type BatchAnswer =
  | { customId: string; kind: 'answer'; body: unknown }
  | { customId: string; kind: 'failed' | 'expired'; reason: string };

export interface BatchState {
  /** The provider's own word. */
  status: string;
  isEnded: boolean;
  /** Requests in all, and those that are done. */
  total: number;
  done: number;
  /** Why the whole of it failed; null where it didn't. */
  failure: string | null;
}

/** A provider's batches: many requests at half price, answered within a day. */
export interface BatchService {
  /** The share of the ordinary price. */
  readonly priceShare: number;
  readonly requestsAtMost: number;
  readonly bytesAtMost: number;
  /** What stands between two requests in the file. */
  readonly separator: string;
  /** A request as it stands in the file: one line. */
  line(customId: string, body: string): string;
  /** Hands a file of requests in and gives the batch's id. `key` marks it, so that `find` knows it again. */
  create(file: string, key: string): Promise<string>;
  /** The batch of a submission whose answer was lost; null where the provider has none. `known`: ids that are of others. */
  find(submission: { key: string; since: number; count: number; known: ReadonlySet<string> }): Promise<string | null>;
  state(id: string): Promise<BatchState>;
  /** Of an ended batch, in any order. */
  results(id: string): AsyncIterable<BatchAnswer>;
}
