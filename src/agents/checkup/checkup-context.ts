import type { ModelReply, ModelRequest } from '../models/messages.ts';
import type { ModelPort, Priced, Wire, WireReply } from '../models/model.ts';
import type { ModelAddress } from '../models/model-name.ts';
import type { ModelEnvironment } from '../models/providers.ts';
import type { TargetPicture } from './target-picture.ts';

export interface CheckupFinding {
  check: string;
  state: 'works' | 'fault' | 'unknown' | 'skipped';
  detail: string;
  flag?: string | undefined;
}

export interface CheckupOptions {
  address: ModelAddress;
  key: string | null;
  port: ModelPort;
  environment: ModelEnvironment;
  signal: AbortSignal;
}

export interface CheckupContext extends CheckupOptions {
  picture: TargetPicture;
  /** Reply limit that a run would send; null for the provider's default. */
  maxTokens: number | null;
  ask(request: ModelRequest): Promise<Priced<ModelReply>>;
  call<Request, Reply extends WireReply>(
    wire: Wire<Request, Reply>,
    request: Request,
    blank: Reply,
  ): Promise<Priced<Reply>>;
  durations: number[];
}
