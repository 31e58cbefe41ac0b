import { describe, expect, it } from 'vitest';
import { stateDifferences } from './compare-state.ts';
import { neutralText } from './neutral-text.ts';

const header = 'tag\tname\ttext\tclass\tdescription\tposition (top-left x&y)\tsize (w&h)';
const tree = (...rows: string[]): string => [header, ...rows.map((row) => `${row}\t""\t\t\t(1, 2)\t(3, 4)`)].join('\n');
const made = (path: string, more: object = {}) => ({
  source: 'file',
  kind: 'created',
  step: 0,
  path,
  detail: { type: 'file', ...more },
});

describe('stateDifferences', () => {
  it('stateDifferences ignores time, positions and order', () => {
    const recorded = { tree: tree('label\t09:41', 'frame\tFiles'), effects: [made('/a'), made('/b')] };
    const now = {
      tree: tree('frame\tFiles', 'label\t10:02').replaceAll('(1, 2)', '(8, 9)'),
      effects: [made('/b', { after: { hash: 'other' } }), made('/a')],
    };
    expect(stateDifferences(recorded, now)).toEqual([]);
  });

  it('stateDifferences ignores names and seconds of commits in Git’s log', () => {
    const log = (commit: string, seconds: number) =>
      made('/project/.git/logs/HEAD', {
        text: `${'0'.repeat(40)} ${commit} User <user@example.org> ${seconds} +0000\tcommit\n${commit} ${commit} User <user@example.org> ${seconds + 2} +0000\treset\n`,
      });
    const recorded = { tree: tree(), effects: [log('45e9f692396a9baac1ca2e29089f32a4d7056c52', 1795449255)] };
    const now = { tree: tree(), effects: [log('4badf692396a9baac1ca2e29089f32a4d7056c52', 1795449258)] };
    expect(stateDifferences(recorded, now)).toEqual([]);
  });

  it('stateDifferences ignores the random file names in VS Code’s history', () => {
    const history = '/home/user/.config/Code/User/History/-64e3a33b';
    const kept = (id: string, timestamp: number) => [
      made(`${history}/${id}`, { text: 'the saved text' }),
      made(`${history}/entries.json`, { text: JSON.stringify({ version: 1, entries: [{ id, timestamp }] }) }),
    ];
    const recorded = { tree: tree(), effects: kept('06Xi.txt', 1795449255123) };
    expect(stateDifferences(recorded, { tree: tree(), effects: kept('hLUk.txt', 1795449258456) })).toEqual([]);
    expect(stateDifferences(recorded, { tree: tree(), effects: [] })).toHaveLength(2);
  });

  it('stateDifferences names a new window and a missing or changed effect', () => {
    const recorded = { tree: tree('frame\tFiles'), effects: [made('/a', { text: 'one' }), made('/b')] };
    const now = { tree: tree('frame\tFiles', 'dialog\tError'), effects: [made('/a', { text: 'two' })] };
    expect(stateDifferences(recorded, now)).toEqual([
      'effect, only recorded: file created, /a, type "file", text "one"',
      'effect, only recorded: file created, /b, type "file"',
      'effect, only now: file created, /a, type "file", text "two"',
      'on the screen, only now: dialog\tError\t""\t\t',
    ]);
  });

  it('stateDifferences counts repeated rows', () => {
    const twice = { tree: tree('label\tx', 'label\tx'), effects: [] };
    expect(stateDifferences(twice, { tree: tree('label\tx'), effects: [] })).toHaveLength(1);
    expect(stateDifferences({ tree: tree('label\tx'), effects: [] }, twice)).toHaveLength(1);
  });

  it('stateDifferences compares several changes of a file by their result', () => {
    const change = (kind: string, text?: string) => ({ ...made('/a', text === undefined ? {} : { text }), kind });
    const same = (recorded: object[], now: object[]) =>
      stateDifferences(
        { tree: tree(), effects: recorded as ReturnType<typeof made>[] },
        { tree: tree(), effects: now as ReturnType<typeof made>[] },
      );
    expect(same([change('created', 'ab')], [change('created', 'a'), change('modified', 'ab')])).toEqual([]);
    expect(same([], [change('created', 'a'), change('deleted')])).toEqual([]);
    expect(same([change('modified', 'b')], [change('deleted'), change('created', 'b')])).toEqual([]);
    expect(same([change('created', 'a')], [change('created', 'a'), change('modified', 'ab')])).toHaveLength(2);
  });

  const screen = (...rows: string[]) => ({ tree: [header, ...rows].join('\n'), effects: [] });
  const place = '(0, 0)\t(33, 35)';
  it.each([
    ['commits', 'terminal\tT\t[main 1a2b3c4] x\t\t\t', 'terminal\tT\t[main 9f8e7d6] x\t\t\t'],
    ['a long day', 'label\tx\tSun Nov 22 21:36:07 2026\t\t', 'label\tx\tMon Nov 23 01:00:46 2026\t\t'],
    ['word counts', 'label\t\t67 words, 420 characters\t\t', 'label\t\t59 words, 381 characters\t\t'],
  ])('stateDifferences ignores %s', (_, recorded, now) => {
    expect(stateDifferences(screen(recorded), screen(now))).toEqual([]);
  });

  it('stateDifferences ignores status lines that clear themselves, and no other label', () => {
    const status = 'label\tu@x: Connecting to y…\tu@x: Connecting to y…\t\t';
    expect(stateDifferences(screen(status), screen())).toEqual([]);
    expect(stateDifferences(screen('label\tSaved\tSaved\t\t'), screen())).toHaveLength(1);
  });

  it('stateDifferences ignores tool bar buttons of an office window, and no button of a dialog', () => {
    const office = 'toggle-button\ta.ods - LibreOffice Calc\t""\t\t\t(0, 0)\t(240, 32)';
    const undo = `push-button\tUndo\t""\t\t\t${place}`;
    expect(stateDifferences(screen(office, undo), screen(office))).toEqual([]);
    expect(stateDifferences(screen(undo), screen())).toHaveLength(1);
    const keep = 'push-button\tKeep\t""\t\t\t(0, 0)\t(120, 35)';
    expect(stateDifferences(screen(office, keep), screen(office))).toHaveLength(1);
  });

  it('stateDifferences accepts a terminal that continues the recorded text, and no other', () => {
    const terminal = (text: string) => screen(`terminal\tT\t${text}\t\t`);
    expect(stateDifferences(terminal('~$ ls\\n\\n'), terminal('~$ ls\\na b\\n~$ \\n'))).toEqual([]);
    expect(stateDifferences(terminal('~$ ls\\na b\\n~$ '), terminal('~$ ls\\n'))).toHaveLength(2);
    expect(stateDifferences(terminal('~$ ls\\nb'), terminal('~$ ls\\na b'))).toHaveLength(2);
  });

  it('stateDifferences ignores exactly what appeared late in the recording or was about to disappear', () => {
    const [label, button] = ['label\ta\ta\t\t', 'push-button\tMinimize\t""\t\t'];
    expect(stateDifferences(screen(label), screen(label, button), screen(label, button))).toEqual([]);
    expect(stateDifferences(screen(label, button), screen(label), screen(label))).toEqual([]);
    expect(stateDifferences(screen(label), screen(label, button), screen(label))).toHaveLength(1);
    expect(stateDifferences(screen(label, button), screen(label), screen(label, button))).toHaveLength(1);
    expect(stateDifferences(screen(label), screen(label, button, button), screen(label, button))).toEqual([]);
  });

  it('stateDifferences names at most twenty differences', () => {
    const many = Array.from({ length: 30 }, (_, at) => made(`/${at}`));
    const found = stateDifferences({ tree: tree(), effects: many }, { tree: tree(), effects: [] });
    expect(found).toHaveLength(21);
    expect(found.at(-1)).toBe('and 10 more');
  });
});

describe('neutralText', () => {
  it.each([0, 1, 43, 44, 45, 800])('a neutral text of %i characters has that length', (length) => {
    expect(neutralText(length)).toHaveLength(length);
    expect(neutralText(length)).not.toMatch(/ $/);
  });
});
