import { randomUUID } from 'node:crypto';
import { nextTurn } from '../../base/event-loop.ts';

const leastPicture = 4096;
const begin = /^(data:image\/png;base64,)?iVBORw0KGgo/;

/** A JSON value with its images replaced by `mark`, in the order of `pictures`. */
export interface WithoutPictures {
  value: unknown;
  mark: string;
  pictures: { text: string; prefix: string; bytes: Buffer<ArrayBuffer> }[];
}

/** Extracts images (PNG in base64, bare or as data URLs) from a JSON value, yielding between them. */
export async function takePictures(value: unknown): Promise<WithoutPictures> {
  // Unguessable, so that no text of a run can contain it.
  const mark = `picture-${randomUUID()}`;
  const pictures: WithoutPictures['pictures'] = [];
  const walk = async (node: unknown): Promise<unknown> => {
    if (typeof node === 'string') {
      const match = node.length < leastPicture ? null : begin.exec(node.slice(0, 40));
      if (match === null) return node;
      await nextTurn();
      const prefix = match[1] ?? '';
      const bytes = Buffer.from(node.slice(prefix.length), 'base64');
      // A string that isn't entirely base64 only starts like an image.
      if (bytes.toString('base64') !== node.slice(prefix.length)) return node;
      pictures.push({ text: node, prefix, bytes });
      return mark;
    }
    if (Array.isArray(node)) {
      const items: unknown[] = [];
      for (const item of node) items.push(await walk(item));
      return items;
    }
    if (typeof node !== 'object' || node === null) return node;
    const members: [string, unknown][] = [];
    for (const [key, member] of Object.entries(node)) members.push([key, await walk(member)]);
    return Object.fromEntries(members);
  };
  return { value: await walk(value), mark, pictures };
}

/** Restores the images in the serialized value, in pieces, yielding to the event loop between them. */
export async function* withPictures(
  text: string,
  { mark, pictures }: WithoutPictures,
): AsyncGenerator<Buffer<ArrayBuffer>> {
  for (const [index, piece] of text.split(mark).entries()) {
    yield Buffer.from(piece);
    const next = pictures[index];
    if (next === undefined) continue;
    await nextTurn();
    // Base64 needs no escaping.
    yield Buffer.from(next.text, 'latin1');
    await nextTurn();
  }
}
