import type { Wire, WireReply } from '../model.ts';

export interface ComputerPicture {
  png: Uint8Array;
  width: number;
  height: number;
}

/** Something that the provider wants a human to confirm before an action is executed. */
export interface SafetyCheck {
  id: string;
  code: string;
  message: string;
}

export interface ComputerCall {
  id: string;
  name: string;
  input: unknown;
  safetyChecks: readonly SafetyCheck[];
}

/** A function that the model can call beside its computer tool. */
export interface ModelFunction {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  inputSchema: Readonly<Record<string, unknown>>;
}

export interface ComputerResult {
  call: ComputerCall;
  error: string | null;
  /** What a function returned. Undefined for calls of the computer tool. */
  output?: string | undefined;
}

/** The text that answers a call of a function; null for calls of the computer tool. */
export const functionAnswer = ({ output, error }: ComputerResult): string | null =>
  output === undefined ? null : (error ?? output);

/** A turn of a conversation with a computer tool. Its picture is null if it is too old to be sent. */
export type ComputerTurn =
  | { kind: 'user'; text: string; picture: ComputerPicture | null }
  /** The model's turn, including reasoning and signatures. Sent back unchanged. */
  | { kind: 'model'; content: unknown }
  | { kind: 'results'; results: readonly ComputerResult[]; picture: ComputerPicture | null };

export interface ComputerRequest {
  turns: readonly ComputerTurn[];
  /** Index of the last turn that the next request shares, for prompt caching. */
  cachePoint?: number | undefined;
  functions?: readonly ModelFunction[] | undefined;
  display: { width: number; height: number };
  maxTokens: number | null;
  temperature: number;
  topP: number;
  stored?: StoredTurns | undefined;
}

/** Stored conversation: a request refers to the last reply and contains only the turns after it. */
export interface StoredTurns {
  responseId: string;
  turns: number;
}

export interface ComputerReply extends WireReply {
  text: string;
  calls: ComputerCall[];
  content: unknown;
  responseId?: string | undefined;
}

export interface ComputerWire {
  ask: Wire<ComputerRequest, ComputerReply>;
  /** True if every answer to a call must contain a picture, even an old one. */
  needsOldPictures: boolean;
}
