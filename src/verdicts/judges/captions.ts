import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { OsharmError } from '../../base/errors.ts';
import { encodeModelName } from '../../base/record/paths.ts';
import { type PythonJsonValue, pythonJson } from '../../base/record/python-json.ts';
import { writeWholeFile } from '../../base/record/write-whole-file.ts';
import { type AskContext, type Asked, type Asker, notRefused } from './ask/ask-model.ts';
import { imagePart, textPart } from './chat.ts';
import { sdkDump } from './sdk-dump.ts';
import { sha256 } from './sha256.ts';
import type { Caption } from './types/judge-type.ts';

const cachedSchema = z.looseObject({ caption: z.string() });
/** Stored next to OS-Harm's caption file: SHA-256 of the caption, of the screenshot and of the request. */
const madeOfSchema = z.object({ caption: z.string(), picture: z.string(), request: z.string() });

export interface CaptionPlace {
  directory: string;
  captionerModel: string;
  /** OS-Harm caches captions by the screenshot's file name, osharm by its content. */
  isOsHarm: boolean;
}

export interface CaptionerOptions extends Pick<CaptionPlace, 'directory' | 'isOsHarm'> {
  asker: Asker;
  context: Omit<AskContext, 'role'>;
  onAsked(call: Asked): void;
}

/** Captions are cached by screenshot and request. */
export function captioner({ directory, isOsHarm, asker, context, onAsked }: CaptionerOptions): Caption {
  const place = { directory, captionerModel: asker.address.model, isOsHarm };
  return async (picture, cache, request) => {
    const known = await knownCaption(place, picture, cache, request);
    if (known !== null) return known;
    const messages = [{ role: 'user' as const, content: [textPart(request), plainDetail(picture)] }];
    const question = { kind: 'caption' as const, messages, isOsHarm: true };
    const answer = notRefused(asker, await asker.ask(question, { ...context, role: 'caption' }));
    onAsked(answer);
    if (answer.text.trim() === '')
      throw new OsharmError(`${asker.address.name} returned no caption for a screenshot.`, {
        code: 'caption-empty',
        blame: 'model',
        isRetryable: true,
      });
    const response = isOsHarm ? sdkDump(answer.response) : answer.response;
    const text = pythonJson({ caption: answer.text, response: response as PythonJsonValue });
    const files = await captionFiles(place, picture, cache, request);
    if (isOsHarm) {
      const madeOf = { caption: await textHash(answer.text), ...files.of };
      await write(files.madeOf, JSON.stringify(madeOf));
      await write(files.osHarm, text);
      if (existsSync(files.sharedFolder)) await write(files.shared, text);
    } else await write(files.cached, text);
    return answer.text;
  };
}

export async function knownCaption(
  place: CaptionPlace,
  picture: Buffer,
  cache: string,
  request: string,
): Promise<string | null> {
  const files = await captionFiles(place, picture, cache, request);
  if (!place.isOsHarm) return kept(files.cached);
  const words = await kept(files.osHarm);
  return words !== null && (await isOfSamePicture(words, files)) ? words : kept(files.shared);
}

type CaptionFiles = Awaited<ReturnType<typeof captionFiles>>;

async function captionFiles(
  { directory, captionerModel }: CaptionPlace,
  picture: Buffer,
  cache: string,
  request: string,
) {
  // Slashes are replaced as in OS-Harm, other characters that file names can't contain (`llava:7b`) as in other paths.
  const name = encodeModelName(captionerModel.replaceAll('/', '_'));
  const osHarm = cache.replaceAll('{captioner}', name);
  const captions = join(directory, 'captions');
  const of = { picture: await sha256(picture), request: await textHash(request) };
  const sharedFolder = join(captions, 'shared');
  return {
    of,
    cached: join(captions, 'by-hash', name, `${of.picture}.json`),
    osHarm: join(directory, osHarm),
    madeOf: join(captions, 'made-of', name, basename(osHarm)),
    /** Shared by copies of a run, so that each screenshot is captioned once. */
    sharedFolder,
    shared: join(sharedFolder, `${name}-${of.request.slice(0, 16)}`, `${of.picture}.json`),
  };
}

/** A caption without a note is from OS-Harm, or from an earlier version of osharm that also cached it by content. */
async function isOfSamePicture(words: string, { of, madeOf, cached }: CaptionFiles): Promise<boolean> {
  const note = await read(madeOf, madeOfSchema);
  if (note !== null && note.caption === (await textHash(words)))
    return note.picture === of.picture && note.request === of.request;
  for (const other of await readdir(dirname(cached)).catch(() => []))
    if ((await kept(join(dirname(cached), other))) === words) return false;
  return true;
}

/** Drops `detail`, so that the provider's default applies. */
function plainDetail(picture: Buffer): ReturnType<typeof imagePart> {
  const { type, image_url } = imagePart(picture) as Extract<ReturnType<typeof imagePart>, { type: 'image_url' }>;
  return { type, image_url: { url: image_url.url } };
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  writeWholeFile(file, text);
}

const textHash = (text: string): Promise<string> => sha256(Buffer.from(text));
const kept = async (file: string): Promise<string | null> => (await read(file, cachedSchema))?.caption ?? null;

async function read<T>(file: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}
