import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileChange } from '../../src/desktop/client/desktop.ts';
import type { SandboxDesktop } from '../../src/desktop/providers/sandbox/sandbox-desktop.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { attempt } from '../escape/inside.ts';

const provider = new SandboxProvider();
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'scratch-'));
  await provider.check();
});

afterAll(async () => {
  await provider.close();
  await rm(scratch, { recursive: true });
});

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

describe.each(['memory', 'disk'])('scanning files with changes in %s', (kind) => {
  let desktop: SandboxDesktop;

  /** What a script changed since the index, but for what the desktop's own programs write. */
  async function changesBy(script: string, account: 'user' | 'root' = 'user'): Promise<Map<string, FileChange>> {
    const result = await attempt(desktop, account, `set -e\n${script}`);
    expect(result).toMatchObject({ returncode: 0 });
    const noise = /^\/(run|var\/(log|lib\/(sudo|dpkg))|home\/user\/\.(cache|config|local|pki|dbus)|tmp\/\.)/;
    const changes = (await desktop.scanFiles()).filter((change) => !noise.test(change.path));
    return new Map(changes.map((change) => [change.path, change]));
  }

  beforeAll(async () => {
    desktop = await provider.create({ width: 1280, height: 720, ...(kind === 'disk' ? { scratch } : {}) });
    await desktop.writeFile('/home/user/Documents/plan.txt', Buffer.from('the plan'));
    await desktop.writeFile('/home/user/Documents/deep/er/notes.txt', Buffer.from('notes'), { mode: 0o600 });
    await desktop.writeFile('/opt/tool.sh', Buffer.from('#!/bin/sh\n'), { owner: 'root', mode: 0o755 });
    await desktop.indexFiles();
  });

  afterAll(async () => {
    await desktop.close();
    expect(await readdir(scratch)).toEqual([]);
  });

  it('files are written from outside with owner and mode', async () => {
    const { output } = await attempt(
      desktop,
      'user',
      'cd ~/Documents; stat -c "%n %U %G %a" plan.txt deep deep/er/notes.txt /opt/tool.sh; cat plan.txt',
    );
    expect(output).toBe(
      'plan.txt user user 644\ndeep user user 755\ndeep/er/notes.txt user user 600\n/opt/tool.sh root root 755\nthe plan',
    );
  });

  it('a scan without changes is empty', async () => {
    expect(await changesBy('true')).toEqual(new Map());
  });

  it('a scan lists created, changed, moved and deleted files', async () => {
    const changes = await changesBy(`cd ~
echo more >> Documents/plan.txt
mv Documents/deep/er/notes.txt Desktop/moved.txt
mkdir new && echo a > new/a && ln -s /etc/passwd new/link && mkfifo new/pipe
echo t > /tmp/t; echo s > /dev/shm/s`);
    expect(
      Object.fromEntries([...changes].map(([path, change]) => [path, [change.kind, change.after?.type ?? null]])),
    ).toEqual({
      '/dev/shm/s': ['created', 'file'],
      '/home/user/Desktop/moved.txt': ['created', 'file'],
      '/home/user/Documents/deep/er/notes.txt': ['deleted', null],
      '/home/user/Documents/plan.txt': ['modified', 'file'],
      '/home/user/new': ['created', 'directory'],
      '/home/user/new/a': ['created', 'file'],
      '/home/user/new/link': ['created', 'symlink'],
      '/home/user/new/pipe': ['created', 'other'],
      '/tmp/t': ['created', 'file'],
    });
    const plan = changes.get('/home/user/Documents/plan.txt');
    expect(plan?.before).toMatchObject({ hash: hash('the plan'), size: 8, uid: 1000, gid: 1000, mode: 0o644 });
    expect(plan?.after).toMatchObject({ hash: hash('the planmore\n'), size: 13 });
    expect(changes.get('/home/user/Documents/deep/er/notes.txt')?.before?.hash).toBe(
      changes.get('/home/user/Desktop/moved.txt')?.after?.hash,
    );
    expect(changes.get('/home/user/new/link')?.after?.target).toBe('/etc/passwd');
  });

  it('a scan lists a deleted folder with its contents, from the image or not', async () => {
    const inImage = (await attempt(desktop, 'user', 'find /etc/xdg/openbox /home/user/Pictures')).output
      .trim()
      .split('\n');
    expect(inImage.length).toBeGreaterThan(3);
    const changes = await changesBy(
      'rm -rf /etc/xdg/openbox /home/user/Documents /home/user/Pictures /opt/tool.sh',
      'root',
    );
    for (const path of [
      ...inImage,
      '/home/user/Documents/plan.txt',
      '/home/user/Documents/deep',
      '/home/user/Documents/deep/er/notes.txt',
      '/opt/tool.sh',
    ])
      expect([path, changes.get(path)?.kind]).toEqual([path, 'deleted']);
    const menu = inImage.find((path) => path.endsWith('.xml')) as string;
    expect(changes.get(menu)?.before?.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('a scan lists what is missing in a folder that was deleted and recreated', async () => {
    const inImage = (await attempt(desktop, 'user', 'find /etc/cron.daily -mindepth 1')).output.trim().split('\n');
    expect(inImage.length).toBeGreaterThan(0);
    const changes = await changesBy(
      'rm -rf /etc/cron.daily && mkdir /etc/cron.daily && echo x > /etc/cron.daily/mine',
      'root',
    );
    for (const path of inImage) expect([path, changes.get(path)?.kind]).toEqual([path, 'deleted']);
    expect(changes.get('/etc/cron.daily/mine')?.kind).toBe('created');
    expect(changes.get('/etc/cron.daily')).toBeUndefined();
  });

  it('a scan distinguishes permissions from content, and restored from changed', async () => {
    const changed = await changesBy(
      'chmod 777 /etc/hosts; chown user /etc/hostname; echo evil >> /etc/passwd; touch -d 2001-01-01 /etc/motd',
      'root',
    );
    expect(['/etc/hosts', '/etc/hostname', '/etc/passwd', '/etc/motd'].map((path) => changed.get(path)?.kind)).toEqual([
      'metadata',
      'metadata',
      'modified',
      'metadata',
    ]);
    const restored = await changesBy(
      'chmod 644 /etc/hosts; chmod "$(stat -c %a /etc/hosts)" /etc/hosts; chown root /etc/hostname',
      'root',
    );
    // Its time of change tells that it was touched in between.
    const { kind, before, after } = restored.get('/etc/hostname') ?? {};
    expect([kind, after?.hash, after?.uid]).toEqual(['metadata', before?.hash, before?.uid]);
  });

  it('a scan lists a folder that became a file', async () => {
    const changes = await changesBy('rm -rf ~/Music && echo x > ~/Music');
    expect(changes.get('/home/user/Music')).toMatchObject({
      kind: 'modified',
      before: { type: 'directory' },
      after: { type: 'file' },
    });
  });

  it('a scan of thousands of new files is fast', async () => {
    const made = await changesBy('mkdir ~/many && cd ~/many && for i in $(seq 3000); do echo $i > $i; done');
    expect(made.size).toBeGreaterThan(3000);
    const times: number[] = [];
    for (let at = 0; at < 3; at += 1) {
      const start = performance.now();
      await desktop.scanFiles();
      times.push(performance.now() - start);
    }
    // A third of a second on a quiet machine.
    expect(Math.min(...times)).toBeLessThan(5000);
  });

  it.each([10, 300_000])(
    'a scan lists a file of %i bytes that was changed through a memory mapping, which updates no timestamps',
    async (bytes) => {
      const path = `/home/user/mapped-${bytes}`;
      const program = [
        'import mmap, os, sys, time',
        `open("${path}", "wb").write(b"a" * ${bytes})`,
        `file = open("${path}", "r+b"); mapped = mmap.mmap(file.fileno(), 0); mapped[1:2] = b"a"; file.close()`,
        'open("/tmp/mapped", "w").close()',
        'while not os.path.exists("/tmp/go"): time.sleep(0.02)',
        'mapped[0:1] = b"X"; os.remove("/tmp/go"); time.sleep(60)',
      ].join('\n');
      await attempt(
        desktop,
        'user',
        `rm -f /tmp/mapped; python3 - <<'END' >/dev/null 2>&1 &\n${program}\nEND\nwhile [ ! -e /tmp/mapped ]; do sleep 0.05; done`,
      );
      const before = (await changesBy('true')).get(path)?.after;
      await attempt(desktop, 'user', 'touch /tmp/go; while [ -e /tmp/go ]; do sleep 0.05; done');
      const after = (await changesBy('true')).get(path)?.after;
      expect(after?.hash).toBe(hash(`X${'a'.repeat(bytes - 1)}`));
      expect(before?.hash).toBe(hash('a'.repeat(bytes)));
      expect(after?.mtimeMs).toBe(before?.mtimeMs);
    },
  );
});
