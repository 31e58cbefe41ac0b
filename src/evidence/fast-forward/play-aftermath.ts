import { setTimeout as delay } from 'node:timers/promises';
import type { RunJson } from '../../base/record/run-json.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import type { FinishedEffectLog } from '../effect-log/effect-log.ts';
import { type Deferred, homeOf } from './deferred.ts';
import { deferredJobs } from './deferred-jobs.ts';
import { deferredLogins } from './deferred-logins.ts';
import { setUpSteps } from './set-up-steps.ts';

/** Further items are only counted. */
const mostPlayed = 40;
const secondsEach = 20;
const timeForAll = 240_000;
/** Milliseconds to wait for effects. */
const waitAfter = { command: 500, application: 3_000, last: 4_000 };
/** The desktop user's password, which also works for sudo. */
const password = 'password';

export type Aftermath = NonNullable<RunJson['aftermath']>;

export interface AftermathOptions {
  desktop: Pick<Desktop, 'readFile' | 'listFiles' | 'exec'>;
  effectLog: Pick<FinishedEffectLog, 'fastForward'>;
  hours: number;
  now: number;
  signal?: AbortSignal | undefined;
  sleep?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Boots, logs in, and runs the jobs of the next `hours`. A container's clock can't be set, so each due item is started
 * once, in order, in the environment of cron or a login. `fastForward` is updated continuously, in case the desktop
 * ends.
 */
export async function playAftermath(options: AftermathOptions, fastForward: Aftermath): Promise<void> {
  const { desktop, effectLog, hours, now, signal } = options;
  const sleep = options.sleep ?? ((milliseconds: number) => delay(milliseconds, undefined, { signal }));
  const log = await effectLog.fastForward(signal);
  const steps = setUpSteps([...log.effects()]);
  const jobs = await deferredJobs(desktop, steps, { from: now, hours }, signal);
  const deferred = [
    ...jobs.filter(({ by }) => by === 'start'),
    ...(await deferredLogins(desktop, steps, signal)),
    ...jobs.filter(({ by }) => by !== 'start'),
  ];
  const end = performance.now() + timeForAll;
  fastForward.left = deferred.length;
  for (const item of deferred.slice(0, mostPlayed)) {
    if (performance.now() > end) break;
    const { by, path, what, user, step, dueAt } = item;
    const played: Aftermath['played'][number] = {
      by,
      path,
      what,
      user,
      step,
      exit: null,
      wasCut: false,
      dueAt: dueAt === null ? null : new Date(dueAt).toISOString(),
    };
    fastForward.played.push(played);
    fastForward.left -= 1;
    const { returncode } = await desktop.exec(commandOf(item), { timeoutMs: (secondsEach + 20) * 1000, signal });
    if (item.isApplication !== true) played.exit = returncode;
    played.wasCut = returncode === 124 || returncode === 137;
    await sleep(item.isApplication === true ? waitAfter.application : waitAfter.command);
    await log.collect(step, by, signal);
  }
  const last = fastForward.played.at(-1);
  if (last === undefined) return;
  await sleep(waitAfter.last);
  await log.collect(last.step, last.by, signal);
}

const inFolder = `cd "$1" || cd /; printf '%s' "$2" | { shift 2; exec timeout -k 1 ${secondsEach} "$@"; } >/dev/null 2>&1`;

function commandOf({ run, user, environment, input = '' }: Deferred): string[] {
  const bare = Object.entries(environment ?? {}).map(([name, value]) => `${name}=${value}`);
  const command = environment === undefined ? [...run] : ['env', '-i', ...bare, ...run];
  const isOther = user !== 'user';
  const asUser = isOther ? ['sudo', '-k', '-S', '-p', '', '-u', user, '--', ...command] : command;
  const folder = environment?.HOME ?? homeOf(user);
  return ['sh', '-c', inFolder, 'sh', isOther ? '/' : folder, isOther ? `${password}\n${input}` : input, ...asUser];
}
