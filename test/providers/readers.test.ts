import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ownIdentity } from '../../src/base/record/lease/process-identity.ts';
import { parseWindows } from '../../src/desktop/client/guest/classic-windows.ts';
import { parseFileStates } from '../../src/desktop/client/guest/file-states.ts';
import { DesktopLeases } from '../../src/desktop/providers/remote/desktop-leases.ts';
import { readDesktopList } from '../../src/desktop/providers/remote/desktop-list.ts';
import { commandWords } from '../../src/desktop/providers/remote/reset-hook.ts';

const folder = mkdtempSync(join(tmpdir(), 'osharm-readers-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('--remote', () => {
  it('--remote accepts addresses, OSWorld’s five fields and files', () => {
    const file = join(folder, 'desktops');
    writeFileSync(file, '# of the lab\nhttp://192.0.2.1:5000\n\n192.0.2.2:5001:9223:8007:8081 # second\n');
    expect(readDesktopList([file, '192.0.2.3,desk.example:5005', 'http://[2001:db8::1]:5000'])).toEqual(
      [
        { url: 'http://192.0.2.1:5000', host: '192.0.2.1', ports: {} },
        { url: 'http://192.0.2.2:5001', host: '192.0.2.2', ports: { 5000: 5001, 8006: 8007, 8080: 8081, 9222: 9223 } },
        { url: 'http://192.0.2.3:5000', host: '192.0.2.3', ports: {} },
        { url: 'http://desk.example:5005', host: 'desk.example', ports: {} },
        { url: 'http://[2001:db8::1]:5000', host: '2001:db8::1', ports: {} },
      ].map((item) => ({ ...item, baseUrl: item.url })),
    );
  });

  it('--remote keeps a token out of the desktop’s name in tables and errors', () => {
    expect(readDesktopList(['http://any:made-up@192.0.2.1:5000'])).toEqual([
      { url: 'http://192.0.2.1:5000', baseUrl: 'http://any:made-up@192.0.2.1:5000', host: '192.0.2.1', ports: {} },
    ]);
  });

  it.each(['', 'https://192.0.2.1:5000', 'http://192.0.2.1:5000/path', '192.0.2.1:5000:9222', 'a:b:c:d:e', 'http://'])(
    '--remote refuses %j',
    (text) => {
      expect(() => readDesktopList([text])).toThrow(expect.objectContaining({ code: 'remote-address' }));
    },
  );

  it('--remote refuses a desktop that is named twice', () => {
    expect(() => readDesktopList(['192.0.2.1:5000', 'http://192.0.2.1:5000'])).toThrow(/twice/);
  });
});

describe('--reset-command', () => {
  it.each([
    ['virsh snapshot-revert desk-1 clean', ['virsh', 'snapshot-revert', 'desk-1', 'clean']],
    [`sh -c 'echo "a b" >x' two\\ words`, ['sh', '-c', 'echo "a b" >x', 'two words']],
    [`run "a \\"b\\" $HOME" --name='x y'`, ['run', 'a "b" $HOME', '--name=x y']],
    ['  one  ', ['one']],
  ])('--reset-command splits %j', (line, words) => {
    expect(commandWords(line)).toEqual(words);
  });

  it.each(['', '   ', "sh -c 'open", 'a "b'])('--reset-command refuses %j', (line) => {
    expect(() => commandWords(line)).toThrow(expect.objectContaining({ code: 'reset-command' }));
  });
});

describe('output of a remote desktop', () => {
  it('a remote desktop’s window list is read, with the active window', () => {
    const printed = [
      '0x02000003  0 1234   70   64   640  400  mousepad.Mousepad     desk note.txt - Mousepad',
      '0x02600007 -1 0      0    1040 1920 40   tint2.Tint2           desk ',
      '0x02800001  0 77     -5   -5   300  200  Navigator.thunderbird  N/A Inbox  two  blanks',
      '_NET_ACTIVE_WINDOW(WINDOW): window id # 0x2000003',
      'splash 0x02800001',
    ].join('\n');
    expect(parseWindows(printed)).toMatchObject([
      {
        id: 0x2000003,
        title: 'note.txt - Mousepad',
        className: 'mousepad.Mousepad',
        pid: 1234,
        active: true,
        x: 70,
        isSplash: false,
      },
      { title: '', pid: null, active: false },
      { title: 'Inbox  two  blanks', x: -5, y: -5, width: 300, isSplash: true },
    ]);
    expect(parseWindows('Cannot open display.\n')).toEqual([]);
  });

  it('a remote desktop’s file list is read, whatever the names contain', () => {
    const row = (...fields: string[]): string => `${fields.join('\0')}\0`;
    const hash = 'c'.repeat(64);
    const printed =
      row('/a\nb', 'f', '3', '644', '1000', '1000', '1700000000.5', '') +
      row('/a', 'd', '4096', '755', '0', '0', '1.0', '') +
      row('/l', 'l', '1', '777', '0', '0', '1.0', 'x y') +
      `\0${hash}  /a\nb\0`;
    expect(parseFileStates(printed)).toMatchObject([
      { path: '/a', type: 'directory', mode: 0o755, hash: null },
      { path: '/a\nb', type: 'file', size: 3, hash, mtimeMs: 1_700_000_000_500 },
      { path: '/l', type: 'symlink', target: 'x y' },
    ]);
    expect(parseFileStates('')).toEqual([]);
  });
});

describe('leases of remote desktops', () => {
  it('leases prefer unused desktops, end with their process, and leave a used desktop', () => {
    const file = join(folder, 'leases.sqlite');
    const gone = new DesktopLeases(file, { ...ownIdentity(), start: '1' });
    expect(gone.take(['a', 'b'])).toEqual({ url: 'a', past: { used: false, screenshots: 0 } });
    gone.countScreenshot('a');
    const book = new DesktopLeases(file);
    expect(book.take(['a', 'b'])?.url).toBe('b');
    expect(book.take(['a', 'b'])).toEqual({ url: 'a', past: { used: true, screenshots: 1 } });
    expect(book.take(['a', 'b'])).toBeNull();
    book.wasReset('a');
    book.release('a');
    expect(book.take(['a', 'b'])).toEqual({ url: 'a', past: { used: true, screenshots: 0 } });
    book.release('b', true);
    expect(book.take(['b'])?.past.used).toBe(false);
    book.close();
  });
});
