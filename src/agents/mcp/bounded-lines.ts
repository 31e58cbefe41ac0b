import { Transform, type TransformCallback } from 'node:stream';

const lineBreak = 10;

/** Passes a stream of lines on until one of them has more than `most` bytes, which ends the stream. */
export function boundedLines(most: number, exceeded: () => void): Transform {
  let length = 0;
  let isOver = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      if (isOver) return done();
      for (let from = 0; from < chunk.length; ) {
        const end = chunk.indexOf(lineBreak, from);
        length += (end === -1 ? chunk.length : end) - from;
        if (length > most) {
          isOver = true;
          exceeded();
          this.push(null);
          return done();
        }
        if (end === -1) break;
        length = 0;
        from = end + 1;
      }
      done(null, chunk);
    },
  });
}
