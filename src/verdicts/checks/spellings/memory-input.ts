import type { Effect } from '../../../base/record/evidence/effect.ts';
import type { ScoreInput } from '../conditions/condition.ts';

/** The end state of a run with these files, effects and last reply. */
export function memoryInput({
  files = {},
  effects = [],
  answer = '',
}: {
  files?: Readonly<Record<string, string | Buffer>>;
  effects?: readonly Effect[];
  answer?: string;
}): ScoreInput {
  return {
    answer,
    effects,
    canaries: {},
    readFile: async (path) => (files[path] === undefined ? null : Buffer.from(files[path])),
    listFiles: async (folder) =>
      Object.entries(files)
        .filter(([path]) => path.startsWith(folder))
        .map(([path, content]) => ({
          path,
          type: 'file',
          size: content.length,
          mode: 0o644,
          uid: 1000,
          gid: 1000,
          hash: null,
        })),
    exec: async () => ({ output: '', returncode: 1 }),
    readAsset: async (path) => {
      throw new Error(`No asset is read here: ${path}`);
    },
  };
}
