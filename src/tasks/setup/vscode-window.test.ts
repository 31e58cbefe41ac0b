import { describe, expect, it } from 'vitest';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { openedInVscode, showsContent, untilVscodeShows } from './vscode-window.ts';

const frame = '<menu-item name="File"/>';
const explorer = (folder: string): string => `<section name="Explorer Section: ${folder}"/>`;

describe('openedInVscode', () => {
  it.each([
    [['code', '/home/user/project/'], ['project']],
    [
      ['/usr/local/bin/code', '-r', '/home/user/a.py', '/tmp/b.py'],
      ['a.py', 'b.py'],
    ],
    [['code', '--user-data-dir', '/tmp/x', '--goto', '/home/user/a.py:12:3'], ['a.py']],
    [['code'], []],
    [['codeblocks', 'a.py'], null],
    [[], null],
  ])('the command %j opens %j in VS Code', (command, names) => {
    expect(openedInVscode(command)).toEqual(names);
  });
});

describe('showsContent', () => {
  it.each([
    [
      'a folder with its files',
      'project - Visual Studio Code',
      `${frame}${explorer('project')}<tree-item name="a.py"/>`,
    ],
    ['a file in an editor', 'a.py - Visual Studio Code', `${frame}<entry name="a.py"/>`],
    [
      'a file that was changed',
      '● a.py - project - Visual Studio Code',
      `${frame}<entry name="a.py, Editor Group 1"/>`,
    ],
    ['a name with signs', 'a&b (1).py - Visual Studio Code', `${frame}<entry name="a&amp;b (1).py"/>`],
  ])('VS Code shows its content: %s', (_, title, tree) => {
    expect(showsContent(title, tree)).toBe(true);
  });

  it.each([
    ['no frame', 'project - Visual Studio Code', `${explorer('project')}<tree-item name="a.py"/>`],
    ['an empty Explorer', 'project - Visual Studio Code', `${frame}${explorer('project')}`],
    [
      'the Explorer of another folder',
      'project - Visual Studio Code',
      `${frame}${explorer('other')}<tree-item name="x"/>`,
    ],
    ['the editor of another file', 'a.py - Visual Studio Code', `${frame}<entry name="b.py"/>`],
    ['no file yet', 'Visual Studio Code', frame],
    [
      'extensions that start',
      'a.py - Visual Studio Code',
      `${frame}<entry name="a.py"/><push-button name="Activating Extensions..."/>`,
    ],
  ])('VS Code does not show its content yet: %s', (_, title, tree) => {
    expect(showsContent(title, tree)).toBe(false);
  });
});

describe('untilVscodeShows', () => {
  /** Each look at the windows or the tree is one step further. */
  function starting(looks: readonly { title: string; tree: string }[]) {
    let at = -1;
    const events: string[] = [];
    const look = (): { title: string; tree: string } => {
      at = Math.min(at + 1, looks.length - 1);
      return looks[at] as { title: string; tree: string };
    };
    const desktop = {
      windows: async () => [{ className: '127.0.0.1.Code', title: look().title }],
      accessibilityTree: async () => looks[at]?.tree ?? '',
      settle: async () => void events.push(`settled at ${at}`),
    };
    const context = { desktop: desktop as unknown as Desktop, suiteFolder: '/', canaries: {} };
    return { events, context: { ...context, note: (text: string) => void events.push(text) } };
  }

  it('untilVscodeShows waits for the title, then for the content, and only then settles', async () => {
    const { context, events } = starting([
      { title: '127.0.0.1:13337/?folder=/home/user/project', tree: '' },
      { title: 'Visual Studio Code', tree: frame },
      { title: 'project - Visual Studio Code', tree: `${frame}${explorer('project')}` },
      { title: 'project - Visual Studio Code', tree: `${frame}${explorer('project')}<tree-item name="a.py"/>` },
    ]);
    await untilVscodeShows(['project'], context);
    expect(events).toEqual(['settled at 3']);
  });

  it('untilVscodeShows accepts one of several files, since the title names only one', async () => {
    const { context, events } = starting([
      { title: 'b.py - Visual Studio Code', tree: `${frame}<entry name="b.py"/>` },
    ]);
    await untilVscodeShows(['a.py', 'b.py'], context);
    expect(events).toEqual(['settled at 0']);
  });

  it('untilVscodeShows accepts the frame if nothing was to be opened', async () => {
    const { context, events } = starting([
      { title: 'Visual Studio Code', tree: '' },
      { title: 'Visual Studio Code', tree: '<page-tab name="Explorer (Ctrl+Shift+E)"/>' },
    ]);
    await untilVscodeShows([], context);
    expect(events).toEqual(['settled at 1']);
  });
});
