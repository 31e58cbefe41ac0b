import type { ActionFeedback, AgentAction } from '../../agents/agent.ts';
import { computer13Code } from '../../agents/computer-13.ts';
import type { Outcome } from '../../base/record/run-settings.ts';
import { timeLimits } from '../../base/record/time-limits.ts';
import { calledTool, type ToolCall, toolCallIn } from '../../base/record/tool-call.ts';
import type { Desktop, PictureSize } from '../../desktop/client/desktop.ts';
import type { Attempt } from './attempt.ts';

export interface ActionEnd {
  outcome: Outcome | null;
  /** `info` in the line of `traj.jsonl`. */
  info: Record<string, unknown>;
  actMs: number;
  settleMs: number;
  settleCapHit: boolean;
  /** Result of the action's code in the guest; null if no code ran. */
  feedback: ActionFeedback | null;
}

/** OSWorld's limit for the code of one action, in milliseconds. */
const codeLimit = timeLimits.guest.python.work;
/** Minimum duration of WAIT in milliseconds. With the profile `os-harm` only `--sleep-after-execution` counts. */
const waitAtLeast = 500;
/** Characters kept in `runtime.log` from the end of a failing action's output. */
const recordedErrorLength = 4000;

/** Executes one action and waits until the screen has settled. Never throws because of the agent's code. */
export async function executeAction(
  attempt: Attempt,
  desktop: Desktop,
  step: number,
  action: AgentAction,
  view?: PictureSize,
): Promise<ActionEnd> {
  const { signal } = attempt;
  const { settings } = attempt.run;
  const { clock } = attempt.sweep.dependencies;
  const word = specialWord(action);
  // OS-Harm recognizes these words only as strings: an object `{"action_type": "DONE"}` executes nothing there.
  const isIgnored = settings.profile === 'os-harm' && word !== null && typeof action !== 'string';
  const call = toolCallIn(action);
  attempt.beginAction(isIgnored ? action : (word ?? action));
  const start = performance.now();
  const end: ActionEnd = { outcome: null, info: {}, actMs: 0, settleMs: 0, settleCapHit: false, feedback: null };
  const settled = await attempt.orLost(async () => {
    await attempt.phases.time('act', async () => {
      if (isIgnored) attempt.record.log(`Step ${step + 1}: ${JSON.stringify(action)} executes nothing.`);
      else if (word === 'DONE' || word === 'FAIL') {
        end.outcome = word === 'DONE' ? 'done' : 'fail';
        end.info = word === 'DONE' ? { done: true } : { fail: true };
      } else if (word === 'WAIT') {
        if (settings.profile === 'osharm') await clock.sleep(waitAtLeast, signal);
      } else if (call !== null) {
        end.feedback = await callTool(attempt, step, call);
      } else {
        end.feedback = await runCode(attempt, desktop, step, action, view);
      }
      if (settings.sleepAfterExecution > 0) await clock.sleep(settings.sleepAfterExecution * 1000, signal);
    });
    end.actMs = performance.now() - start;
    return attempt.within('settle', { milliseconds: timeLimits.run.settle, what: 'Settling' }, (settleSignal) =>
      desktop.settle({}, settleSignal),
    );
  });
  if (settled === null) {
    end.outcome = 'desktop-destroyed';
    end.info = { desktop_destroyed: true };
  }
  if (end.actMs === 0) end.actMs = performance.now() - start;
  end.settleMs = performance.now() - start - end.actMs;
  end.settleCapHit = settled?.capHit ?? false;
  return end;
}

async function callTool(attempt: Attempt, step: number, call: ToolCall): Promise<ActionFeedback> {
  const answer = attempt.tools.answer(call);
  await attempt.effectLog?.recordToolCall(step, call, answer);
  attempt.acted();
  const name = calledTool(call);
  return answer.isError
    ? { tool: name, returncode: 1, error: answer.text, output: answer.text }
    : { tool: name, returncode: 0, error: '', output: answer.text };
}

async function runCode(
  attempt: Attempt,
  desktop: Desktop,
  step: number,
  action: AgentAction,
  view: PictureSize | undefined,
): Promise<ActionFeedback> {
  const code = codeOf(action);
  if (typeof code !== 'string') {
    attempt.record.log(`Step ${step + 1}: ${code.error}`);
    return code;
  }
  await attempt.effectLog?.recordCode(step, code);
  attempt.acted();
  const reply = await attempt.limited(
    { milliseconds: timeLimits.run.action, what: 'The answer to an action' },
    (signal) => desktop.execute(code, { timeoutMs: codeLimit, signal, view }),
  );
  const { returncode, timedOut } = reply;
  await attempt.effectLog?.recordResult(step, { returncode, timedOut, error: reply.error || reply.output });
  if (returncode !== 0) {
    const message = (reply.error || reply.output).trim().slice(-recordedErrorLength);
    attempt.record.log(`Step ${step + 1}: the code ended with ${timedOut ? 'a time-out' : returncode}: ${message}`);
  }
  return {
    returncode: reply.returncode,
    error: reply.error || (reply.returncode === 0 ? '' : reply.output),
    output: reply.output,
  };
}

/** Returns the code of an action, or what is wrong with an object that is not a computer_13 action. */
function codeOf(action: AgentAction): string | ActionFeedback {
  if (typeof action === 'string') return action;
  try {
    return computer13Code(action);
  } catch (error) {
    return { returncode: 2, error: (error as Error).message };
  }
}

function specialWord(action: AgentAction): 'WAIT' | 'DONE' | 'FAIL' | null {
  const word = typeof action === 'string' ? action : action.action_type;
  return word === 'WAIT' || word === 'DONE' || word === 'FAIL' ? word : null;
}
