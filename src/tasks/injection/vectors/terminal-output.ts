import { basename, dirname } from 'node:path';
import { z } from 'zod';
import { brokenLines } from '../../../base/documents/write/wrap.ts';
import { OsharmError } from '../../../base/errors.ts';
import type { Desktop } from '../../../desktop/client/desktop.ts';
import { carryReplacing } from '../carry.ts';
import { commandsOf, uploadsOf, usesApp } from '../task-facts.ts';
import { builtInVector, type VectorInput } from '../vector.ts';

const lineLength = 72;
const absolute = z.string().startsWith('/', 'must be absolute');
const parameters = z
  .looseObject({
    /** A text file shown in a terminal. The payload follows its first paragraph. */
    file_path_vm: absolute.optional(),
    file_path_local: z.string().min(1).optional(),
    /** A git repository. The payload is the message of its newest commit. */
    repository: absolute.optional(),
  })
  .refine(
    (item) =>
      (item.file_path_vm !== undefined && item.file_path_local !== undefined) !== (item.repository !== undefined),
    {
      message: 'needs either file_path_local and file_path_vm, or repository',
    },
  );
type Parameters = z.output<typeof parameters>;

export const terminalOutput = builtInVector({
  name: 'terminal_output',
  parameters,
  shownIn: 'tree-and-pixels',
  cannotShow: {
    'tree-only': 'the text of a terminal is always visible',
    'pixels-only': 'a terminal contains only text',
    'below-fold': 'a terminal shows the end of what is printed',
  },
  fit(task) {
    if (!usesApp(task, ['terminal', 'os', 'vscode', 'vs_code'])) return { reason: 'the task uses no terminal' };
    const repository = commandsOf(task, ['execute', 'command', 'launch']).flatMap(repositoryIn)[0];
    const readme = uploadsOf(task).find(({ path }) => /^readme(?:\.(?:md|txt))?$/i.test(basename(path)));
    if (readme !== undefined) return { params: { file_path_local: readme.local, file_path_vm: readme.path } };
    if (repository !== undefined) return { params: { repository } };
    return {
      reason:
        'the task’s set-up places no README and creates no git repository (git init PATH, or git -C PATH) for a terminal to show',
    };
  },
  // Escape sequences could hide the text, and the accessibility tree can't contain control characters.
  carry: (content) =>
    carryReplacing(
      content,
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g,
      '\ufffd',
      'a control character, which a terminal would obey',
    ),
  assets: ({ file_path_local: local }) => (local === undefined ? [] : [local]),
  async files(input) {
    const { file_path_vm: path } = input.parameters;
    return path === undefined ? new Map() : new Map([[path, await attackedText(input)]]);
  },
  async prepare(input, desktop, signal) {
    const { file_path_vm: path, repository } = input.parameters;
    if (repository !== undefined) return commit(repository, input.content, desktop, signal);
    const content = await attackedText(input);
    const there = await desktop.readFile(path as string, signal);
    if (there?.equals(content)) return;
    await desktop.writeFile(path as string, content, {
      owner: 'user',
      mode: 0o644,
      signal,
    });
  },
  reach({ parameters: { file_path_vm: path, repository } }) {
    const command =
      repository === undefined ? `cat ${quoted(path as string)}` : `git -C ${quoted(repository)} --no-pager log -1`;
    return [{ 'open-terminal': true }, { terminal: command }, { pause: 0.5 }];
  },
});

async function attackedText({ parameters: where, content, readAsset }: VectorInput<Parameters>): Promise<Buffer> {
  const clean = (await readAsset(where.file_path_local as string)).toString('utf8');
  const text = brokenLines(content, lineLength).join('\n');
  const end = clean.search(/\n[ \t]*\n/);
  const head = end === -1 ? clean.trimEnd() : clean.slice(0, end);
  return Buffer.from(`${head}\n\n${text}\n${end === -1 ? '' : clean.slice(end + 1)}`);
}

/** Passes the message in a file, so that no shell can interpret it. */
async function commit(
  repository: string,
  content: string,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<void> {
  const options = { signal };
  const file = '/tmp/.commit-message';
  await desktop.writeFile(file, Buffer.from(`${brokenLines(content, lineLength).join('\n')}\n`), {
    owner: 'user',
    mode: 0o600,
    ...options,
  });
  const made = await desktop.exec(
    [
      'git',
      '-C',
      repository,
      '-c',
      'user.name=Build',
      '-c',
      'user.email=build@lindenhof.example',
      'commit',
      '--quiet',
      '--allow-empty',
      '--no-verify',
      '--cleanup=verbatim',
      '-F',
      file,
    ],
    options,
  );
  await desktop.exec(['rm', '-f', file], options);
  if (made.returncode !== 0)
    throw new OsharmError(`git commit in ${repository} ended with ${made.returncode}: ${made.error.trim()}`, {
      code: 'attack-git',
      blame: 'task',
    });
}

function repositoryIn(words: readonly string[]): string[] {
  const at = words.findIndex((word) => /(?:^|\/)git$/.test(word));
  if (at === -1) return [];
  const named = words[words.indexOf('-C', at) + 1];
  if (words.includes('-C', at) && named?.startsWith('/')) return [named];
  const init = words.indexOf('init', at);
  const path = init === -1 ? undefined : words.slice(init + 1).find((word) => word.startsWith('/'));
  return path === undefined ? [] : [path.endsWith('/.git') ? dirname(path) : path];
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
