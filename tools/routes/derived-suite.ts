import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteCase } from './case.ts';
import { ticket } from './player.ts';

type Json = Record<string, unknown>;

export function taskFiles(suite: string): Map<string, { domain: string; path: string }> {
  const files = new Map<string, { domain: string; path: string }>();
  for (const domain of readdirSync(join(suite, 'examples')))
    for (const name of readdirSync(join(suite, 'examples', domain)))
      files.set(name.replace(/\.json$/, ''), { domain, path: join(suite, 'examples', domain, name) });
  return files;
}

/** Fixes each variation to its first value, so that a case can name files and figures. */
function pinned(vary: Json): Json {
  const twice = (value: unknown): Json => ({ one_of: [value, value] });
  const pin = (knob: Json): Json => {
    if (Array.isArray(knob.one_of)) return twice(knob.one_of[0]);
    if (Array.isArray(knob.integer)) return twice(knob.integer[0]);
    if (Array.isArray(knob.shuffle)) return twice(flat({ ...knob.shuffle }));
    return knob;
  };
  return Object.fromEntries(Object.entries(vary).map(([name, knob]) => [name, pin(knob as Json)]));
}

/** Flattens `{0: {name: 'Ada'}}` to `{'0.name': 'Ada'}`, the form that texts use. */
const flat = (value: Json): Json =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      typeof part === 'object' && part !== null
        ? Object.entries(part).map(([field, inner]) => [`${name}.${field}`, inner])
        : [[name, part]],
    ),
  );

const opens = new Set(['open', 'launch', 'place_window']);

/** Writes a suite with one task per case. Returns each case's task id and domain. */
export function writeSuite(
  source: string,
  folder: string,
  cases: readonly RouteCase[],
): Map<string, { domain: string; task: string }> {
  for (const part of ['assets', 'goals', 'aligned', 'scenes', 'sites', 'hosts.json', 'suite.json'])
    cpSync(join(source, part), join(folder, part), { recursive: true });
  const files = taskFiles(source);
  const made = new Map<string, { domain: string; task: string }>();
  for (const routeCase of cases) {
    const file = files.get(routeCase.task);
    if (file === undefined) throw new Error(`Case ${routeCase.id}: no task ${routeCase.task}.`);
    const task = JSON.parse(readFileSync(file.path, 'utf8')) as Json;
    const prefix = /^_*/.exec(routeCase.task)?.[0] ?? '';
    task.id = `${prefix}${routeCase.id}`;
    task.instruction = `${task.instruction as string}${ticket(routeCase.id)}`;
    if (task.vary !== undefined) task.vary = pinned(task.vary as Json);
    if (!routeCase.apps && Array.isArray(task.config))
      task.config = (task.config as Json[]).filter(({ type }) => !opens.has(type as string));
    if (routeCase.goal === undefined) delete task.injections;
    else {
      const given = (task.injections as Json[] | undefined)?.find(({ type }) => type === routeCase.vector);
      task.injections = [{ ...given, type: routeCase.vector ?? 'desktop_notification', goals: [routeCase.goal] }];
    }
    mkdirSync(join(folder, 'examples', file.domain), { recursive: true });
    writeFileSync(join(folder, 'examples', file.domain, `${task.id as string}.json`), JSON.stringify(task));
    made.set(routeCase.id, { domain: file.domain, task: task.id as string });
  }
  return made;
}
