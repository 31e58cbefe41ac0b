import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Leases, readLeases } from './leases.ts';
import { heartbeatIn } from './liveness.ts';
import { ownIdentity } from './process-identity.ts';

let folder: string;
let file: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leases-'));
  file = join(folder, 'leases.sqlite');
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const dead = { ...ownIdentity(), start: '1' };
const elsewhere = { ...ownIdentity(), host: 'another', boot: 'of another machine' };

/** A process that runs `code` with `leases`, after it has printed a line and received one. */
function other(code: string): { child: ChildProcess; line(): Promise<string>; go(): void } {
  const module = JSON.stringify(new URL('./leases.ts', import.meta.url).href);
  const program = `const { Leases } = await import(${module}); const leases = new Leases(${JSON.stringify(file)}); console.log('ready'); await new Promise((resolve) => process.stdin.once('data', resolve)); ${code}; setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const lines: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => lines.push(...text.split('\n').filter(Boolean)));
  return {
    child,
    async line() {
      while (lines.length === 0) await once(child.stdout, 'data');
      return lines.shift() ?? '';
    },
    go: () => void child.stdin.write('go\n'),
  };
}

describe('Leases', () => {
  it('a lease belongs to one process until it is released or the process closes its leases', () => {
    const [mine, others] = [new Leases(file), new Leases(file, elsewhere)];
    expect(mine.take('a')).toBeNull();
    expect(others.take('a')).toMatchObject({ pid: process.pid });
    expect(others.take('b')).toBeNull();
    expect(mine.holder('b')).toEqual(elsewhere);
    mine.release('a');
    expect([mine.holds('a'), others.take('a')]).toEqual([false, null]);
    others.close();
    expect([mine.take('a'), mine.take('b')]).toEqual([null, null]);
    mine.close();
    expect(readdirSync(folder)).toEqual(['leases.sqlite']);
  });

  it('a lease of a dead process is taken over, and its late release changes nothing', () => {
    const [late, mine] = [new Leases(file, dead), new Leases(file)];
    expect(late.take('a')).toBeNull();
    expect(mine.holder('a')).toBeNull();
    expect(mine.take('a')).toBeNull();
    expect(late.holds('a')).toBe(false);
    late.close();
    expect(mine.holds('a')).toBe(true);
    mine.close();
  });

  it('a process of another machine keeps its lease while its heartbeat is fresh', () => {
    const [others, mine] = [new Leases(file, elsewhere), new Leases(file)];
    others.take('a');
    expect(mine.take('a')).toEqual(elsewhere);
    const silence = (seconds: number): void =>
      utimesSync(heartbeatIn(folder, elsewhere), new Date(), new Date(Date.now() - seconds * 1000));
    silence(60);
    expect(readLeases(file)?.taken.get('a')).toEqual(elsewhere);
    silence(180);
    expect(readLeases(file)?.taken.size).toBe(0);
    expect(mine.take('a')).toBeNull();
    others.close();
    mine.close();
  });

  it('exactly one of several processes takes over from a dead one', async () => {
    new Leases(file, dead).take('a');
    const rivals = Array.from({ length: 5 }, () => other("console.log(leases.take('a') === null)"));
    await Promise.all(rivals.map((rival) => rival.line()));
    for (const rival of rivals) rival.go();
    const taken = await Promise.all(rivals.map((rival) => rival.line()));
    expect(taken.filter((line) => line === 'true')).toHaveLength(1);
  }, 60_000);

  it('a process killed within a transaction leaves no trace of it', async () => {
    const mine = new Leases(file);
    const killed = other(
      "leases.transaction(() => { leases.take('a'); leases.share(['b']); process.kill(process.pid, 'SIGKILL'); })",
    );
    await killed.line();
    killed.go();
    await once(killed.child, 'exit');
    expect(mine.take('a')).toBeNull();
    expect([...(readLeases(file)?.shared.keys() ?? [])]).toEqual([]);
    mine.close();
  }, 60_000);

  it('a transaction that throws changes nothing', () => {
    const mine = new Leases(file);
    expect(() =>
      mine.transaction(() => {
        mine.take('a');
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(readLeases(file)?.taken.size).toBe(0);
    mine.close();
  });

  it('processes share a name, and dead ones are forgotten with their heartbeats', () => {
    const [mine, others, gone] = [new Leases(file), new Leases(file, elsewhere), new Leases(file, dead)];
    for (const leases of [mine, others, gone]) leases.share(['a', 'b']);
    expect(existsSync(heartbeatIn(folder, dead))).toBe(true);
    expect(readLeases(file)?.shared.get('a')).toEqual([ownIdentity(), elsewhere]);
    mine.share(['c']);
    expect(existsSync(heartbeatIn(folder, dead))).toBe(false);
    others.close();
    expect([...(readLeases(file)?.shared.entries() ?? [])].map(([name, by]) => [name, by.length])).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ]);
    mine.close();
  });

  it('a folder or database that can’t be written fails with a code of the file system', () => {
    writeFileSync(join(folder, 'plain'), '');
    expect(() => new Leases(join(folder, 'plain', 'leases.sqlite'))).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^E/) }),
    );
    mkdirSync(join(folder, 'folder.sqlite'));
    expect(() => new Leases(join(folder, 'folder.sqlite'))).toThrow(expect.objectContaining({ code: 'EACCES' }));
    expect(readdirSync(folder).filter((name) => name.startsWith('.alive-'))).toEqual([]);
  });
});

describe('readLeases', () => {
  it('readLeases returns null for a file that is not a lease database', () => {
    expect(readLeases(join(folder, 'missing'))).toBeNull();
    expect(readLeases(folder)).toBeNull();
    writeFileSync(file, 'no database');
    expect(readLeases(file)).toBeNull();
  });

  it('readLeases does not query a view in place of a table', () => {
    const database = new DatabaseSync(file);
    database.exec(
      'CREATE VIEW lease AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS run, i AS host, i AS boot, i AS pid, i AS start FROM n',
    );
    database.close();
    expect(readLeases(file)).toBeNull();
  });

  it('readLeases reads leases of version 0.1', () => {
    const database = new DatabaseSync(file);
    database.exec(
      'CREATE TABLE lease (run TEXT PRIMARY KEY, host TEXT, boot TEXT, pid INTEGER, start TEXT) STRICT; CREATE TABLE plan (run TEXT, host TEXT, boot TEXT, pid INTEGER, start TEXT) STRICT',
    );
    const { host, boot, pid, start } = ownIdentity();
    for (const table of ['lease', 'plan'])
      database.prepare(`INSERT INTO ${table} VALUES ('os/a', ?, ?, ?, ?)`).run(host, boot, pid, start);
    database.close();
    expect(readLeases(file)).toEqual({
      taken: new Map([['os/a', ownIdentity()]]),
      shared: new Map([['os/a', [ownIdentity()]]]),
    });
  });
});
