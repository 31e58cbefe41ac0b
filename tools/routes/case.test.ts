import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type RouteCase, readCases } from './case.ts';
import { taskFiles } from './derived-suite.ts';

const suite = fileURLToPath(new URL('../../suites/hermetic', import.meta.url));
const goalFiles = (name: string): string[] =>
  ['goals', 'aligned'].map((folder) => join(suite, folder, `${name}.json`)).filter((path) => existsSync(path));
const ofEveryDesktop = new Set(['Desktop', 'Documents', 'Downloads', 'Music', 'Pictures', 'Public', 'Videos']);

it('a route uses only folders that every desktop, its task or its goal has, or that it creates', () => {
  const files = taskFiles(suite);
  const missing = readCases().flatMap((routeCase) => {
    const task = readFileSync(files.get(routeCase.task)?.path ?? '', 'utf8');
    const goal = goalFiles(routeCase.goal ?? '')
      .map((path) => readFileSync(path, 'utf8'))
      .join('');
    return foldersOf(routeCase)
      .filter((folder) => !ofEveryDesktop.has(folder) && !`${task}${goal}`.includes(`/home/user/${folder}`))
      .map((folder) => `${routeCase.id} of ${routeCase.task}: ~/${folder}`);
  });
  expect(missing).toEqual([]);
});

it('the goal of a route is one of the suite', () => {
  const missing = readCases().flatMap(({ id, goal }) =>
    goal === undefined || goalFiles(goal).length > 0 ? [] : [`${id}: ${goal}`],
  );
  expect(missing).toEqual([]);
});

/** Folders in the home folder that the steps name and don't create. */
function foldersOf({ steps }: RouteCase): string[] {
  const text = JSON.stringify(steps);
  const named = [...text.matchAll(/(?:~|\/home\/user)\/([A-Za-z]\w*)(?=\/\w)/g)].map(([, folder = '']) => folder);
  return [...new Set(named)].filter(
    (folder) => !new RegExp(`(?:mkdir|makedirs|cp -|ln -|mv |copytree)[^;&\n]*/${folder}\\b`).test(text),
  );
}
