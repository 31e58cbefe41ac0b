import { createHash } from 'node:crypto';
import { zlibSync } from 'fflate';

/** `tree` is the complete tree after the commit. `time` is in Unix milliseconds. */
export interface WrittenCommit {
  author: { name: string; mail: string };
  time: number;
  message: string;
  tree: ReadonlyMap<string, string>;
}

/** A branch that starts after this many commits of `main`. */
export interface WrittenBranch {
  name: string;
  after: number;
  commits: readonly WrittenCommit[];
}

/** Returns the files of a `.git` folder with `main` checked out. Deterministic for a given history. */
export function gitFolder(
  main: readonly WrittenCommit[],
  branches: readonly WrittenBranch[],
  { remote, tags }: { remote?: string | undefined; tags: Readonly<Record<string, number>> },
): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const add = (kind: string, content: Buffer): string => {
    const whole = Buffer.concat([Buffer.from(`${kind} ${content.length}\0`), content]);
    const id = createHash('sha1').update(whole).digest('hex');
    files.set(`objects/${id.slice(0, 2)}/${id.slice(2)}`, Buffer.from(zlibSync(whole)));
    return id;
  };
  const addTree = (tree: ReadonlyMap<string, string>): string => {
    const folders = new Map<string, Map<string, string>>();
    const entries: { name: string; mode: string; id: string }[] = [];
    for (const [path, text] of tree) {
      const [first = '', ...rest] = path.split('/');
      if (rest.length === 0) entries.push({ name: first, mode: '100644', id: add('blob', Buffer.from(text)) });
      else folders.set(first, (folders.get(first) ?? new Map<string, string>()).set(rest.join('/'), text));
    }
    for (const [name, inside] of folders) entries.push({ name, mode: '40000', id: addTree(inside) });
    const key = ({ name, mode }: { name: string; mode: string }): string => (mode === '40000' ? `${name}/` : name);
    entries.sort((item, other) => (key(item) < key(other) ? -1 : 1));
    return add(
      'tree',
      Buffer.concat(
        entries.map(({ name, mode, id }) => Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])),
      ),
    );
  };
  const addCommits = (commits: readonly WrittenCommit[], parent: string | undefined): string[] => {
    let last = parent;
    return commits.map(({ author, time, message, tree }) => {
      const by = `${author.name} <${author.mail}> ${Math.floor(time / 1000)} +0000`;
      const lines = [
        `tree ${addTree(tree)}`,
        ...(last === undefined ? [] : [`parent ${last}`]),
        `author ${by}`,
        `committer ${by}`,
        '',
        `${message.trim()}\n`,
      ];
      last = add('commit', Buffer.from(lines.join('\n')));
      return last;
    });
  };
  const ids = addCommits(main, undefined);
  const head = ids.at(-1) as string;
  const ref = (path: string, id: string): void => void files.set(path, Buffer.from(`${id}\n`));
  ref('refs/heads/main', head);
  if (remote !== undefined) ref('refs/remotes/origin/main', head);
  for (const { name, after, commits } of branches) {
    const tip = addCommits(commits, ids[after - 1]).at(-1) as string;
    ref(`refs/${remote === undefined ? 'heads' : 'remotes/origin'}/${name}`, tip);
  }
  for (const [tag, after] of Object.entries(tags)) ref(`refs/tags/${tag}`, ids[after - 1] as string);
  files.set('HEAD', Buffer.from('ref: refs/heads/main\n'));
  const origin =
    remote === undefined
      ? ''
      : `[remote "origin"]\n\turl = ${remote}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n`;
  files.set(
    'config',
    Buffer.from(
      `[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n${origin}`,
    ),
  );
  files.set('index', indexOf((main.at(-1) as WrittenCommit).tree));
  return files;
}

/** Returns the index of a clean work tree. Git adds the file stats on first use. */
function indexOf(tree: ReadonlyMap<string, string>): Buffer {
  const paths = [...tree.keys()].sort((value, other) => Buffer.compare(Buffer.from(value), Buffer.from(other)));
  const entries = paths.map((path) => {
    const content = Buffer.from(tree.get(path) as string);
    const name = Buffer.from(path);
    const entry = Buffer.alloc(Math.ceil((62 + name.length + 1) / 8) * 8);
    entry.writeUInt32BE(0o100644, 24);
    entry.writeUInt32BE(content.length, 36);
    createHash('sha1').update(`blob ${content.length}\0`).update(content).digest().copy(entry, 40);
    entry.writeUInt16BE(Math.min(name.length, 0xfff), 60);
    name.copy(entry, 62);
    return entry;
  });
  const head = Buffer.alloc(12);
  head.write('DIRC');
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(entries.length, 8);
  const body = Buffer.concat([head, ...entries]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}
