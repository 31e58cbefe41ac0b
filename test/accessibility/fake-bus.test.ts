import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Accessibility, createAccessibility } from '../../guest/accessibility/accessibility.ts';
import { ROLE_DOCUMENT_SPREADSHEET, ROLE_TABLE } from '../../guest/accessibility/roles.ts';
import { attribute, countNodes, findNodes, parseTree } from './compare-trees.ts';
import { type FakeApplication, FakeBus, type FakeObject } from './fake-bus.ts';

const ROOT = '/org/a11y/atspi/accessible/root';
const SHOWING_AND_VISIBLE = (1 << 25) | (1 << 30);
const BUTTON = 43;

let folder: string;
let bus: FakeBus;
let accessibility: Accessibility;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bus-'));
  bus = await FakeBus.start(join(folder, 'bus'));
  accessibility = createAccessibility({ busAddress: bus.address });
});
afterEach(async () => {
  accessibility.close();
  await bus.stop();
  await rm(folder, { recursive: true });
});

function application(
  busName: string,
  objects: Record<string, FakeObject>,
  more: Partial<FakeApplication> = {},
): FakeApplication {
  return { busName, objects: new Map(Object.entries(objects)), ...more };
}

const simple = (busName: string, name: string, more: Partial<FakeApplication> = {}): FakeApplication =>
  application(
    busName,
    {
      [ROOT]: { name, role: 75, children: ['/a'] },
      '/a': {
        name: 'Say "hi" & <go>\n\u0001',
        role: BUTTON,
        states: SHOWING_AND_VISIBLE,
        interfaces: ['Accessible', 'Component', 'Text', 'Value', 'Action', 'Image'],
        attributes: { toolkit: 'x', 'a b': 'c', '': 'no' },
        text: 'one\ufffc\u000ctwo < three',
        value: 1e16,
        actions: [['press it', 'Presses', 'Alt+P']],
      },
    },
    more,
  );

const xmlNow = async (): Promise<string> => (await accessibility.tree()).xml;

describe('accessibility trees', () => {
  test('an accessibility tree has every field in order, without characters that XML forbids', async () => {
    bus.applications = [simple(':1.1', 'one')];
    const { xml } = await accessibility.tree();
    expect(xml.slice(xml.indexOf('<application'))).toBe(
      '<application name="one"><push-button name="Say &quot;hi&quot; &amp; &lt;go&gt;&#10;" st:showing="true" st:visible="true"' +
        ' attr:ab="c" attr:toolkit="x" cp:screencoord="(1, -2)" cp:size="(3, 4)" image="true" val:value="1e+16"' +
        ' act:press-it_desc="Presses" act:press-it_kb="Alt+P">onetwo &lt; three</push-button></application></desktop-frame>',
    );
  });

  test('an accessibility tree is the same however its bytes are split', async () => {
    bus.applications = [simple(':1.1', 'one'), simple(':1.2', 'two')];
    const whole = await xmlNow();
    for (const pieceBytes of [1, 7, 16, 64]) {
      bus.pieceBytes = pieceBytes;
      expect(await xmlNow()).toBe(whole);
    }
  });

  test('an accessibility tree keeps the registry’s order, whichever application answers first', async () => {
    bus.applications = ['d', 'b', 'a', 'c'].map((name, at) => simple(`:1.${at}`, name));
    const names = parseTree(await xmlNow()).children.map((node) => attribute(node, 'name'));
    expect(names).toEqual(['d', 'b', 'a', 'c']);
  });

  test('an accessibility tree ends at depth 50 in a cycle and at 1,024 children', async () => {
    const wide = Array.from({ length: 1100 }, (_, at) => `/w${at}`);
    const leaves = Object.fromEntries(wide.map((path, at) => [path, { name: String(at), role: 29 }]));
    bus.applications = [
      application(':1.1', {
        [ROOT]: { name: 'cycle', role: 75, children: ['/x'] },
        '/x': { name: 'x', role: 39, children: ['/x'] },
      }),
      application(':1.2', { [ROOT]: { name: 'wide', role: 75, children: wide }, ...leaves }),
    ];
    const [cycle, broad] = parseTree(await xmlNow()).children;
    expect(cycle && countNodes(cycle)).toBe(50);
    expect(broad?.children.map((node) => attribute(node, 'name'))).toEqual(
      wide.slice(0, 1024).map((_, at) => String(at)),
    );
  });
});

describe('accessibility bus failures', () => {
  test.each(['*', 'GetText'])(
    'an application that does not answer %s keeps its last known tree, with its age',
    async (silent) => {
      bus.applications = [simple(':1.1', 'one'), simple(':1.2', 'stuck'), simple(':1.3', 'three')];
      const before = parseTree(await xmlNow()).children;
      const stuck = bus.applications[1] as FakeApplication;
      stuck.silent = silent;
      const { xml, report } = await accessibility.tree();
      expect(report.silent).toMatchObject([
        { name: 'stuck', reason: expect.stringMatching(/./), ageMs: expect.any(Number) },
      ]);
      expect(report.silent[0]?.ageMs).toBeGreaterThan(2_900);
      const now = parseTree(xml).children;
      expect(now.map((node) => attribute(node, 'name'))).toEqual(['one', 'stuck', 'three']);
      expect(now.map((node) => Number(attribute(node, 'stale-seconds') ?? 0) > 2.9)).toEqual([false, true, false]);
      expect(now[1]?.children).toEqual(before[1]?.children);
      const again = performance.now();
      if (silent === '*') expect(parseTree(await xmlNow()).children).toHaveLength(3);
      // Asked for once more, it would be waited for: three seconds.
      expect(performance.now() - again).toBeLessThan(2500);
      delete stuck.silent;
      const alive = await accessibility.tree();
      expect(alive.report.silent).toEqual([]);
      expect(parseTree(alive.xml).children).toEqual(before);
    },
  );

  test('an application that never answered is named, and one that has exited is not', async () => {
    bus.applications = [simple(':1.1', 'one'), simple(':1.2', 'late', { silent: '*' })];
    const { xml, report } = await accessibility.tree();
    expect(parseTree(xml).children).toHaveLength(1);
    expect(report.silent).toMatchObject([{ name: null, ageMs: null }]);
    bus.applications.pop();
    expect((await accessibility.tree()).report.silent).toEqual([]);
  });

  test('overlapping calls share a tree that was read after they started', async () => {
    bus.applications = [simple(':1.1', 'one')];
    const first = accessibility.tree();
    await sleep(0);
    const others = [accessibility.tree(), accessibility.tree(), accessibility.tree()];
    await Promise.all([first, ...others]);
    expect(bus.calls.filter((call) => call.startsWith('GetChildren /org/a11y/atspi/accessible/root'))).toHaveLength(2);
    expect(new Set((await Promise.all([first, ...others])).map(({ xml }) => xml)).size).toBe(1);
  });

  test('an abort ends the call for a tree immediately and does not affect the next one', async () => {
    bus.applications = [simple(':1.1', 'one', { silent: 'GetText' })];
    const abort = new AbortController();
    const tree = accessibility.tree(abort.signal);
    setTimeout(() => abort.abort(new Error('enough')), 50);
    const start = performance.now();
    await expect(tree).rejects.toThrow('enough');
    // Without the abort: three seconds.
    expect(performance.now() - start).toBeLessThan(2500);
    bus.applications = [simple(':1.1', 'one')];
    expect(parseTree(await xmlNow()).children).toHaveLength(1);
  });

  test('the tree reader reconnects after the bus exited, without leaking connections', async () => {
    bus.applications = [simple(':1.1', 'one')];
    for (let turn = 0; turn < 3; turn += 1) {
      expect(parseTree(await xmlNow()).children).toHaveLength(1);
      bus.dropConnections();
      await sleep(20);
    }
    await accessibility.tree();
    expect(bus.connections).toBe(1);
  });

  test('a missing accessibility bus is an error that says so', async () => {
    const nowhere = createAccessibility({ busAddress: `unix:path=${join(folder, 'nothing')}` });
    await expect(nowhere.tree()).rejects.toThrow(/ENOENT/);
    await expect(nowhere.tree()).rejects.toThrow(/ENOENT/);
    nowhere.close();
  });
});

/** Name and state of a process, as `cat S`. */
async function stateOf(pid: number | undefined): Promise<string> {
  const [, name, state] = /\((.*)\) (\w)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return `${name} ${state}`;
}

describe('rereading an accessibility tree', () => {
  let program: ChildProcess;
  beforeEach(async () => {
    program = spawn('cat', { stdio: ['pipe', 'ignore', 'ignore'] });
    // Until it waits for input: from then on it doesn't run.
    for (let asleep = 0; asleep < 5; await sleep(20))
      asleep = (await stateOf(program.pid)) === 'cat S' ? asleep + 1 : 0;
  });
  afterEach(() => {
    program.kill();
  });
  const rename = (name: string): void => {
    const object = bus.applications[0]?.objects.get('/a');
    if (object) object.name = name;
  };
  const nameNow = async (): Promise<string | undefined> => {
    const button = parseTree(await xmlNow()).children[0]?.children[0];
    return button && attribute(button, 'name');
  };

  test('rereading a tree queries nothing of a program that has not run and everything of one that has', async () => {
    bus.applications = [simple(':1.1', 'one', { pid: program.pid as number })];
    rename('first');
    expect(await nameNow()).toBe('first');
    await sleep(30);
    const calls = bus.calls.length;
    rename('a change that no running program made');
    expect(await nameNow()).toBe('first');
    expect(bus.calls.length - calls).toBe(1);
    program.stdin?.write('run');
    rename('second');
    await expect.poll(nameNow, { interval: 30, timeout: 40_000 }).toBe('second');
  });

  test('rereading a tree queries a program after an event', async () => {
    bus.applications = [simple(':1.1', 'one', { pid: program.pid as number })];
    rename('first');
    expect(await nameNow()).toBe('first');
    await sleep(30);
    rename('second');
    const before = Date.now();
    bus.emit(':1.1', '/a');
    await expect.poll(nameNow, { interval: 30, timeout: 40_000 }).toBe('second');
    expect(accessibility.lastEventAt()).toBeGreaterThanOrEqual(before);
  });
});

describe('rereading the cells of a sheet', () => {
  const FOCUSABLE = 1 << 11;
  /** A sheet of 3 × 2 cells, as new objects under other paths where `page` is another. */
  const sheet = (tableStates: number, page: string, firstRow: number): FakeApplication => {
    const places = [0, 1, 2].map((row) => [0, 1].map((column) => `/${page}/${row}/${column}`));
    const cells = places.flatMap((paths, row) =>
      paths.map((path, column): [string, FakeObject] => [
        path,
        { name: `${'AB'[column]}${firstRow + row}`, role: 56, states: SHOWING_AND_VISIBLE, text: `${page} ${row}` },
      ]),
    );
    return application(
      ':1.1',
      {
        [ROOT]: { name: 'office', role: 75, children: ['/document'] },
        '/document': { name: 'd', role: ROLE_DOCUMENT_SPREADSHEET, states: SHOWING_AND_VISIBLE, children: ['/table'] },
        '/table': { name: 'Sheet', role: ROLE_TABLE, states: SHOWING_AND_VISIBLE | tableStates, cells: places },
        ...Object.fromEntries(cells),
      },
      { toolkit: 'gtk' },
    );
  };
  const namesNow = async () =>
    findNodes(parseTree(await xmlNow()), ({ tag }) => tag === 'table-cell').map((node) => attribute(node, 'name'));

  test('cells of a sheet are named by their position, and everything else is queried', async () => {
    bus.applications = [sheet(FOCUSABLE, 'old', 1)];
    const names = ['A1', 'B1', 'A2', 'B2', 'A3', 'B3'];
    expect(await namesNow()).toEqual(names);
    bus.applications = [sheet(FOCUSABLE, 'new', 1)];
    bus.calls = [];
    expect(await namesNow()).toEqual(names);
    const properties = bus.calls.filter((call) => call.startsWith('Get /new/'));
    expect(properties).toHaveLength(0);
    expect(bus.calls.filter((call) => call.startsWith('GetAttributes /new/'))).toHaveLength(6);
  });

  test('cells in a print preview are queried for their names, since positions differ by page', async () => {
    bus.applications = [sheet(0, 'first', 1)];
    await namesNow();
    bus.applications = [sheet(0, 'second', 51)];
    expect(await namesNow()).toEqual(['A51', 'B51', 'A52', 'B52', 'A53', 'B53']);
  });
});

describe('rereading closed menus and buttons', () => {
  const VISIBLE = 1 << 30;
  const item = (more: Partial<FakeObject> = {}): FakeObject => ({
    name: 'Save',
    role: 35,
    states: VISIBLE,
    interfaces: ['Accessible', 'Component', 'Text', 'Value', 'Action'],
    attributes: { toolkit: 'x' },
    text: 'Save',
    value: 0,
    actions: [['click', '', 'Ctrl+S']],
    ...more,
  });
  const menu = (busName: string, toolkit: string): FakeApplication =>
    application(
      busName,
      {
        [ROOT]: { name: toolkit, role: 75, children: ['/menu'] },
        '/menu': { name: 'File', role: 33, states: VISIBLE, children: ['/item'] },
        '/item': item(),
      },
      { toolkit },
    );
  const asked = (calls: readonly string[]): string[] =>
    calls.filter((call) => call.endsWith(' /item')).map((call) => call.split(' ')[0] as string);

  test.each([
    { what: 'looks the same', toolkit: 'gtk', now: item({ text: 'not asked' }), isAsked: false },
    { what: 'has another name', toolkit: 'gtk', now: item({ name: 'Save All', text: 'Save All' }), isAsked: true },
    { what: 'is greyed out', toolkit: 'gtk', now: item({ states: VISIBLE | (1 << 24), text: 'new' }), isAsked: true },
    { what: 'is open', toolkit: 'gtk', now: item({ states: SHOWING_AND_VISIBLE, text: 'new' }), isAsked: true },
    { what: 'is another toolkit’s', toolkit: 'Qt', now: item({ text: 'new' }), isAsked: true },
  ])('for a menu item that $what, text and actions are queried again: $isAsked', async ({ toolkit, now, isAsked }) => {
    bus.applications = [menu(':1.1', toolkit)];
    const before = await xmlNow();
    bus.applications[0]?.objects.set('/item', now);
    bus.calls = [];
    const after = await xmlNow();
    expect(asked(bus.calls).includes('GetText')).toBe(isAsked);
    expect(asked(bus.calls).includes('GetActions')).toBe(isAsked);
    expect(asked(bus.calls)).toContain('GetState');
    // What an object is stays the same.
    expect(asked(bus.calls).includes('GetRole')).toBe(toolkit !== 'gtk');
    expect(after === before).toBe(!isAsked);
    expect(after).toContain(`>${isAsked ? now.text : 'Save'}</menu-item>`);
  });

  test('an unchanged button keeps its actions, and its text and value are queried again', async () => {
    bus.applications = [menu(':1.1', 'gtk')];
    const button = (more: Partial<FakeObject>): FakeObject =>
      item({ role: BUTTON, states: SHOWING_AND_VISIBLE, ...more });
    bus.applications[0]?.objects.set('/item', button({}));
    await xmlNow();
    bus.applications[0]?.objects.set('/item', button({ text: 'pressed', value: 1 }));
    bus.calls = [];
    expect(await xmlNow()).toMatch(/<push-button name="Save".* val:value="1.0".* act:click_kb="Ctrl\+S">pressed</);
    expect(asked(bus.calls)).not.toContain('GetActions');
  });
});

describe('rereading an object’s actions', () => {
  const open = (more: Partial<FakeObject> = {}): FakeObject => ({
    name: 'report.txt',
    role: 29,
    states: SHOWING_AND_VISIBLE,
    interfaces: ['Accessible', 'Component', 'Action'],
    actions: [
      ['list.select', 'selects', '<Space>'],
      ['list.open', 'opens', '<Return>'],
    ],
    ...more,
  });
  const files = (toolkit: string): FakeApplication =>
    application(':1.1', { [ROOT]: { name: 'Files', role: 75, children: ['/item'] }, '/item': open() }, { toolkit });
  const members = (): string[] =>
    bus.calls.filter((call) => call.endsWith(' /item')).map((call) => call.split(' ')[0] as string);
  /** Calls about the item in a second tree, after it became `now`. */
  const askedAgain = async (toolkit: string, now: FakeObject): Promise<{ asked: string[]; xml: string }> => {
    bus.applications = [files(toolkit)];
    await xmlNow();
    bus.applications[0]?.objects.set('/item', now);
    bus.calls = [];
    const xml = await xmlNow();
    return { asked: members(), xml };
  };

  test('actions are queried one by one only if their list has changed', async () => {
    const same = await askedAgain('GTK', open({ name: 'renamed.txt' }));
    expect(same.asked.toSorted()).toEqual(['GetActions', 'GetAll', 'GetAttributes', 'GetExtents', 'GetState']);
    expect(same.xml).toContain('name="renamed.txt"');
    expect(same.xml).toContain('act:list.open_desc="opens" act:list.open_kb="&lt;Return&gt;"');

    const fewer = await askedAgain('GTK', open({ actions: [['list.select', 'selects', '<Space>']] }));
    expect(fewer.asked).toContain('GetKeyBinding');
    expect(fewer.xml).not.toContain('list.open');
  });

  test('all actions are queried if the toolkit is unknown', async () => {
    const { asked } = await askedAgain('Qt', open());
    expect(asked.filter((member) => member === 'GetName')).toHaveLength(2);
    expect(asked.filter((member) => member === 'GetKeyBinding')).toHaveLength(2);
  });
});
