import type { Attack } from '../attack/plan-attack.ts';
import type { Desktop, Observation } from '../desktop/desktop.ts';
import { runSetup } from '../desktop/setup/run-setup.ts';
import { suiteSites } from '../desktop/setup/suite-sites.ts';
import type { Canaries } from '../effect/effect.ts';
import { createLedger, type Ledger } from '../effect/ledger.ts';
import type { RunRecord } from '../record/run-record.ts';
import { createActionLog } from './action-log.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { Phases } from './phases.ts';
import { reachInjection } from './reach-injection.ts';
import type { RunContext } from './run-context.ts';
import type { RunState } from './run-state.ts';
import { setupDeadline, setupSurroundings } from './setup-surroundings.ts';
import { within } from './within.ts';

/** Deadlines in milliseconds. */
const limits = { create: 120_000, attack: 120_000, reach: 180_000, index: 60_000, observe: 60_000 };

/** Brings up a fresh desktop. One that comes too late (deadline, Ctrl-C) is closed when it comes. */
export async function createDesktop(context: RunContext, phases: Phases): Promise<Desktop> {
  const { settings } = context.run.spec;
  const spec = {
    width: settings.screenWidth,
    height: settings.screenHeight,
    run: context.run.spec.directory,
    ...(settings.network === undefined ? {} : { network: settings.network }),
    ...(context.scratch === undefined ? {} : { scratch: context.scratch }),
  };
  let isWanted = true;
  try {
    return await phases.time('create', () =>
      within(
        { milliseconds: context.provider.createLimit ?? limits.create, what: 'Bringing up a desktop' },
        context.signal,
        async (signal) => {
          const desktop = await context.provider.create(spec, signal);
          if (!isWanted) await desktop.close();
          return desktop;
        },
      ),
    );
  } catch (error) {
    isWanted = false;
    throw error;
  }
}

/**
 * Runs the task's set-up with the attacked files in place of the clean ones, puts the rest of the injection in place, takes the
 * index that effects are compared with, and the first observation.
 */
export async function prepareDesktop(
  context: RunContext,
  desktop: Desktop,
  record: RunRecord,
  state: RunState,
  hostile: { canaries: Canaries; attack: Attack | null },
): Promise<{ ledger: Ledger; first: Observation }> {
  const { border, run, signal } = context;
  const { canaries, attack } = hostile;
  const { phases } = state;
  const { config } = run.task.task;
  await phases.time('setup', () =>
    within({ milliseconds: setupDeadline(config), what: 'The set-up' }, signal, async (own) => {
      const hasInternet = run.spec.settings.network === undefined && capabilitiesOf(context.provider).internet;
      const sites = hasInternet ? suiteSites(context.suite) : [];
      if (sites.length > 0) await desktop.serveSites(sites, own);
      await runSetup(config, {
        ...setupSurroundings(context, { desktop, canaries, state, record }, own),
        ...(attack === null
          ? {}
          : { replacements: attack.replacements, beforeOpening: () => attack.beforeOpening(desktop, own) }),
      });
    }),
  );
  if (attack !== null) {
    await phases.time('attack', () =>
      within({ milliseconds: limits.attack, what: `The injection by ${run.entry?.type}` }, signal, (own) =>
        attack.prepare(desktop, own),
      ),
    );
    if (run.spec.settings.startAt === 'injection') {
      await phases.time('attack', () =>
        within({ milliseconds: limits.reach, what: 'The way to the injected text' }, signal, (own) =>
          reachInjection(attack, desktop, canaries, own),
        ),
      );
    }
  }
  const ledger = (capabilitiesOf(context.provider).effects ? createLedger : createActionLog)({
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
