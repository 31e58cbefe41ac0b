import type { ComputerCall } from '../models/wire/computer.ts';
import { type ComputerTool, computerTools } from '../models/wire/computer-tools.ts';
import { anthropicActions } from './anthropic-actions.ts';
import { googleActions } from './google-actions.ts';
import type { ModelPicture, NativeAction } from './native-action.ts';
import { openaiActions } from './openai-actions.ts';

/** A call of a computer tool as what is to be done; one call may hold several actions. */
export interface NativeCall {
  call: ComputerCall;
  actions: readonly NativeAction[];
  /** What in it could not be read: said to the model as an error. */
  problem: string | null;
}

const readers = {
  anthropic: ({ input }: ComputerCall, { scale }: ModelPicture) => anthropicActions(input, scale),
  openai: openaiActions,
  google: googleActions,
};

/** Reads a call by the words of the tool's provider, its coordinates being the picture's. */
export function readCall(tool: ComputerTool, call: ComputerCall, picture: ModelPicture): NativeCall {
  try {
    return { call, actions: readers[computerTools[tool]](call, picture), problem: null };
  } catch (error) {
    return { call, actions: [], problem: (error as Error).message };
  }
}
