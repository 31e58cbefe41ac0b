import { describe, expect, it } from 'vitest';
import { OsharmError } from '../../base/errors.ts';
import { CallPort } from './call-port.ts';

type Handle = (name: string, value: unknown, signal: AbortSignal) => unknown;

/** Two ends whose messages are copied as between processes. */
function pair(nearHandle: Handle, farHandle: Handle): { near: CallPort; far: CallPort } {
  const near: CallPort = new CallPort((message) => far.take(structuredClone(message)), nearHandle);
  const far: CallPort = new CallPort((message) => near.take(structuredClone(message)), farHandle);
  return { near, far };
}
const nothing: Handle = () => undefined;

describe('CallPort', () => {
  it('brings answers to their calls, in whatever order they come', async () => {
    const gates = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const { near } = pair(nothing, (name, value) =>
      gates[value as number]?.promise.then((outcome) => `${name}: ${outcome}`),
    );
    const calls = [near.call('one', 0), near.call('two', 1)];
    expect(near.isWaiting).toBe(true);
    gates[1]?.resolve('b');
    expect(await calls[1]).toBe('two: b');
    gates[0]?.resolve('a');
    expect(await calls[0]).toBe('one: a');
    expect(near.isWaiting).toBe(false);
  });

  it('brings a typed error as one', async () => {
    const { near } = pair(nothing, () => {
      throw new OsharmError('No.', { code: 'no', blame: 'model', isRetryable: true, hint: 'Ask.' });
    });
    const failed = await near.call('x', null).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(OsharmError);
    expect(failed).toMatchObject({ message: 'No.', code: 'no', blame: 'model', isRetryable: true, hint: 'Ask.' });
  });

  it('gives an error back as the same object where it came through the other side', async () => {
    const refused = new OsharmError('I will not.', { code: 'provider-refusal', blame: 'model', cause: 'kept' });
    const { near, far } = pair(
      () => {
        throw refused;
      },
      async () => far.call('model', null),
    );
    await expect(near.call('predict', null)).rejects.toBe(refused);
  });

  it('gives an error of the other side’s own as that, though a call of it failed before', async () => {
    const { near, far } = pair(
      () => {
        throw new Error('mine');
      },
      async () => {
        await far.call('model', null).catch(() => undefined);
        throw new Error('its own');
      },
    );
    await expect(near.call('predict', null)).rejects.toThrow('its own');
  });

  it('passes an abort on, and waits until the other side has ended the call', async () => {
    let aborted = false;
    const { near } = pair(
      nothing,
      (_, __, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted = true;
            reject(new Error('stopped'));
          });
        }),
    );
    const controller = new AbortController();
    const called = near.call('x', null, controller.signal);
    controller.abort();
    await expect(called).rejects.toThrow('stopped');
    expect(aborted).toBe(true);
    await expect(near.call('x', null, controller.signal)).rejects.toThrow();
  });

  it('fails open calls, and aborts what it answers, where the other side is gone', async () => {
    const { near } = pair(nothing, () => new Promise(() => {}));
    const called = near.call('x', null);
    near.end(new Error('gone'));
    await expect(called).rejects.toThrow('gone');
    await expect(near.call('x', null)).rejects.toThrow('gone');
    const signals: AbortSignal[] = [];
    const { near: caller, far } = pair(nothing, (_, __, signal) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    void caller.call('x', null);
    far.end(new Error('gone'));
    expect(signals[0]?.aborted).toBe(true);
  });

  it('fails an answer that can’t be copied, and takes nothing that is no message', async () => {
    const { near } = pair(nothing, () => () => 1);
    await expect(near.call('x', null)).rejects.toThrow('could not be cloned');
    expect(() => near.take({ type: 'shout' })).toThrow();
  });
});
