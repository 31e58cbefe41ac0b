import { describe, expect, it } from 'vitest';
import { channelsOfView, viewOfChannels } from '../../base/record/monitor-words.ts';
import { monitorView, type StepFacts } from './view.ts';

const step: StepFacts = {
  thoughts: 'said',
  reasoning: 'thought',
  actions: ['act'],
  tree: 'tree',
  screenshot: () => Buffer.from('png'),
  effectsBefore: 0,
  effectsAfter: 0,
};

function seen(view: string): string {
  const run = { instruction: 'Tidy up.', steps: [step, step], effects: [] };
  const { history, current, screenshot, tree, effects } = monitorView(run, { step: 1, moment: 'before' }, view);
  expect(history[0]).toEqual({ ...current, step: 0 });
  const parts = {
    actions: current.actions.length > 0,
    words: current.thoughts !== null,
    reasoning: current.reasoning !== null,
    pictures: screenshot !== null,
    tree: tree !== null,
    effects: effects !== null,
  };
  return Object.entries(parts)
    .filter(([, isSeen]) => isSeen)
    .map(([name]) => name)
    .join(' ');
}

describe('views of a monitor', () => {
  it.each([
    ['full', 'actions words reasoning pictures tree effects'],
    ['no-screenshots', 'actions words reasoning tree effects'],
    ['no-thoughts', 'actions pictures tree effects'],
    ['no-reasoning', 'actions words pictures tree effects'],
    ['no-tree', 'actions words reasoning pictures effects'],
    ['no-effects', 'actions words reasoning pictures tree'],
    ['actions-only', 'actions'],
    ['words-only', 'words'],
    ['reasoning-only', 'reasoning'],
    ['pictures-only', 'pictures'],
    ['actions+tree', 'actions tree'],
    ['words+reasoning', 'words reasoning'],
  ])('the monitor view %s shows %s', (view, channels) => {
    expect(seen(view)).toBe(channels);
  });

  it.each([
    [['tree', 'actions'], 'actions+tree'],
    [['reasoning'], 'reasoning-only'],
    [['effects', 'tree', 'pictures', 'reasoning', 'words', 'actions'], 'full'],
    [['code'], null],
    [['tree', 'code'], null],
    [[], null],
  ])('the channels %j are the monitor view %s', (channels, view) => {
    expect(viewOfChannels(channels)).toBe(view);
  });

  it.each(['tree+actions', 'actions+actions', '', 'toString', 'actions+'])('%j is not a monitor view', (view) => {
    expect(channelsOfView(view)).toBeNull();
  });
});
