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
  it('CallPort delivers answers to their calls in any order', async () => {
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

  it('CallPort delivers a typed error as that type', async () => {
    const { near } = pair(nothing, () => {
      throw new OsharmError('No.', { code: 'no', blame: 'model', isRetryable: true, hint: 'Ask.' });
    });
    const failed = await near.call('x', null).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(OsharmError);
    expect(failed).toMatchObject({ message: 'No.', code: 'no', blame: 'model', isRetryable: true, hint: 'Ask.' });
  });

  it('CallPort returns an error that crossed it twice as the same object', async () => {
    const refused = new OsharmError('I will not.', { code: 'provider-refusal', blame: 'model', cause: 'kept' });
    const { near, far } = pair(
      () => {
        throw refused;
      },
      async () => far.call('model', null),
    );
    await expect(near.call('predict', null)).rejects.toBe(refused);
  });

  it('CallPort keeps an error of the other side distinct from the failed call before it', async () => {
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

  it('CallPort forwards an abort and waits until the other side has ended the call', async () => {
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

  it('CallPort fails pending calls and aborts its answers when the other side exits', async () => {
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

  it('CallPort fails an answer that can’t be cloned and ignores unknown messages', async () => {
    const { near } = pair(nothing, () => () => 1);
    await expect(near.call('x', null)).rejects.toThrow('could not be cloned');
    expect(() => near.take({ type: 'shout' })).toThrow();
  });
});
