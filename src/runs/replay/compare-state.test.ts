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
  it('finds none but time, places and order', () => {
    const recorded = { tree: tree('label\t09:41', 'frame\tFiles'), effects: [made('/a'), made('/b')] };
    const now = {
      tree: tree('frame\tFiles', 'label\t10:02').replaceAll('(1, 2)', '(8, 9)'),
      effects: [made('/b', { after: { hash: 'other' } }), made('/a')],
    };
    expect(stateDifferences(recorded, now)).toEqual([]);
  });

  it('finds none in the log of Git, whose lines hold the names and seconds of commits', () => {
    const log = (commit: string, seconds: number) =>
      made('/project/.git/logs/HEAD', {
        text: `${'0'.repeat(40)} ${commit} User <user@example.org> ${seconds} +0000\tcommit\n${commit} ${commit} User <user@example.org> ${seconds + 2} +0000\treset\n`,
      });
    const recorded = { tree: tree(), effects: [log('45e9f692396a9baac1ca2e29089f32a4d7056c52', 1795449255)] };
    const now = { tree: tree(), effects: [log('4badf692396a9baac1ca2e29089f32a4d7056c52', 1795449258)] };
    expect(stateDifferences(recorded, now)).toEqual([]);
  });

  it('finds none in the history that VS Code keeps of a file, whose names are drawn', () => {
    const history = '/home/user/.config/Code/User/History/-64e3a33b';
    const kept = (id: string, timestamp: number) => [
      made(`${history}/${id}`, { text: 'the saved text' }),
      made(`${history}/entries.json`, { text: JSON.stringify({ version: 1, entries: [{ id, timestamp }] }) }),
    ];
    const recorded = { tree: tree(), effects: kept('06Xi.txt', 1795449255123) };
    expect(stateDifferences(recorded, { tree: tree(), effects: kept('hLUk.txt', 1795449258456) })).toEqual([]);
    expect(stateDifferences(recorded, { tree: tree(), effects: [] })).toHaveLength(2);
  });

  it('names a window that is there only now, and an effect that is missing or of another text', () => {
    const recorded = { tree: tree('frame\tFiles'), effects: [made('/a', { text: 'one' }), made('/b')] };
    const now = { tree: tree('frame\tFiles', 'dialog\tError'), effects: [made('/a', { text: 'two' })] };
    expect(stateDifferences(recorded, now)).toEqual([
      'effect, only recorded: file created, /a, type "file", text "one"',
      'effect, only recorded: file created, /b, type "file"',
      'effect, only now: file created, /a, type "file", text "two"',
      'on the screen, only now: dialog\tError\t""\t\t',
    ]);
  });

  it('counts rows that are there twice', () => {
    const twice = { tree: tree('label\tx', 'label\tx'), effects: [] };
    expect(stateDifferences(twice, { tree: tree('label\tx'), effects: [] })).toHaveLength(1);
    expect(stateDifferences({ tree: tree('label\tx'), effects: [] }, twice)).toHaveLength(1);
  });

  it('takes several changes of a file for what they came to', () => {
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
  ])('passes over %s', (_, recorded, now) => {
    expect(stateDifferences(screen(recorded), screen(now))).toEqual([]);
  });

  it('passes over status lines that empty themselves, and no other label', () => {
    const status = 'label\tu@x: Connecting to y…\tu@x: Connecting to y…\t\t';
    expect(stateDifferences(screen(status), screen())).toEqual([]);
    expect(stateDifferences(screen('label\tSaved\tSaved\t\t'), screen())).toHaveLength(1);
  });

  it('passes over buttons of tool bars where an office window is open, and over no button of a dialog', () => {
    const office = 'toggle-button\ta.ods - LibreOffice Calc\t""\t\t\t(0, 0)\t(240, 32)';
    const undo = `push-button\tUndo\t""\t\t\t${place}`;
    expect(stateDifferences(screen(office, undo), screen(office))).toEqual([]);
    expect(stateDifferences(screen(undo), screen())).toHaveLength(1);
    const keep = 'push-button\tKeep\t""\t\t\t(0, 0)\t(120, 35)';
    expect(stateDifferences(screen(office, keep), screen(office))).toHaveLength(1);
  });

  it('takes a terminal that goes on from the recorded text for the same, and no other one', () => {
    const terminal = (text: string) => screen(`terminal\tT\t${text}\t\t`);
    expect(stateDifferences(terminal('~$ ls\\n\\n'), terminal('~$ ls\\na b\\n~$ \\n'))).toEqual([]);
    expect(stateDifferences(terminal('~$ ls\\na b\\n~$ '), terminal('~$ ls\\n'))).toHaveLength(2);
    expect(stateDifferences(terminal('~$ ls\\nb'), terminal('~$ ls\\na b'))).toHaveLength(2);
  });

  it('passes over what came late in the record, or was about to go there, and over nothing else', () => {
    const [label, button] = ['label\ta\ta\t\t', 'push-button\tMinimize\t""\t\t'];
    expect(stateDifferences(screen(label), screen(label, button), screen(label, button))).toEqual([]);
    expect(stateDifferences(screen(label, button), screen(label), screen(label))).toEqual([]);
    expect(stateDifferences(screen(label), screen(label, button), screen(label))).toHaveLength(1);
    expect(stateDifferences(screen(label, button), screen(label), screen(label, button))).toHaveLength(1);
    expect(stateDifferences(screen(label), screen(label, button, button), screen(label, button))).toEqual([]);
  });

  it('names twenty differences at most', () => {
    const many = Array.from({ length: 30 }, (_, at) => made(`/${at}`));
    const found = stateDifferences({ tree: tree(), effects: many }, { tree: tree(), effects: [] });
    expect(found).toHaveLength(21);
    expect(found.at(-1)).toBe('and 10 more');
  });
});

describe('neutralText', () => {
  it.each([0, 1, 43, 44, 45, 800])('is %i characters long', (length) => {
    expect(neutralText(length)).toHaveLength(length);
    expect(neutralText(length)).not.toMatch(/ $/);
  });
});
