import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WireWatch } from './wire-watch.ts';

const stream =
  'GET /a HTTP/1.1\r\nHost: x\r\n\r\n' +
  'POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 8\r\n\r\n0;not=1\n' +
  'POST /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5;one=1\r\nhello\r\n3 ; two="2;2"\r\na\nb\r\n0;last\r\nTrailer: t\r\n\r\n' +
  'GET /d HTTP/1.1\r\nHost: x\r\n\r\n';

it('WireWatch keeps only chunk extensions, however the stream is split', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: stream.length }), { maxLength: 30 }), (cuts) => {
      const watch = new WireWatch();
      let from = 0;
      for (const cut of [...cuts.toSorted((a, b) => a - b), stream.length]) {
        watch.write(Buffer.from(stream.slice(from, cut)));
        from = cut;
      }
      expect(watch.take()).toBe('one=1\n two="2;2"\nlast');
      expect(watch.take()).toBe('');
    }),
  );
});

it('WireWatch is bounded and accepts any data', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => new WireWatch().write(Buffer.from(bytes))));
  const watch = new WireWatch();
  watch.write(Buffer.from('POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n'));
  for (let count = 0; count < 100; count++) watch.write(Buffer.alloc(64 * 1024, '5;x'));
  expect(watch.take().length).toBeLessThan(3 * 2 ** 20);
});

it('WireWatch reports bytes that belong to no request, however the stream is split', () => {
  const last = 'GET /e HTTP/1.1\r\nX-Half: secret';
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: stream.length + last.length }), { maxLength: 30 }), (cuts) => {
      const all = stream + last;
      const watch = new WireWatch();
      let from = 0;
      for (const cut of [...cuts.toSorted((a, b) => a - b), all.length]) {
        // As Node's parser does it: each head that is whole becomes a request before the watch gets the piece.
        const heads = (text: string): number =>
          ['/a', '/b', '/c', '/d'].filter(
            (path) => text.includes('\r\n\r\n', Math.max(0, text.indexOf(`${path} `))) && text.includes(`${path} `),
          ).length;
        for (let made = heads(all.slice(0, from)); made < heads(all.slice(0, cut)); made++) watch.request();
        watch.write(Buffer.from(all.slice(from, cut)));
        from = cut;
      }
      expect(watch.untaken().content.toString()).toBe(last);
    }),
  );
  const deaf = new WireWatch();
  deaf.request();
  deaf.write(Buffer.from(`${stream}rest`));
  expect(deaf.untaken().content.toString()).toContain('POST /b');
  expect(deaf.untaken().content.toString().endsWith('rest')).toBe(true);
  deaf.stop();
  deaf.write(Buffer.from('more'));
  expect(deaf.untaken().bytes).toBe(0);
});
