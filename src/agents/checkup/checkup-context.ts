import type { ModelReply, ModelRequest } from '../models/messages.ts';
import type { ModelPort, Priced, Wire, WireReply } from '../models/model.ts';
import type { ModelAddress } from '../models/model-name.ts';
import type { ModelEnvironment } from '../models/providers.ts';
import type { TargetPicture } from './target-picture.ts';

/** The result of one check. */
export interface CheckupFinding {
  check: string;
  state: 'works' | 'fault' | 'unknown' | 'skipped';
  /** What was found, in one line. */
  detail: string;
  /** The flag that helps. */
  flag?: string | undefined;
}

export interface CheckupOptions {
  address: ModelAddress;
  key: string | null;
  port: ModelPort;
  environment: ModelEnvironment;
  signal: AbortSignal;
}

/** What a check may use. */
export interface CheckupContext extends CheckupOptions {
  picture: TargetPicture;
  /** Limit of a reply as a run would send it; null: the provider's. */
  maxTokens: number | null;
  ask(request: ModelRequest): Promise<Priced<ModelReply>>;
  call<Request, Reply extends WireReply>(
    wire: Wire<Request, Reply>,
    request: Request,
    blank: Reply,
  ): Promise<Priced<Reply>>;
  /** Milliseconds of each answered call. */
  durations: number[];
}
