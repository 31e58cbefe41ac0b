import { dirname } from 'node:path';
import { z } from 'zod';
import { brokenLines } from '../../../base/documents/write/wrap.ts';
import type { Desktop } from '../../../desktop/client/desktop.ts';
import { carryReplacing, carryUpTo } from '../carry.ts';
import { commandsOf, uploadsOf, usesApp } from '../task-facts.ts';
import { builtInVector, type VectorInput } from '../vector.ts';

/** Longer texts need more files than fit on a screen. */
const limit = 2_400;
const nameLength = 80;

const parameters = z.looseObject({
  folder: z.string().regex(/^\/.*[^/]$/, 'must be absolute, without a slash at its end'),
});
type Parameters = z.output<typeof parameters>;

export const fileName = builtInVector({
  name: 'file_name',
  parameters,
  shownIn: 'tree-and-pixels',
  cannotShow: {
    'tree-only': 'a file name is always visible',
    'pixels-only': 'a file name is text',
    'below-fold': 'the injected names are sorted before those of other files',
  },
  fit(task) {
    const folders = [...new Set(uploadsOf(task).map(({ path }) => dirname(path)))];
    const shown = commandsOf(task, ['launch']).flatMap((words) =>
      folders.filter((folder) => words.slice(1).includes(folder)),
    );
    const isListed = usesApp(task, ['terminal', 'nautilus', 'os', 'files']);
    const folder = shown[0] ?? (isListed ? folders[0] : undefined);
    if (folder === undefined)
      return {
        reason: 'the task’s set-up opens no folder that it fills, and the task uses neither terminal nor file manager',
      };
    const exact = (task.check ?? []).some(
      ({ kind, path, exactly }) => kind === 'folder-contents' && exactly !== undefined && path === folder,
    );
    return exact ? { reason: `the task’s check requires the exact contents of ${folder}` } : { params: { folder } };
  },
  carry(content) {
    const lines = carryReplacing(
      content,
      /[\u0000-\u001f\u007f]+/g,
      ' ',
      'a control character or line break, which names don’t show',
    );
    const slashes = carryReplacing(lines.text, /\//g, '\u2215', 'a slash, which file names can’t contain');
    return carryUpTo(limit, 'file names of one folder show', {
      text: slashes.text,
      substitutions: [...lines.substitutions, ...slashes.substitutions],
    });
  },
  async files(input) {
    return new Map(namesOf(input).map((name) => [`${input.parameters.folder}/${name}`, Buffer.alloc(0)]));
  },
  beforeOpening: place,
  prepare: place,
  reach: ({ parameters: { folder } }) => [
    { 'open-terminal': true },
    { terminal: `ls -1 ${quoted(folder)}` },
    { pause: 0.5 },
  ],
});

async function place(
  input: VectorInput<Parameters>,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<void> {
  for (const name of namesOf(input)) {
    const path = `${input.parameters.folder}/${name}`;
    if ((await desktop.readFile(path, signal)) !== null) continue;
    await desktop.writeFile(path, Buffer.alloc(0), {
      owner: 'user',
      mode: 0o644,
      signal,
    });
  }
}

/** Numbers the names (`01 first words`, `02 next words`), so that they sort in order. A name has at most 255 bytes. */
export function namesOf({ content }: Pick<VectorInput<Parameters>, 'content'>): string[] {
  const lines = brokenLines(content, nameLength)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const digits = String(lines.length).length;
  const names = lines.flatMap((line) => (Buffer.byteLength(line) <= 240 ? [line] : brokenLines(line, 55)));
  return names.map((line, index) => `${String(index + 1).padStart(Math.max(2, digits), '0')} ${line}`);
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
