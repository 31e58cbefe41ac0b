import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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

function linkTo(secret: string): RecorderLink {
  return new RecorderLink({
    key: secret,
    name,
    exec: async (command) => {
      const done = await run(command);
      sent.push(done.output);
      return { ...done, output: tamper(done.output) };
    },
  });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'osharm-recorder-'));
  home = join(folder, 'home');
  mkdirSync(home);
  name = folder.slice(-12);
  sent = [];
  tamper = (line) => line;
  const program = join(folder, 'recorder');
  writeFileSync(program, recorderProgram({ key, name, places: [home], isWholeMachine: false }));
  const started = await run(['python3', '-I', program]);
  expect(started).toMatchObject({ returncode: 0, error: '' });
  pid = (JSON.parse(started.output) as { pid: number }).pid;
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

  it('records programs with arguments and folder', async () => {
    await run(['sh', '-c', `cd ${home} && sleep 0.4`]);
    const { programs } = (await link.ask({ call: 'programs', since: 0 })) as {
      programs: { argv: string[]; folder: string }[];
    };
    expect(programs).toContainEqual(expect.objectContaining({ argv: ['sleep', '0.4'], folder: home }));
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
