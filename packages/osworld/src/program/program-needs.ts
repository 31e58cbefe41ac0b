import type { ImportTasksOptions } from 'osharm/task-programs';
import { simulatedUser } from './simulated-user.ts';
import type { ProgramDescription } from './task-program.ts';

const modules: readonly (readonly [RegExp, string])[] = [
  [/\.(?:website|mocked_website|web_server)/, 'OSWorld 2.0’s self-hosted sites'],
  [/gitlab/i, 'a GitLab server'],
  [/overleaf/i, 'an Overleaf server'],
  [/\.wine_game/, 'games of Windows'],
];
/** Maximum disk size in gigabytes, limited because a desktop's writable disk is in memory. */
const mostVolume = 30;

export function programNeeds(
  { fields, used }: ProgramDescription,
  source: string,
  offered: ImportTasksOptions['offered'],
): string[] {
  const needs = [
    ...used.modules.map((name) => modules.find(([pattern]) => pattern.test(name))?.[1] ?? `the module ${name}`),
    ...used.packages.map((name) => `the Python package that has ${name}`),
    ...used.getters.filter((name) => !offered.getters.has(name)).map((name) => `the getter ${name}`),
    ...used.metrics.filter((name) => !offered.metrics.has(name)).map((name) => `the metric ${name}`),
    ...used.steps.map((name) => `the set-up step ${name}`),
    ...used.methods.map((name) => `the controller's ${name}`),
    ...(used.ports.length > 0 ? ['access from its evaluator to ports of the desktop'] : []),
    ...(/\bGITLAB_URL\b/.test(source) ? ['a GitLab server'] : []),
    ...(/\bapt(?:-get)?\b[^"'\n]*\binstall\b/.test(source) ? ['Debian packages from the internet'] : []),
    ...(/\bcurl\b[^"'\n]*https?:\/\//.test(source) ? ['files from the internet'] : []),
    ...(typeof fields.volume_size === 'number' && fields.volume_size > mostVolume
      ? [`a disk of ${fields.volume_size} GB`]
      : []),
    ...(fields.user_simulator == null || simulatedUser(fields.user_simulator) !== null
      ? []
      : ['another kind of simulated user']),
  ];
  return [...new Set(needs)];
}
