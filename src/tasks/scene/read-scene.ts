import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { formFault } from '../suite/form-fault.ts';
import { parsedYaml } from '../suite/yaml-file.ts';
import { type SceneSource, sceneSchema } from './scene-schema.ts';

export interface SceneFolder {
  name: string;
  source: SceneSource;
  /** A document of the scene or of `scenes/shared`. */
  document(name: string): string;
  copy(path: string): Buffer;
}

export function sceneNames(suiteFolder: string): string[] {
  const root = join(suiteFolder, 'scenes');
  if (!existsSync(root)) return [];
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, entry.name, 'scene.yaml')))
    .map(({ name }) => name)
    .sort();
}

/**
 * Reads and merges `scenes/NAME/*.yaml` with `scenes/shared`: lists are concatenated, maps merged by key. Throws
 * UsageError that names the file and field.
 */
export function readScene(suiteFolder: string, name: string): SceneFolder {
  const root = join(suiteFolder, 'scenes');
  const folder = join(root, name);
  if (!existsSync(join(folder, 'scene.yaml')))
    throw new UsageError(`There is no scene ${JSON.stringify(name)}.`, {
      code: 'scene-missing',
      hint: `Scenes are ${sceneNames(suiteFolder).join(', ') || 'none'}.`,
    });
  const joined: Record<string, unknown> = {};
  for (const path of [...yamlFiles(join(root, 'shared')), ...yamlFiles(folder)]) addTo(joined, parsedYaml(path), path);
  const parsed = sceneSchema.safeParse(joined);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UsageError(
      `The scene ${name}: ${issue?.path.join('.') ?? ''}: ${formFault(issue?.message ?? 'invalid format')}.`,
      { code: 'scene-form', hint: 'docs/write/scenes.md describes scenes.' },
    );
  }
  return {
    name,
    source: parsed.data,
    document: (document) => {
      const path = [folder, join(root, 'shared')]
        .map((place) => join(place, 'documents', `${document}.md`))
        .find((candidate) => existsSync(candidate));
      if (path !== undefined) return readFileSync(path, 'utf8');
      throw new UsageError(`The scene ${name} has no documents/${document}.md.`, { code: 'scene-document' });
    },
    copy: (path) => {
      if (/(?:^|\/)\.\.(?:\/|$)/.test(path) || !existsSync(join(folder, 'copies', path)))
        throw new UsageError(`The scene ${name} has no copies/${path}.`, { code: 'scene-copy' });
      return readFileSync(join(folder, 'copies', path));
    },
  };
}

const yamlFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.yaml'))
        .sort()
        .map((file) => join(folder, file))
    : [];

function addTo(into: Record<string, unknown>, from: unknown, path: string): void {
  if (typeof from !== 'object' || from === null || Array.isArray(from))
    throw new UsageError(`${path} is not a map.`, { code: 'scene-form' });
  for (const [key, value] of Object.entries(from)) {
    const there = into[key];
    if (Array.isArray(there) && Array.isArray(value)) into[key] = [...there, ...value];
    else if (isPlain(there) && isPlain(value)) {
      const both = { ...there };
      addTo(both, value, path);
      into[key] = both;
    } else into[key] = value;
  }
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
