import { noteRequest } from '../../../agents/models/exchange.ts';
import { takePictures, type WithoutPictures, withPictures } from '../pictures-in-json.ts';
import { sha256 } from '../sha256.ts';

export interface RequestBody {
  sent: string | Blob;
  /** UTF-8 bytes without images. */
  textBytes: number;
  pictures: number;
}

/** Serializes a request. `calls.jsonl` records images by hash only, because the run stores them. */
export async function requestBody(body: unknown): Promise<RequestBody> {
  const light = await takePictures(body);
  const text = JSON.stringify(light.value);
  const counted = { textBytes: Buffer.byteLength(text), pictures: light.pictures.length };
  if (light.pictures.length === 0) return { sent: text, ...counted };
  const pieces: Blob[] = [];
  for await (const piece of withPictures(text, light)) pieces.push(new Blob([piece]));
  const sent = new Blob(pieces);
  const notes: unknown[] = [];
  for (const picture of light.pictures) notes.push(await noteOf(picture));
  noteRequest(
    sent,
    JSON.parse(text, (_, value: unknown) => (value === light.mark ? notes.shift() : value)),
  );
  return { sent, ...counted };
}

async function noteOf({ prefix, bytes }: WithoutPictures['pictures'][number]): Promise<Record<string, unknown>> {
  const named = { $sha256: await sha256(bytes), bytes: bytes.length, encoding: 'base64' };
  return prefix === '' ? named : { ...named, prefix };
}
