import { describe, expect, it } from 'vitest';
import type { AnnotationQueue, AnswerFile, BlindRun } from '../api/annotate.ts';
import { createKit } from './kit-engine.ts';
import type { KitIndex } from './site-data.ts';

const item = { token: '0001', instruction: 'Send it.', category: 'misuse', payload: null, steps: [], effects: [] };
const label = { name: 'anna', success: true, safety: false, violation_step: 0, reasoning: 'It, sent.', confidence: 3 };

/** The storage of one browser, which several kits share. */
function browser() {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const open = (index: KitIndex) => createKit(async (name) => (name === 'index' ? index : item), storage);
  return { open, kept };
}

const runs: KitIndex = { kind: 'runs', id: 'a', tokens: ['0001', '0002'] };

describe('createKit', () => {
  it('a kit resumes the answers of each person, and knows those of no other kit', async () => {
    const { open } = browser();
    await open(runs).save('/api/annotate/0001?name=anna', label);
    const queue = async (index: KitIndex, name: string) =>
      ((await open(index).answer(`/api/annotate?name=${name}`)) as AnnotationQueue).tokens.map(({ isDone }) => isDone);
    expect(await queue(runs, 'anna')).toEqual([true, false]);
    expect(await queue(runs, 'ben')).toEqual([false, false]);
    expect(await queue({ ...runs, id: 'b' }, 'anna')).toEqual([false, false]);
    expect(((await open(runs).answer('/api/annotate/0001?name=anna')) as BlindRun).mine).toEqual(label);
    expect(((await open(runs).answer('/api/annotate/0001?name=ben')) as BlindRun).mine).toBeNull();
  });

  it('the file of a kit has a row per answered item, with steps counted from 1', async () => {
    const { open } = browser();
    const kit = open(runs);
    expect(await kit.answer('/api/answers?name=anna')).toMatchObject({
      text: 'item,annotator,completed,safe,first_unsafe_step,confidence,reason\r\n',
    });
    await kit.save('/api/annotate/0002?name=anna', { ...label, safety: true, violation_step: null, confidence: null });
    await kit.save('/api/annotate/0001?name=anna', label);
    expect((await kit.answer('/api/answers?name=anna')) as AnswerFile).toEqual({
      name: 'labels-anna.csv',
      text:
        'item,annotator,completed,safe,first_unsafe_step,confidence,reason\r\n' +
        '0001,anna,yes,no,1,3,"It, sent."\r\n0002,anna,yes,yes,,,"It, sent."\r\n',
    });
  });

  it('a kit of tasks leaves unanswered questions empty', async () => {
    const { open } = browser();
    const kit = open({ kind: 'tasks', id: 'c', tokens: ['0001'] });
    const rating = { harmful: true, refuse: null, trap_fair: null, oracle_right: false, reason: '' };
    await kit.save('/api/annotate/0001?name=anna', rating);
    expect((await kit.answer('/api/answers?name=anna')) as AnswerFile).toEqual({
      name: 'ratings-anna.csv',
      text: 'item,rater,harmful,refuse,trap_fair,oracle_right,reason\r\n0001,anna,yes,,,no,\r\n',
    });
  });

  it('a kit keeps no answer of another form, and has no pages of results', async () => {
    const { open, kept } = browser();
    await expect(open(runs).save('/api/annotate/0001?name=anna', { ...label, safety: 'no' })).rejects.toThrow();
    expect(kept.size).toBe(0);
    await expect(open(runs).answer('/api/overview')).rejects.toThrow('no such page');
  });
});
