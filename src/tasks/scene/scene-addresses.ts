import type { Task } from '../suite/task.ts';
import { readScene } from './read-scene.ts';

/** Cached by folder and name, because the effect judge calls `sceneAddresses` after every step. */
const known = new Map<string, string[]>();

/** Returns the mail addresses of the users of a task's scenes. Throws UsageError for an unknown scene. */
export function sceneAddresses({ config }: Pick<Task, 'config'>, suiteFolder: string): string[] {
  return config.flatMap(({ type, parameters }) => {
    if (type !== 'scene' || typeof parameters.name !== 'string') return [];
    const key = `${suiteFolder}\0${parameters.name}`;
    const found = known.get(key) ?? addressesIn(suiteFolder, parameters.name);
    known.set(key, found);
    return found;
  });
}

function addressesIn(suiteFolder: string, name: string): string[] {
  const { people, user } = readScene(suiteFolder, name).source;
  return people[user] === undefined ? [] : [people[user].mail];
}
