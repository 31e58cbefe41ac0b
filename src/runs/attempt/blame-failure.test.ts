import { describe, expect, it } from 'vitest';
import { EnvironmentError, OsharmError } from '../../base/errors.ts';
import type { DesktopEnd } from '../../desktop/client/desktop.ts';
import { DesktopDestroyedError } from '../../desktop/client/desktop-destroyed-error.ts';
import { GuestReplyError } from '../../desktop/client/guest-http.ts';
import { blameFailure, type FailureSituation } from './blame-failure.ts';

const desktop = (end: DesktopEnd = { state: 'running' }, isServed = true, starvedMs = 0) => ({
  state: () => end,
  isServed: async () => isServed,
  starvedMs: async () => starvedMs,
});
const running = { state: 'running' } as const;
const silent = { ...desktop(), starvedMs: () => Promise.reject(new Error('no answer')) };
/** Of a machine that gives the sandbox no time. */
const unserved = desktop(undefined, false);
const situation = (more: Partial<FailureSituation> = {}): FailureSituation => ({
  signal: new AbortController().signal,
  desktop: desktop(),
  hasActed: true,
  isWatched: true,
  isLost: false,
  phase: 'observe',
  heldMs: 0,
  wasExcused: false,
  ...more,
});
const deadline = new OsharmError('Observing took longer than 60 s.', {
  code: 'deadline',
  blame: 'environment',
  isRetryable: true,
});
const guest = new OsharmError('The reply to /v2/windows is malformed.', { code: 'guest-reply', blame: 'agent' });

const supervisor = (reason: string): OsharmError =>
  new OsharmError(`The sandbox's supervisor could not do 'scan': ${reason}.`, {
    code: 'sandbox-supervisor',
    blame: 'harness',
    isRetryable: true,
  });

const unreadable = (what: string): OsharmError =>
  new OsharmError(`The ${what} is none.`, { code: `${what}-unreadable`, blame: 'environment', isRetryable: true });

const slow = new OsharmError('/v2/windows did not answer within 30 s.', {
  code: 'guest-timeout',
  blame: 'environment',
  isRetryable: true,
});

const late = new GuestReplyError('/v2/windows', {
  status: 500,
  headers: {},
  body: Buffer.from('<h1>500</h1><p>The request took longer than the server allows.</p>'),
});

describe('a failure in a run', () => {
  it.each([
    ['the desktop was ended from inside', new DesktopDestroyedError('X was killed'), {}],
    [
      'the desktop is gone, whatever failed',
      new TypeError('x'),
      { desktop: desktop({ state: 'destroyed', reason: 'gone' }) },
    ],
    ['the guest gives a malformed answer', guest, {}],
    ['the guest returns an invalid tree', unreadable('tree'), {}],
    ['the guest returns an invalid picture', unreadable('picture'), {}],
    ['the guest is silent, but the supervisor answers', deadline, {}],
    ['the guest is slow, but the supervisor answers', slow, {}],
    ['the guest gave up by itself, but the supervisor answers', late, {}],
    ['the supervisor is late', supervisor('no answer within 100 s'), { phase: 'collect' }],
    ['scanning its files takes too long', deadline, { phase: 'judge' }],
    ['the harness was blocked, as it was before', deadline, { heldMs: 30_000, wasExcused: true }],
    ['nothing is served, and was not before', slow, { desktop: unserved, wasExcused: true }],
    [
      'the harness was blocked by the desktop’s own programs',
      deadline,
      { heldMs: 30_000, desktop: desktop(running, true, 25_000) },
    ],
    ['nothing is served because of the desktop’s own programs', slow, { desktop: desktop(running, false, 15_000) }],
    ['the desktop was lost before', new TypeError('x'), { isLost: true }],
  ] as const)('a failure is attributed to the agent if %s', async (_, error, more) => {
    expect(await blameFailure(error, situation(more))).toMatchObject({ as: 'result' });
  });

  it.each([
    ['the agent has not acted yet', guest, { hasActed: false }, { blame: 'environment', isRetryable: true }],
    [
      'there is no desktop yet',
      new EnvironmentError('no', { code: 'sandbox-start' }),
      { desktop: null },
      { code: 'sandbox-start' },
    ],
    ['the guest gave up while the harness was blocked', late, { heldMs: 30_000 }, { code: 'harness-held' }],
    [
      'the harness itself was blocked',
      deadline,
      { heldMs: 30_000 },
      { code: 'harness-held', blame: 'harness', isRetryable: true },
    ],
    [
      'the desktop’s own programs explain only a part of the time for which the harness was blocked',
      deadline,
      { heldMs: 30_000, desktop: desktop(running, true, 5_000) },
      { code: 'harness-held' },
    ],
    [
      'the harness was blocked and the supervisor is silent',
      deadline,
      { heldMs: 30_000, desktop: silent },
      { code: 'harness-held' },
    ],
    ['the harness itself failed', new TypeError('x'), {}, { code: 'unexpected', blame: 'harness' }],
    [
      'the machine gives the sandbox no time',
      deadline,
      { desktop: unserved },
      { code: 'sandbox-stopped', isRetryable: true },
    ],
    [
      'the supervisor is late, and so is everything',
      supervisor('no answer within 100 s'),
      { desktop: unserved },
      { code: 'sandbox-stopped' },
    ],
    [
      'this machine ended the supervisor',
      supervisor('it ended'),
      { desktop: desktop({ state: 'failed', error: new EnvironmentError('killed', { code: 'sandbox-killed' }) }) },
      { code: 'sandbox-killed' },
    ],
    ['no supervisor watches the desktop', deadline, { isWatched: false }, { code: 'deadline' }],
    ['a third-party server fails by itself', guest, { isWatched: false }, { code: 'guest-reply' }],
    ['the model took too long', deadline, { phase: 'predict' }, { code: 'deadline' }],
    [
      'results can’t be written',
      new EnvironmentError('full', { code: 'disk-full' }),
      { desktop: desktop({ state: 'destroyed', reason: 'gone' }) },
      { code: 'disk-full' },
    ],
  ] as const)('a failure is an error if %s', async (_, error, more, expected) => {
    expect(await blameFailure(error, situation(more))).toMatchObject({ as: 'error', error: expected });
  });

  it('a desktop that is ended for starving the machine during a call is attributed to the agent', async () => {
    let end: DesktopEnd = { state: 'running' };
    const starving = {
      state: () => end,
      isServed: async () => true,
      starvedMs: async () => {
        end = { state: 'destroyed', reason: 'it starved the machine' };
        return 0;
      },
    };
    expect(await blameFailure(deadline, situation({ heldMs: 30_000, desktop: starving }))).toEqual({
      as: 'result',
      reason: 'it starved the machine',
    });
  });

  it('a failure is a stop if the user or a budget ended the run', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    expect(await blameFailure(signal.reason, situation({ signal }))).toEqual({ as: 'stopped', error: null });
    const budget = new OsharmError('spent', { code: 'max-cost-reached', blame: 'task' });
    expect(await blameFailure(budget, situation())).toEqual({ as: 'stopped', error: budget });
  });
});
