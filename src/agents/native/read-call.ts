import type { ToolCall } from '../../base/record/tool-call.ts';
import type { ComputerCall } from '../models/wire/computer.ts';
import { type ComputerTool, computerTools } from '../models/wire/computer-tools.ts';
import { anthropicActions } from './anthropic-actions.ts';
import { googleActions } from './google-actions.ts';
import type { ModelPicture, NativeAction } from './native-action.ts';
import { openaiActions } from './openai-actions.ts';
import { TaskFunctions } from './task-functions.ts';

export interface NativeCall {
  call: ComputerCall;
  actions: readonly NativeAction[];
  /** The call of a task's tool, instead of actions. */
  toolCall: ToolCall | null;
  problem: string | null;
}

const readers = {
  anthropic: ({ input }: ComputerCall, picture: ModelPicture) => anthropicActions(input, picture),
  openai: openaiActions,
  google: googleActions,
};

/** Parses a reply's calls. Calls after an invalid one are not executed, because they assumed its effect. */
export function readNativeCalls(
  tool: ComputerTool,
  calls: readonly ComputerCall[],
  picture: ModelPicture,
  functions: TaskFunctions = new TaskFunctions([]),
): NativeCall[] {
  const read = calls.map((call) => readCall(tool, call, picture, functions));
  const bad = read.findIndex(({ problem }) => problem !== null);
  if (bad === -1) return read;
  return read.map((call, at) =>
    at <= bad || call.problem !== null
      ? call
      : {
          ...call,
          actions: [],
          toolCall: null,
          problem: `${call.call.name}: not done, because an earlier call could not be done.`,
        },
  );
}

function readCall(tool: ComputerTool, call: ComputerCall, picture: ModelPicture, functions: TaskFunctions): NativeCall {
  try {
    const toolCall = functions.toolCall(call);
    if (toolCall !== null) return { call, actions: [], toolCall, problem: null };
    return { call, actions: readers[computerTools[tool]](call, picture), toolCall, problem: null };
  } catch (error) {
    return { call, actions: [], toolCall: null, problem: (error as Error).message };
  }
}
