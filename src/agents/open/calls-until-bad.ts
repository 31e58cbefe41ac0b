import { whichOf } from '../native/which-of.ts';
import type { OpenReply } from './open-model.ts';

/**
 * The actions of a reply's calls up to the first invalid call. `problem` tells the model which calls were executed.
 * `read` throws an Error for an invalid call.
 */
export function callsUntilBad<Call>(calls: readonly Call[], read: (call: Call) => OpenReply['actions']): OpenReply {
  const actions: OpenReply['actions'] = [];
  for (const [at, call] of calls.entries()) {
    try {
      actions.push(...read(call));
    } catch (error) {
      const { message } = error as Error;
      return { actions, problem: calls.length === 1 ? message : whichOf(at, calls.length, message) };
    }
  }
  return { actions, problem: null };
}
