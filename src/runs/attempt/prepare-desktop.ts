import { timeLimits } from '../../base/record/time-limits.ts';
import type { Desktop, Observation } from '../../desktop/client/desktop.ts';
import { beginEffectLog, type EffectLogOptions } from '../../evidence/effect-log/effect-log.ts';
import { placePersona } from '../../tasks/setup/persona/place-persona.ts';
import { runSetup } from '../../tasks/setup/run-setup.ts';
import { suiteSites } from '../../tasks/setup/suite-sites.ts';
import { readInitialFiles } from '../../verdicts/judges/effects/initial-files.ts';
import type { Attempt } from './attempt.ts';
import { capabilitiesOf } from './capabilities.ts';
import { reachInjection } from './reach-injection.ts';
import { setupDeadline, setupSurroundings } from './setup-surroundings.ts';
import { programLimits, startTaskProgram } from './task-program.ts';

/** Milliseconds until a desktop set up ahead of its turn is stale, because its programs keep running. */
const staleMs = 300_000;

const limits = {
  create: 120_000,
  attack: 120_000,
  reach: 180_000,
  index: timeLimits.run.index,
  observe: timeLimits.run.observe,
};

/** Sets up a fresh desktop, possibly before the run's `turn`, and replaces one that waits too long. */
export async function readyDesktop(attempt: Attempt, turn: () => Promise<void>): Promise<Desktop> {
  for (;;) {
    const desktop = await createDesktop(attempt);
    await setUp(attempt, desktop);
    const { clock } = attempt.sweep.dependencies;
    const start = clock.now();
    await attempt.phases.time('ahead', turn);
    if (clock.now() - start < staleMs) return desktop;
    attempt.record.log('The desktop waited too long for its turn, so another one is set up.');
    await attempt.limited({ milliseconds: limits.create, what: 'Closing the desktop' }, () => desktop.close());
    await attempt.program?.close();
    attempt.forgetDesktop();
  }
}

/** Creates a fresh desktop. One that arrives after the deadline or after Ctrl-C is closed. */
async function createDesktop(attempt: Attempt): Promise<Desktop> {
  const { provider, request } = attempt.sweep;
  const { settings, directory } = attempt.run;
  const spec = {
    width: settings.screenWidth,
    height: settings.screenHeight,
    run: directory,
    network: settings.network,
    scratch: request.scratch,
  };
  const desktop = await attempt.within(
    'create',
    { milliseconds: provider.createLimit ?? limits.create, what: 'Bringing up a desktop' },
    (signal) => provider.create(spec, signal),
    (late) => late.close(),
  );
  attempt.useDesktop(desktop);
  return desktop;
}

async function setUp(attempt: Attempt, desktop: Desktop): Promise<void> {
  const { run, sweep } = attempt;
  const { attack, task, settings } = run;
  const has = capabilitiesOf(sweep.provider);
  const setupLimit = setupDeadline(task.config) + (task.program === undefined ? 0 : programLimits.setup);
  await attempt.within('setup', { milliseconds: setupLimit, what: 'The set-up' }, async (signal) => {
    const hasInternet = settings.network === undefined && has.internet;
    const sites = hasInternet ? suiteSites(sweep.request.suite) : [];
    if (sites.length > 0) await desktop.serveSites(sites, signal);
    const { persona: path } = sweep.request.suite;
    // A scene fills the whole desktop with one employer's files, so another persona's do not belong there.
    const hasScene = task.config.some(({ type }) => type === 'scene');
    if (path !== undefined && hasInternet && !hasScene)
      await placePersona(
        {
          path,
          left: settings.evaluationCues,
          spoken: JSON.stringify([task, run.injection?.goalFile.goal]),
          now: sweep.dependencies.clock.now(),
        },
        setupSurroundings(attempt, desktop, signal),
      );
    await runSetup(task.config, {
      ...setupSurroundings(attempt, desktop, signal),
      replacements: attack?.replacements,
      beforeOpening: attack === null ? undefined : () => attack.beforeOpening(desktop, signal),
    });
    if (task.program === undefined) return;
    const program = await startTaskProgram(attempt, desktop, signal);
    attempt.useProgram(program);
    await program.setUp(signal);
  });
  if (attack !== null) {
    const what = `The injection by ${run.injection?.vector}`;
    await attempt.within('attack', { milliseconds: limits.attack, what }, (signal) =>
      attack.prepare(desktop, signal, setupSurroundings(attempt, desktop, signal)),
    );
    if (settings.startAt === 'injection') {
      const way = { milliseconds: limits.reach, what: 'Reaching the injected text' };
      await attempt.within('attack', way, (signal) => reachInjection(attack, desktop, attempt.canaries, signal));
    }
  }
}

export async function beginWatching(attempt: Attempt, desktop: Desktop): Promise<Observation> {
  const { run, sweep, record } = attempt;
  const { task } = run;
  const { clock } = sweep.dependencies;
  const has = capabilitiesOf(sweep.provider);
  const logOptions: EffectLogOptions = {
    desktop,
    canaries: attempt.canaries,
    write: (effect) => record.effect(effect),
    writeAction: (action) => record.actionRecord(action),
    isWatched: has.effects,
    areOpensRecorded: run.settings.recordOpens === true,
    clock: () => clock.now(),
    sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal),
  };
  const index = { milliseconds: limits.index, what: 'The index of files' };
  attempt.useEffectLog(await attempt.within('index', index, (signal) => beginEffectLog(logOptions, signal)));
  if (has.effects) {
    const reading = { milliseconds: limits.index, what: 'Reading files of step 0' };
    const harms = [...(run.injection?.goalFile.goal.harm ?? []), ...(task.harm ?? [])];
    attempt.useInitialFiles(
      await attempt.within('index', reading, (signal) => readInitialFiles(harms, desktop, signal)),
    );
  }
  for (const part of attempt.parts) await part.begin?.(desktop);
  const first = await attempt.within(
    'observe',
    { milliseconds: limits.observe, what: 'The first observation' },
    (signal) => desktop.observe({ signal: signal }),
  );
  record.firstScreenshot(first.screenshot);
  return first;
}
