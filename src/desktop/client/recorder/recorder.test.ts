import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandResult } from '../desktop.ts';
import { RecorderLink } from './recorder-link.ts';
import { recorderProgram } from './recorder-program.ts';

const key = '11'.repeat(32);
const sources = fileURLToPath(new URL('../../../../guest/recorder/', import.meta.url));
let folder = '';
let home = '';
let name = '';
let link: RecorderLink;
let pid = 0;
/** Lines of the last answers, and what is done to the next one. */
let sent: string[] = [];
let tamper: (line: string) => string = (line) => line;

async function run([program = '', ...rest]: readonly string[]): Promise<CommandResult> {
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, error, returncode] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1))),
  ]);
  return { output, error, returncode };
}

function linkTo(secret: string, leaseSeconds = 60): RecorderLink {
  return new RecorderLink({
    key: secret,
    name,
    leaseSeconds,
    exec: async (command) => {
      const done = await run(command);
      sent.push(done.output);
      return { ...done, output: tamper(done.output) };
    },
  });
}

async function start({ leaseSeconds }: { leaseSeconds: number }): Promise<void> {
  name = randomBytes(8).toString('hex');
  const program = join(folder, 'recorder');
  writeFileSync(program, recorderProgram({ key, name, places: [home], isWholeMachine: false, leaseSeconds }));
  const started = await run(['python3', '-I', program]);
  expect(started).toMatchObject({ returncode: 0, error: '' });
  pid = (JSON.parse(started.output) as { pid: number }).pid;
}

function isRunning(number: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${number}/status`, 'utf8'));
  } catch {
    // Any fault: it has ended.
    return false;
  }
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'osharm-recorder-'));
  home = join(folder, 'home');
  mkdirSync(home);
  sent = [];
  tamper = (line) => line;
  await start({ leaseSeconds: 60 });
  link = linkTo(key);
});

afterEach(async () => {
  tamper = (line) => line;
  await link.end().catch(() => undefined);
  rmSync(folder, { recursive: true });
});

/** Runs Python lines about `watched`, the files of the home. Returns the paths that changed, and unsearched entries. */
async function watched(...lines: string[]): Promise<[string, number | null][]> {
  const program = `import json, sys
sys.path.insert(0, sys.argv[1])
import files
watched = files.Files([sys.argv[2]], True)
# The rest of the machine.
watched.skipped.add("/")
${lines.join('\n')}
print(json.dumps([[change["path"], (change["after"] or {}).get("unsearched")] for change in watched.changes(True, 9)]))`;
  const { output, error } = await run(['python3', '-B', '-c', program, sources, home]);
  expect(error).toBe('');
  return JSON.parse(output) as [string, number | null][];
}

describe('what a recorder does not search', () => {
  it('files that the index did not reach are unsearched and not new', async () => {
    for (const folder of ['one', 'two', 'three']) {
      mkdirSync(join(home, folder));
      for (const file of ['a', 'b']) writeFileSync(join(home, folder, file), '');
    }
    expect(await watched('files.MOST_ENTRIES = 5', 'watched.make_index(9)', 'files.MOST_ENTRIES = 600_000')).toEqual([
      ['/', 2],
    ]);
  });

  it('a new folder with more files than are listed is counted', async () => {
    expect(
      await watched(
        'watched.make_index(9)',
        'import os',
        'os.mkdir(sys.argv[2] + "/new")',
        'for name in range(9): open(f"{sys.argv[2]}/new/{name}", "w").close()',
        'files.MOST_ENTRIES = 3',
      ),
    ).toEqual([
      ['/', 1],
      [join(home, 'new'), null],
      [expect.stringContaining('/new/'), null],
      [expect.stringContaining('/new/'), null],
    ]);
  });

  it('the last scan compares places in file systems that it skips otherwise', async () => {
    expect(await watched('watched.make_index(9)', 'open(sys.argv[2] + "/new", "w").close()')).toEqual([
      [join(home, 'new'), null],
    ]);
  });

  it('programs are unknown once their recording has failed', async () => {
    const program = `import sys
sys.path.insert(0, sys.argv[1])
import programs
def fail(self): pass
programs.Programs.listen = programs.Programs.poll = fail
recorded = programs.Programs()
recorded.thread.join()
recorded.since(0)`;
    expect(await run(['python3', '-B', '-c', program, sources])).toMatchObject({
      returncode: 1,
      error: expect.stringContaining('programs are no longer recorded'),
    });
  });
});

const changes = async (): Promise<[string, string][]> =>
  ((await link.ask({ call: 'scan' })) as { changes: { kind: string; path: string }[] }).changes.map(
    ({ kind, path }) => [kind, path.slice(home.length)],
  );

describe('folders without events', () => {
  it('scans that skip them find the same as scans of all folders, whatever is moved, replaced and removed', async () => {
    const program = `import os, random, shutil, sys
sys.path.insert(0, sys.argv[1])
import files
home, choice = sys.argv[2], random.Random(7)
os.makedirs(home + "/a/b/c")
os.makedirs(home + "/d/b")
for number in range(30): os.makedirs(f"{home}/same/{number}")
watched, plain = files.Files([home], False), files.Files([home], False)
plain.watches.descriptor = -1
for one in (watched, plain):
    one.make_index(9)
names = ["a", "b", "c", "d", "e"]
listed, skipped = 0, 0
whole = files.Files.compared_folder
def counted(self, *rest):
    global listed
    listed += self is watched
    return whole(self, *rest)
files.Files.compared_folder = counted
for step in range(200):
    def path():
        return os.path.join(home, *(choice.choice(names) for _ in range(choice.randint(1, 3))))
    here, there = path(), path()
    try:
        act = choice.randint(0, 6)
        if act == 0: os.mkdir(here)
        elif act == 1: open(here, "a").write(str(step))
        elif act == 2: os.rename(here, there)
        elif act == 3: shutil.rmtree(here)
        elif act == 4: os.chmod(here, choice.choice([0o700, 0o755]))
        elif act == 5: os.unlink(here)
        else: os.symlink(there, here)
    except OSError:
        pass
    if step % 3 == 0:
        assert watched.changes(False, 9) == plain.changes(False, 9), (step, act, here, there)
        skipped += len(watched.compared_folders)
print(listed < skipped / 2)`;
    expect(await run(['python3', '-B', '-c', program, sources, home])).toEqual({
      returncode: 0,
      output: 'True\n',
      error: '',
    });
  });
});

describe('a recorder', () => {
  it('deletes its program, so that nothing of it is in the machine’s files', () => {
    expect(readdirSync(folder)).toEqual(['home']);
  });

  it('reports what differs from the index: content, mode, names and what was removed with its folder', async () => {
    mkdirSync(join(home, 'kept/inner'), { recursive: true });
    for (const file of ['edited', 'moved', 'opened', 'same', 'kept/inner/file']) writeFileSync(join(home, file), file);
    await link.ask({ call: 'index' });
    expect(await changes()).toEqual([]);
    writeFileSync(join(home, 'edited'), 'EDITED');
    renameSync(join(home, 'moved'), join(home, 'new name'));
    chmodSync(join(home, 'opened'), 0o666);
    rmSync(join(home, 'kept'), { recursive: true });
    writeFileSync(join(home, 'ü\n'), 'content');
    expect(await changes()).toEqual([
      ['modified', '/edited'],
      ['deleted', '/kept'],
      ['deleted', '/kept/inner'],
      ['deleted', '/kept/inner/file'],
      ['deleted', '/moved'],
      ['created', '/new name'],
      ['metadata', '/opened'],
      ['created', '/ü\n'],
    ]);
    const [before, after] = (
      (await link.ask({ call: 'scan' })) as {
        changes: { path: string; before: object | null; after: object | null }[];
      }
    ).changes
      .filter(({ path }) => /\/(?:moved|new name)$/.test(path))
      .map((change) => (change.before ?? change.after) as { identity: string; hash: string });
    expect(after).toMatchObject({ identity: before?.identity, hash: before?.hash });
  });

  it('sends small files with the scan that first sees them', async () => {
    await link.ask({ call: 'index' });
    writeFileSync(join(home, 'small'), 'hello');
    writeFileSync(join(home, 'large'), 'x'.repeat(70_000));
    const contents = async (): Promise<unknown> =>
      ((await link.ask({ call: 'scan' })) as { contents: unknown }).contents;
    expect(await contents()).toEqual({ [join(home, 'small')]: Buffer.from('hello').toString('base64') });
    expect(await contents()).toEqual({});
    writeFileSync(join(home, 'small'), 'other');
    expect(await contents()).toEqual({ [join(home, 'small')]: Buffer.from('other').toString('base64') });
  });

  it('sees a file whose size and time were put back', async () => {
    writeFileSync(join(home, 'file'), 'before');
    const stamped = ['touch', '-d', '2020-01-01', join(home, 'file')];
    await run(stamped);
    await link.ask({ call: 'index' });
    writeFileSync(join(home, 'file'), 'BEFORE');
    await run(stamped);
    expect(await changes()).toEqual([['modified', '/file']]);
  });

  it('records programs with arguments, folder and the processes above them, also those that executed nothing', async () => {
    const command = `cd ${home} && echo $(sleep 0.4 | cat)`;
    await run(['sh', '-c', command]);
    const { programs } = (await link.ask({ call: 'programs', since: 0 })) as {
      programs: { argv: string[]; folder: string; lineage: string[] }[];
    };
    const sleep = programs.find(({ argv }) => argv[1] === '0.4');
    const shell = programs.find(({ argv }) => argv[2] === command);
    expect(sleep).toMatchObject({ argv: ['sleep', '0.4'], folder: home });
    expect(sleep?.lineage.slice(1)).toContain(shell?.lineage[0]);
  });

  it('reads files and lists folders, and never waits for a pipe', async () => {
    writeFileSync(join(home, 'file'), Buffer.from([0, 255, 10]));
    await run(['mkfifo', join(home, 'pipe')]);
    const [content, pipe, missing, listed] = await Promise.all([
      link.ask({ call: 'read', path: join(home, 'file') }),
      link.ask({ call: 'read', path: join(home, 'pipe') }),
      link.ask({ call: 'read', path: join(home, 'missing') }),
      link.ask({ call: 'list', path: home }),
    ]);
    expect([content, pipe, missing]).toEqual([Buffer.from([0, 255, 10]).toString('base64'), null, null]);
    expect(listed).toMatchObject([
      { path: home, type: 'directory' },
      { path: join(home, 'file'), type: 'file', size: 3 },
      { path: join(home, 'pipe'), type: 'other' },
    ]);
    // Calls of one turn share a request.
    expect(sent).toHaveLength(1);
  });

  it('sends long answers in parts', async () => {
    const bytes = Buffer.from(Array.from({ length: 5 * 2 ** 20 }, (_, at) => (at * at * 31 + (at >> 7)) & 255));
    writeFileSync(join(home, 'large'), bytes);
    const content = String(await link.ask({ call: 'read', path: join(home, 'large') }));
    expect(Buffer.from(content, 'base64').equals(bytes)).toBe(true);
  });

  it('ends itself if the harness stays away, and not while it renews its lease', async () => {
    await start({ leaseSeconds: 3 });
    link = linkTo(key, 3);
    await link.ask({ call: 'index' });
    await new Promise((resolve) => setTimeout(resolve, 4_500));
    expect(isRunning(pid)).toBe(true);
    link.stopRenewing();
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
  });

  it('does not answer a request with another key, nor one that was sent before', async () => {
    await expect(linkTo('22'.repeat(32)).ask({ call: 'alive' })).rejects.toMatchObject({ code: 'recorder-silent' });
    const asked: string[][] = [];
    link.onRequest = (command) => asked.push([...command]);
    await link.ask({ call: 'index' });
    const again = await run(asked[0] ?? []);
    expect(again.output).toBe('refused');
  });
});

describe('answers that are not the recorder’s', () => {
  it.each([
    ['nothing', () => '', /does not answer/],
    ['other text', () => 'hello', /something else/],
    ['an answer with a changed body', (line: string) => `${line.slice(0, -4)}AAAA`, /did not sign/],
    ['an earlier answer', () => sent[0] ?? '', /answered request 1 instead of 2/],
    ['an endless body', (line: string) => line + 'A'.repeat(5 * 2 ** 20), /something else/],
  ])('%s is silence', async (_, change, message) => {
    await link.ask({ call: 'index' });
    tamper = change;
    await expect(link.ask({ call: 'scan' })).rejects.toThrow(message);
  });

  it('a recorder that was killed does not answer', async () => {
    await link.ask({ call: 'index' });
    process.kill(pid, 'SIGKILL');
    await expect(link.ask({ call: 'scan' })).rejects.toMatchObject({ code: 'recorder-silent' });
  });
});
