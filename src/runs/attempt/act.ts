import type { ActionFeedback, AgentReply } from '../../agents/agent.ts';
import type { Outcome } from '../../base/record/run-settings.ts';
import type { Desktop, Observation } from '../../desktop/client/desktop.ts';
import { drawMarks } from '../../desktop/observation/set-of-marks.ts';
import type { Attempt } from './attempt.ts';
import { executeAction } from './execute-action.ts';
import { collectStep, observe, takeScreenshot } from './observe-desktop.ts';
import type { StepTimer } from './step-timing.ts';

interface Acted {
  outcome: Outcome | null;
  observation: Observation | null;
  feedback: ActionFeedback[];
}

interface StepOfAgent {
  step: number;
  reply: AgentReply;
  isLastStep: boolean;
  timer: StepTimer;
}

/**
 * Executes a reply's actions in order, with one screenshot each, and collects what they changed. After the last action,
 * the next observation is taken while the effects are collected.
 */
export async function act(attempt: Attempt, desktop: Desktop, stepOfAgent: StepOfAgent): Promise<Acted> {
  const { step, reply, isLastStep, timer } = stepOfAgent;
  const actions = reply.end === undefined ? reply.actions : [];
  const collect = () => timer.time('collect', () => collectStep(attempt, step));
  const feedback: ActionFeedback[] = [];
  for (const [index, action] of actions.entries()) {
    const time = attempt.sweep.dependencies.clock.now();
    const executed = await executeAction(attempt, desktop, step, action, reply.view);
    if (executed.feedback !== null) feedback.push({ action: index, ...executed.feedback });
    timer.addAction(executed);
    const isLastAction = index === actions.length - 1;
    const isEnd = executed.outcome !== null || (isLastAction && isLastStep);
    const record = (screenshot: Buffer | null): Outcome | null => {
      const outcome = attempt.noticeLoss() ? 'desktop-destroyed' : executed.outcome;
      attempt.record.action({
        step,
        action,
        time,
        done: outcome !== null,
        info: outcome === 'desktop-destroyed' ? { desktop_destroyed: true } : executed.info,
        screenshot,
      });
      return outcome;
    };
    const [seen] = await Promise.all([
      executed.outcome === 'desktop-destroyed'
        ? null
        : observeAfter(attempt, desktop, isLastAction && !isEnd, timer).catch(async (error: unknown) => {
            // The action was executed, so it is recorded although the run fails here.
            record(await screenshotAlone(attempt, desktop));
            throw error;
          }),
      isEnd || isLastAction ? collect() : null,
    ]);
    const outcome = record(seen === null ? null : await pictureToKeep(attempt, seen));
    if (outcome !== null || isLastAction) return { outcome, observation: seen?.observation ?? null, feedback };
  }
  // The desktop can change without an action, for example through a notification or a cron job.
  await collect();
  return { outcome: attempt.noticeLoss() ? 'desktop-destroyed' : null, observation: null, feedback };
}

interface Seen {
  screenshot: Buffer;
  observation: Observation | null;
}

async function observeAfter(
  attempt: Attempt,
  desktop: Desktop,
  withTree: boolean,
  timer: StepTimer,
): Promise<Seen | null> {
  return timer.time('observe', async () => {
    if (!withTree && attempt.run.settings.observationType !== 'som') {
      const screenshot = await takeScreenshot(attempt, desktop);
      return screenshot === null ? null : { screenshot, observation: null };
    }
    const observation = await observe(attempt, desktop);
    return observation === null ? null : { screenshot: observation.screenshot, observation };
  });
}

/** A screenshot without a tree, or null if both are missing. */
async function screenshotAlone(attempt: Attempt, desktop: Desktop): Promise<Buffer | null> {
  try {
    return await takeScreenshot(attempt, desktop);
  } catch {
    // Any fault: the caller reports why the desktop could not be observed.
    return null;
  }
}

/** Returns the screenshot to store: the marked one for set-of-marks, as in OS-Harm. */
async function pictureToKeep({ run }: Attempt, { screenshot, observation }: Seen): Promise<Buffer> {
  const { observationType, profile } = run.settings;
  if (observationType !== 'som' || observation === null) return screenshot;
  return (await drawMarks(screenshot, observation.accessibilityTree, { escape: profile === 'osharm' })).png;
}
