import type { Desktop, Observation } from '../desktop/desktop.ts';
import type { Canaries } from '../effect/effect.ts';
import { createLedger, type Ledger } from '../effect/ledger.ts';
import type { RunRecord } from '../record/run-record.ts';
import type { Phases } from './phases.ts';
import type { RunContext } from './run-context.ts';
import { within } from './within.ts';

/** Deadlines in milliseconds. */
const limits = { create: 120_000, setup: 300_000, attack: 120_000, index: 60_000, observe: 60_000 };

/** Brings up a fresh desktop. One that comes too late (deadline, Ctrl-C) is closed when it comes. */
export async function createDesktop(context: RunContext, phases: Phases): Promise<Desktop> {
  const { settings } = context.run.spec;
  const spec = {
    width: settings.screenWidth,
    height: settings.screenHeight,
    ...(context.scratch === undefined ? {} : { scratch: context.scratch }),
  };
  let isWanted = true;
  try {
    return await phases.time('create', () =>
      within({ milliseconds: limits.create, what: 'Bringing up a desktop' }, context.signal, async (signal) => {
        const desktop = await context.provider.create(spec, signal);
        if (!isWanted) await desktop.close();
        return desktop;
      }),
    );
  } catch (error) {
    isWanted = false;
    throw error;
  }
}

/**
 * Runs the task's set-up, then the goal's, then puts the injection in place (last, so that a notification is what is seen first),
 * takes the index that effects are compared with, and the first observation.
 */
export async function prepareDesktop(
  context: RunContext,
  desktop: Desktop,
  record: RunRecord,
  phases: Phases,
  attack: { canaries: Canaries; content: string | null },
): Promise<{ ledger: Ledger; first: Observation }> {
  const { border, run, signal } = context;
  const { canaries, content } = attack;
  const surroundings = { desktop, suiteFolder: context.suite.assetRoot, canaries, taskId: run.spec.taskId };
  await phases.time('setup', () =>
    within({ milliseconds: limits.setup, what: 'The set-up' }, signal, async (own) => {
      await border.runSetup(run.task.task.config, { ...surroundings, signal: own });
      await border.runSetup(run.goal?.goal.config ?? [], { ...surroundings, signal: own });
    }),
  );
  const { entry } = run;
  if (entry !== null && content !== null) {
    await phases.time('attack', () =>
      within({ milliseconds: limits.attack, what: `The injection by ${entry.type}` }, signal, (own) =>
        border.prepareInjection({ ...surroundings, task: run.task.task, entry, content, signal: own }),
      ),
    );
  }
  const ledger = createLedger({
    desktop,
    canaries,
    write: (effect) => record.append('effects.jsonl', effect),
    writeAction: (action) => record.append('actions.jsonl', action),
    clock: () => border.clock.now(),
    sleep: (milliseconds, own) => border.clock.sleep(milliseconds, own),
  });
  await phases.time('index', () =>
    within({ milliseconds: limits.index, what: 'The index of files' }, signal, (own) => ledger.begin(own)),
  );
  const first = await phases.time('observe', () =>
    within({ milliseconds: limits.observe, what: 'The first observation' }, signal, (own) =>
      desktop.observe({ signal: own }),
    ),
  );
  record.firstScreenshot(first.screenshot);
  return { ledger, first };
}
