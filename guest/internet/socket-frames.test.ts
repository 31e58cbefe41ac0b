import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SocketFrames } from './socket-frames.ts';

function frame(payload: Buffer, mask: Buffer): Buffer {
  const length =
    payload.length < 126
      ? Buffer.from([0x80 | payload.length])
      : Buffer.from([0x80 | 126, payload.length >> 8, payload.length & 255]);
  const masked = Buffer.from(payload.map((byte, at) => byte ^ (mask[at & 3] as number)));
  return Buffer.concat([Buffer.from([0x82]), length, mask, masked]);
}
const bytes = (maxLength: number, minLength = 0): fc.Arbitrary<Buffer> =>
  fc.uint8Array({ minLength, maxLength }).map((array) => Buffer.from(array));

it('WebSocket payloads are unmasked, however the stream is split', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(bytes(300), bytes(4, 4)), { maxLength: 5 }),
      fc.integer({ min: 1, max: 50 }),
      (list, step) => {
        const stream = Buffer.concat(list.map(([payload, mask]) => frame(payload, mask)));
        const frames = new SocketFrames();
        const out: Buffer[] = [];
        for (let at = 0; at < stream.length; at += step) out.push(frames.write(stream.subarray(at, at + step)));
        expect(Buffer.concat([...out, frames.end()])).toEqual(Buffer.concat(list.map(([payload]) => payload)));
      },
    ),
  );
});

it('bytes that are not a WebSocket frame are kept', () => {
  const frames = new SocketFrames();
  expect(frames.write(Buffer.from('plain secret words')).toString()).toBe('plain secret words');
  expect(frames.write(Buffer.from(' and more')).toString()).toBe(' and more');
});
