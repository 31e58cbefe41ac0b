import type { Wire, WireReply } from '../model.ts';

/** A picture of the screen as a model is shown it: a PNG of this size. */
export interface ComputerPicture {
  png: Uint8Array;
  width: number;
  height: number;
}

/** What a provider wants a person to look at before an action is done. */
export interface SafetyCheck {
  id: string;
  code: string;
  message: string;
}

/** One call of a computer tool, its input in the provider's own words. */
export interface ComputerCall {
  id: string;
  name: string;
  input: unknown;
  safetyChecks: readonly SafetyCheck[];
}

/** How one call of a turn ended. */
export interface ComputerResult {
  call: ComputerCall;
  /** What went wrong; null: nothing. */
  error: string | null;
}

/** The conversation with a computer tool, turn by turn. A picture that is left out is one that is long over. */
export type ComputerTurn =
  | { kind: 'user'; text: string; picture: ComputerPicture | null }
  /** The model's own turn, thoughts and signatures included: goes back unchanged. */
  | { kind: 'model'; content: unknown }
  /** The answers to all calls of the turn before; the picture is the screen after them. */
  | { kind: 'results'; results: readonly ComputerResult[]; picture: ComputerPicture | null };

export interface ComputerRequest {
  turns: readonly ComputerTurn[];
  /** Index of the last turn that the next request begins with too; left out: none. */
  cachePoint?: number | undefined;
  display: { width: number; height: number };
  /** Null: the provider's own limit. */
  maxTokens: number | null;
  temperature: number;
  topP: number;
  /** The provider has this many of the turns, under this id; left out: none. */
  stored?: StoredTurns | undefined;
}

/** Turns that a provider keeps: a request names the last reply, and holds what came after it. */
export interface StoredTurns {
  responseId: string;
  turns: number;
}

export interface ComputerReply extends WireReply {
  /** What the model said beside its calls. */
  text: string;
  calls: ComputerCall[];
  /** For `ComputerTurn`; null where the model said nothing. */
  content: unknown;
  /** Where the provider keeps the conversation: the id of this reply. */
  responseId?: string | undefined;
}

/** How one provider's computer tool is asked. */
export interface ComputerWire {
  ask: Wire<ComputerRequest, ComputerReply>;
  /** True where every answer to a call must hold a picture, however old. */
  needsOldPictures: boolean;
}
