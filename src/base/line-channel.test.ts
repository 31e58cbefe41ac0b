import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type ChannelEnd, endText, LineChannel } from './line-channel.ts';

const schema = z.object({ n: z.number() });

/** A channel over a stream that the test writes to; `ended` resolves with how it ended. */
function channel(onMessage: (message: { n: number }) => void | Promise<void> = () => undefined, longest?: number) {
  const input = new PassThrough();
  const messages: number[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<ChannelEnd>();
  const lines = new LineChannel({
    input,
    schema,
    ...(longest === undefined ? {} : { longest }),
    onMessage: (message) => {
      messages.push(message.n);
      return onMessage(message);
    },
    onEnd: resolve,
  });
  return { input, messages, ended, lines };
}

it('a line channel reassembles lines from any chunks, skips blank ones and drops a partial last one', async () => {
  const { input, messages, ended } = channel();
  const bytes = Buffer.from('{"n":1}\r\n\n{"n":2, "word":"größe"}\n{"n":3}\n{"n":4');
  for (const byte of bytes) input.write(Buffer.from([byte]));
  input.end();
  expect(await ended).toEqual({ kind: 'closed' });
  expect(messages).toEqual([1, 2, 3]);
});

it.each([
  ['no JSON', 'hello', /it is not JSON\): hello/],
  ['another shape', '{"n":"1"}', /n: .*\{"n":"1"\}/],
  ['another value', '[]', /malformed message/],
])('a line channel ends at a line of %s and ignores everything after it', async (_, line, text) => {
  const { input, messages, ended } = channel();
  input.write(`{"n":1}\n${line}\n{"n":2}\n`);
  const end = await ended;
  expect(end.kind).toBe('shape');
  expect(endText(end)).toMatch(text);
  expect(messages).toEqual([1]);
});

it('a line channel ends at an endless line before buffering all of it', async () => {
  const { input, ended } = channel(undefined, 1000);
  for (let turn = 0; turn < 4; turn += 1) input.write('x'.repeat(400));
  expect((await ended).kind).toBe('too-long');
});

it('a line channel reads on once a message is handled and ends if handling fails', async () => {
  let isFirst = true;
  const { input, messages, ended } = channel(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (!isFirst) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    isFirst = false;
    expect(messages).toEqual([1]);
  });
  input.write('{"n":1}\n{"n":2}\n{"n":3}\n');
  const end = await ended;
  expect(endText(end)).toBe('could not be followed: no space left on device');
  expect(messages).toEqual([1, 2]);
});

it('a line channel reports a broken stream', async () => {
  const { input, ended } = channel();
  input.destroy(new Error('read ECONNRESET'));
  expect(endText(await ended)).toBe('broke: read ECONNRESET');
});

it('a line channel yields to other work while many lines arrive', async () => {
  let most = 0;
  let last = 0;
  const timer = setInterval(() => {
    most = Math.max(most, messages.length - last);
    last = messages.length;
  }, 1);
  const { input, messages, ended } = channel(() => {
    for (const start = performance.now(); performance.now() - start < 0.1; );
  });
  input.end(`{"n":1}\n`.repeat(4000));
  await ended;
  clearInterval(timer);
  expect(messages.length).toBe(4000);
  // Counted in messages, since a loaded machine makes any time long. A tenth of a millisecond each: at most 100 ms without a turn.
  expect(most).toBeLessThan(1000);
});
