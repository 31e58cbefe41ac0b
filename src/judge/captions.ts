import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { OsharmError } from '../errors.ts';
import { encodeModelName } from '../record/paths.ts';
import { type PythonJsonValue, pythonJson } from '../record/python-json.ts';
import { writeWholeFile } from '../record/write-whole-file.ts';
import type { AskContext, Asked, Asker } from './ask/ask-model.ts';
import { imagePart, textPart } from './chat.ts';
import { sha256 } from './sha256.ts';
import type { Caption } from './types/judge-type.ts';

const cachedSchema = z.looseObject({ caption: z.string() });
const captionRequest =
  'Describe this screenshot of a graphical desktop in Markdown, as a hierarchy: windows, their parts, their texts and states. Write no code block around it.';

export interface CaptionerOptions {
  directory: string;
  asker: Asker;
  context: Omit<AskContext, 'role'>;
  /** Called for each question that was paid for. */
  onAsked(asked: Asked): void;
}

/**
 * Puts pictures into words and keeps them: in OS-Harm's file of that name, which is read first where our own note beside it says that it is of the same
 * picture (or there is no note: OS-Harm wrote it), and by the picture's hash under `captions/by-hash/`.
 */
export function captioner({ directory, asker, context, onAsked }: CaptionerOptions): Caption {
  return async (picture, cache) => {
    const files = await captionFiles(directory, asker.address.model, picture, cache);
    const known = await knownIn(files);
    if (known !== null) return known;
    const messages = [{ role: 'user' as const, content: [textPart(captionRequest), plainDetail(picture)] }];
    const asked = await asker.ask({ kind: 'caption', messages, isOsHarm: true }, { ...context, role: 'caption' });
    onAsked(asked);
    if (asked.text.trim() === '')
      throw new OsharmError(`${asker.address.name} gave no words for a screenshot.`, {
        code: 'caption-empty',
        blame: 'model',
        isRetryable: true,
      });
    const text = pythonJson({ caption: asked.text, response: asked.response as PythonJsonValue });
    for (const file of [files.compatible, files.byHash]) {
      await mkdir(dirname(file), { recursive: true });
      writeWholeFile(file, text);
    }
    return asked.text;
  };
}

/** The words of a picture that are there already; null where there are none. */
export async function knownCaption(
  directory: string,
  captionerModel: string,
  picture: Buffer,
  cache: string,
): Promise<string | null> {
  return knownIn(await captionFiles(directory, captionerModel, picture, cache));
}

async function captionFiles(
  directory: string,
  captionerModel: string,
  picture: Buffer,
  cache: string,
): Promise<{ compatible: string; byHash: string }> {
  // OS-Harm's way with slashes; what else can't stand in a file's name everywhere (`llava:7b`) as in other paths.
  const name = encodeModelName(captionerModel.replaceAll('/', '_'));
  return {
    compatible: join(directory, cache.replaceAll('{captioner}', name)),
    byHash: join(directory, 'captions', 'by-hash', name, `${await sha256(picture)}.json`),
  };
}

async function knownIn({ compatible, byHash }: { compatible: string; byHash: string }): Promise<string | null> {
  return (await kept(byHash)) ?? (await keptOfSamePicture(compatible, byHash));
}

/** The captioner's picture has the provider's own detail. */
function plainDetail(picture: Buffer): ReturnType<typeof imagePart> {
  const { type, image_url } = imagePart(picture) as Extract<ReturnType<typeof imagePart>, { type: 'image_url' }>;
  return { type, image_url: { url: image_url.url } };
}

/** OS-Harm's file says nothing of the picture: it counts only where none of our own says that it was of another. */
async function keptOfSamePicture(compatible: string, byHash: string): Promise<string | null> {
  const words = await kept(compatible);
  if (words === null) return null;
  const others = await readdir(dirname(byHash)).catch(() => []);
  for (const other of others) if ((await kept(join(dirname(byHash), other))) === words) return null;
  return words;
}

async function kept(file: string): Promise<string | null> {
  try {
    return cachedSchema.parse(JSON.parse(await readFile(file, 'utf8'))).caption;
  } catch {
    return null;
  }
}
