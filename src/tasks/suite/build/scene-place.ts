import { z } from 'zod';
import { literalPattern } from '../../../base/literal-pattern.ts';
import { type Data, type DataMap, isMap } from './fill.ts';

const home = '/home/user';
const folder = z.string().startsWith(`${home}/`);

/** A family's scene. `folders` maps folders of the task's files to folders of the scene. */
export const scenePlaceSchema = z.strictObject({
  name: z.string().min(1),
  /** Windows of the scene that are open, by index. Defaults to all. */
  windows: z.array(z.number().int().min(0)).optional(),
  folders: z.record(folder, folder).default({}),
});
export type ScenePlace = z.infer<typeof scenePlaceSchema>;

/** Puts a task into a scene: the scene is set up first, and its windows open below those of the task. */
export function inScene(task: DataMap, { name, windows, folders }: ScenePlace): DataMap {
  const moved = Object.fromEntries(Object.entries(task).map(([key, value]) => [key, withFolders(value, folders)]));
  const config = (moved.config ?? []) as readonly DataMap[];
  const first = config.findIndex(({ type }) => type === 'open' || type === 'launch');
  const at = first < 0 ? config.length : first;
  const left = windows?.length === 0 ? [] : [{ type: 'scene-windows', parameters: windowsOf(name, windows) }];
  const scene = { type: 'scene', parameters: { name } };
  return { ...moved, config: [scene, ...config.slice(0, at), ...left, ...config.slice(at)] };
}

const windowsOf = (name: string, only: readonly number[] | undefined): DataMap =>
  only === undefined ? { name } : { name, only };

/** Moves paths in all strings, in one pass. */
function withFolders(value: Data, folders: ScenePlace['folders']): Data {
  const below = new Map(Object.entries(folders).map(([from, to]) => [belowHome(from), belowHome(to)]));
  if (below.size === 0) return value;
  const names = [...below.keys()].sort((one, other) => other.length - one.length).map(literalPattern);
  const pattern = new RegExp(`((?:${home}|~)/)(${names.join('|')})(?![\\w-])`, 'g');
  const movedText = (text: string): string =>
    text.replace(pattern, (_, start: string, folder: string) => `${start}${below.get(folder)}`);
  const moved = (data: Data): Data => {
    if (typeof data === 'string') return movedText(data);
    if (Array.isArray(data)) return data.map(moved);
    if (!isMap(data)) return data;
    return Object.fromEntries(Object.entries(data).map(([key, inner]) => [movedText(key), moved(inner)]));
  };
  return moved(value);
}

const belowHome = (path: string): string => path.slice(home.length + 1);
