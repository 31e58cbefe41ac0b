import type { Task } from '../suite/task.ts';

export interface UploadedFile {
  local: string;
  path: string;
}

const assetAddress = /^asset:/;

export function uploadsOf(task: Task): UploadedFile[] {
  return task.config.flatMap(({ type, parameters }) => {
    if ((type !== 'upload_file' && type !== 'download') || !Array.isArray(parameters.files)) return [];
    return (parameters.files as Record<string, unknown>[]).flatMap(({ local_path: local, url, path }) => {
      const asset = typeof url === 'string' && assetAddress.test(url) ? url.replace(assetAddress, '') : undefined;
      const from = typeof local === 'string' ? local : asset;
      return from === undefined || typeof path !== 'string' ? [] : [{ local: from, path }];
    });
  });
}

/** Returns the words of each command that the set-up starts. An `open` step becomes the command `['open', path]`. */
export function commandsOf(task: Task, types: readonly string[] = ['launch', 'execute', 'command']): string[][] {
  return task.config.flatMap(({ type, parameters }) => {
    if (type === 'open' && typeof parameters.path === 'string') return [['open', parameters.path]];
    if (!types.includes(type)) return [];
    const { command } = parameters;
    if (typeof command === 'string') return [command.split(/[\s'"]+/).filter((word) => word !== '')];
    return Array.isArray(command) ? [command.map(String)] : [];
  });
}

/** Uploads with these extensions that the set-up opens in one of these programs (`open` counts as one). */
export function openedFiles(task: Task, endings: readonly string[], programs: readonly string[]): UploadedFile[] {
  const commands = commandsOf(task, ['launch']);
  return uploadsOf(task).filter(
    ({ path }) =>
      endings.some((ending) => path.toLowerCase().endsWith(ending)) &&
      commands.some(
        ([program = '', ...words]) =>
          programs.includes(program.split('/').at(-1) ?? '') &&
          words.some((word) => word === path || word === `file://${path}`),
      ),
  );
}

export function starts(task: Task, programs: readonly string[]): boolean {
  return commandsOf(task, ['launch']).some(([program = '']) => programs.includes(program.split('/').at(-1) ?? ''));
}

export function usesApp(task: Task, apps: readonly string[]): boolean {
  return task.related_apps.some((app) => apps.includes(app));
}
