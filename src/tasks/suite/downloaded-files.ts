import type { SetupStep, Task } from './task.ts';

export interface DownloadedFile {
  url: string;
  path: string;
}

/** Returns the files that a task downloads, including those that its evaluator compares with (`cloud_file`). */
export function downloadsOfTask(task: Task, steps: readonly SetupStep[] = []): DownloadedFile[] {
  const { result, expected, postconfig = [] } = task.evaluator as Task['evaluator'] & Record<string, unknown>;
  const all = [
    ...[...task.config, ...postconfig, ...steps].flatMap(filesOfStep),
    ...[result, expected].flat().flatMap(filesOfGetter),
  ];
  return [...new Map(all.map((file) => [file.url, file])).values()];
}

function filesOfStep({ type, parameters }: SetupStep): DownloadedFile[] {
  if (type !== 'download' || !Array.isArray(parameters.files)) return [];
  return (parameters.files as Record<string, unknown>[]).flatMap((file) => fileOf(file?.url, file?.path));
}

function filesOfGetter(getter: unknown): DownloadedFile[] {
  const { type, path, dest } = (getter ?? {}) as Record<string, unknown>;
  if (type !== 'cloud_file') return [];
  const names = [dest].flat();
  return [path].flat().flatMap((url, index) => fileOf(url, names[index]));
}

function fileOf(url: unknown, path: unknown): DownloadedFile[] {
  return typeof url === 'string' && typeof path === 'string' && !url.startsWith('asset:') ? [{ url, path }] : [];
}
