import { randomUUID } from 'node:crypto';
import { setImmediate as breath } from 'node:timers/promises';

/** Strings shorter than this are written like any other. */
const leastPicture = 4096;
const picture = /^(?:data:image\/png;base64,)?iVBORw0KGgo[A-Za-z0-9+/]+={0,2}$/;

/** A JSON value without its pictures: each stands as `mark`, in the order of `pictures`. */
export interface WithoutPictures {
  value: unknown;
  mark: string;
  pictures: string[];
}

/** Takes pictures (base64 of PNG, bare or as data URLs) out of a JSON value. */
export function takePictures(value: unknown): WithoutPictures {
  // Unguessable: no text of a run can hold it.
  const mark = `picture-${randomUUID()}`;
  const pictures: string[] = [];
  const walk = (one: unknown): unknown => {
    if (typeof one === 'string') {
      if (one.length < leastPicture || !picture.test(one)) return one;
      pictures.push(one);
      return mark;
    }
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one === 'object' && one !== null)
      return Object.fromEntries(Object.entries(one).map(([key, member]) => [key, walk(member)]));
    return one;
  };
  return { value: walk(value), mark, pictures };
}

/** Puts pictures back into the JSON text that was made without them, one at a time, so that the event loop goes on between them. */
export async function putPicturesBack(text: string, { mark, pictures }: WithoutPictures): Promise<Uint8Array> {
  const pieces = text.split(mark);
  const size = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  const bytes = Buffer.allocUnsafe(pictures.reduce((sum, one) => sum + one.length, size));
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    at += bytes.write(piece, at);
    const next = pictures[index];
    if (next === undefined) continue;
    // Base64 needs no escapes.
    at += bytes.write(next, at, 'latin1');
    await breath();
  }
  return bytes;
}
