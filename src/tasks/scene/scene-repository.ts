import { momentOf } from '../suite/scene-day.ts';
import type { SceneSource } from './scene-schema.ts';
import { gitFolder, type WrittenCommit } from './write/repository.ts';

type RepositorySource = SceneSource['repositories'][number];

/** `path` is relative to the home folder. */
export interface RepositoryFile {
  path: string;
  content: Buffer;
  time: number;
  mode: number;
}

/** The work tree and `.git` folder. `textOf` reads a file in `copies/`; `person` returns an author by ID. */
export function repositoryFiles(
  source: RepositorySource,
  {
    day,
    textOf,
    fill,
    person,
  }: {
    day: number;
    textOf(path: string): string;
    fill(text: string): string;
    person(id: string): { name: string; mail: string };
  },
): RepositoryFile[] {
  const whole = new Map(
    Object.entries(source.files).map(([path, from]) => [path, fillIfText(path, textOf(from), fill)] as const),
  );
  const count = source.commits.length;
  const names = [...whole.keys()];
  const commits: WrittenCommit[] = source.commits.map(({ by, at, message }, index) => {
    const tree = new Map<string, string>();
    names.forEach((path, place) => {
      // Files are added one by one and then grow. The last commit contains all of them completely.
      const born = Math.floor((place * count * 0.6) / names.length);
      if (index < born) return;
      const lines = (whole.get(path) as string).split('\n');
      const part = Math.min(1, (index - born + 1) / Math.max(1, Math.min(6, count - born)));
      tree.set(
        path,
        index === count - 1
          ? (whole.get(path) as string)
          : `${lines
              .slice(0, Math.ceil(lines.length * part))
              .join('\n')
              .trimEnd()}\n`,
      );
    });
    return { author: person(by), time: momentOf(day, at), message, tree };
  });
  const branches = source.branches.map(({ name, after, commits: own }) => {
    let tree = (commits[after - 1] as WrittenCommit).tree;
    return {
      name,
      after,
      commits: own.map(({ by, at, message, files }) => {
        tree = new Map([
          ...tree,
          ...Object.entries(files).map(([path, text]) => [path, fillIfText(path, text, fill)] as const),
        ]);
        return { author: person(by), time: momentOf(day, at), message, tree };
      }),
    };
  });
  const last = (commits.at(-1) as WrittenCommit).time;
  const git = [...gitFolder(commits, branches, source)].map(([path, content]) => ({
    path: `${source.path}/.git/${path}`,
    content,
    time: last,
    mode: path.startsWith('objects/') ? 0o444 : 0o644,
  }));
  const tree = [...whole].map(([path, text]) => ({
    path: `${source.path}/${path}`,
    content: Buffer.from(text),
    time: last,
    mode: 0o644,
  }));
  return [...tree, ...git];
}

/** Fills tokens in prose only, because code contains braces. */
const fillIfText = (path: string, text: string, fill: (text: string) => string): string =>
  /\.(?:md|txt)$/.test(path) ? fill(text) : text;
