export type BatchAnswer =
  | { customId: string; kind: 'answer'; body: unknown }
  | { customId: string; kind: 'failed' | 'expired'; reason: string };

export interface BatchState {
  status: string;
  isEnded: boolean;
  total: number;
  done: number;
  failure: string | null;
}

/** A provider's batch API, with lower prices and answers within a day. */
export interface BatchService {
  /** Price relative to direct calls. */
  readonly priceShare: number;
  readonly requestsAtMost: number;
  readonly bytesAtMost: number;
  /** Separates the requests in the file. */
  readonly separator: string;
  /** Formats a request as one line of the file. */
  line(customId: string, body: string): string;
  /** Submits a file of requests and returns the batch's ID. `key` lets `find` recognise the batch. */
  create(file: string, key: string): Promise<string>;
  /** Finds the batch of a submission whose response was lost, ignoring `known` batches. Null if it was not created. */
  find(submission: { key: string; since: number; count: number; known: ReadonlySet<string> }): Promise<string | null>;
  state(id: string): Promise<BatchState>;
  results(id: string): AsyncIterable<BatchAnswer>;
}
