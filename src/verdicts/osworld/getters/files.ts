import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative } from 'node:path';
import { OsharmError } from '../../../base/errors.ts';
import { type Getter, type GetterContext, textParameter } from './getter.ts';

/** Keeps the task's files apart from the desktop's. */
const ofTask = 'of-the-task';

interface Wanted {
  path: string;
  name: string;
  isGiven: boolean;
}

/** Files of the desktop. Returns the paths of those that `gives` selects (default: the first), or null if missing. */
export const vmFile: Getter = async (parameters, context) => {
  const found: (string | null)[] = [];
  for (const { path, name, isGiven } of wantedFiles(parameters, context.now())) {
    const content = await context.desktop.readFile(path, context.signal);
    const place = content === null ? null : await keep(context, name, content);
    if (isGiven) found.push(place);
  }
  return found.length === 1 ? found[0] : found;
};

/** Files of the task, downloaded once. */
export const cloudFile: Getter = async (parameters, context) => {
  const found: string[] = [];
  for (const { path, name, isGiven } of wantedFiles(parameters, null)) {
    // Separate from the desktop's files, so that a file with the same name can't become its own reference.
    const place = inFolder(context, join(ofTask, name));
    if (!existsSync(place))
      await keep(context, join(ofTask, name), await context.fetchFile(path, name, context.signal));
    if (isGiven) found.push(place);
  }
  return found.length === 1 ? found[0] : found;
};

/** The output that an `execute` step stored under this name. */
export const cacheFile: Getter = async (parameters, context) => {
  const name = textParameter(parameters, 'path');
  const kept = context.kept?.get(name);
  if (kept !== undefined) return keep(context, join(ofTask, name), Buffer.from(kept));
  const place = inFolder(context, join(ofTask, name));
  if (existsSync(place)) return place;
  throw new OsharmError(`No step of the task kept ${JSON.stringify(name)}.`, {
    code: 'evaluator-cache-file',
    blame: 'task',
    hint: 'An execute step must name it as stdout or stderr.',
  });
};

/** A getter for one file at a fixed path below the user's home. */
export function homeFile(place: (parameters: Readonly<Record<string, unknown>>) => string): Getter {
  return async (parameters, context) => {
    const content = await context.desktop.readFile(`/home/user/${place(parameters)}`, context.signal);
    return content === null || content.length === 0 ? null : keep(context, textParameter(parameters, 'dest'), content);
  };
}

/** Writes content to the evaluation's folder and returns the path. */
export async function keep(context: GetterContext, name: string, content: Buffer): Promise<string> {
  const place = inFolder(context, name);
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, content);
  return place;
}

function inFolder({ folder }: GetterContext, name: string): string {
  const place = join(folder, name);
  if (relative(folder, place).startsWith('..') || place === folder)
    throw new OsharmError(`${JSON.stringify(name)} is not a valid name for a file of the evaluation.`, {
      code: 'evaluator-parameter',
      blame: 'task',
    });
  return place;
}

function wantedFiles(parameters: Readonly<Record<string, unknown>>, now: Date | null): Wanted[] {
  const isMany = parameters.multi === true;
  const paths = isMany ? parameters.path : [parameters.path];
  const names = isMany ? parameters.dest : [parameters.dest];
  const gives = new Set(Array.isArray(parameters.gives) ? parameters.gives : [0]);
  if (
    !Array.isArray(paths) ||
    !Array.isArray(names) ||
    ![...paths, ...names].every((value) => typeof value === 'string')
  )
    throw new OsharmError('A file of the evaluator needs path and dest, with "multi" lists of them.', {
      code: 'evaluator-parameter',
      blame: 'task',
    });
  return paths.slice(0, names.length).map((path: string, index) => {
    const name = names[index] as string;
    const isTimed = !isMany && now !== null && parameters.time_suffix === true;
    return { path, name: isTimed ? timed(name, now, parameters.time_format) : name, isGiven: gives.has(index) };
  });
}

function timed(name: string, now: Date, format: unknown): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const parts: Readonly<Record<string, string>> = {
    Y: String(now.getFullYear()),
    m: two(now.getMonth() + 1),
    d: two(now.getDate()),
    H: two(now.getHours()),
    M: two(now.getMinutes()),
    S: two(now.getSeconds()),
  };
  const text = String(format ?? '%Y%m%d_%H%M%S').replace(/%([YmdHMS])/g, (_, part: string) => parts[part] ?? '');
  const ending = extname(name);
  return `${name.slice(0, name.length - ending.length)}_${text}${ending}`;
}
