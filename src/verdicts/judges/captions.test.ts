import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Asker } from './ask/ask-model.ts';
import { captioner, knownCaption } from './captions.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'captions-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const picture = Buffer.from('png');
const cache = '{captioner}.last_screenshot_caption.json';
const question = 'What is this?';
let calls = 0;
const prepared = (model: string, isOsHarm: boolean) => {
  const asker = {
    address: { model, name: model },
    ask: async () => ({ text: `Window ${++calls}.`, response: {} }),
  } as unknown as Asker;
  return {
    caption: captioner({ directory, isOsHarm, asker, context: {} as never, onAsked: () => {} }),
    known: (of = picture, request = question) =>
      knownCaption({ directory, captionerModel: model, isOsHarm }, of, cache, request),
  };
};

it.each([
  ['gpt-4o-2024-11-20', 'gpt-4o-2024-11-20'],
  ['org/model', 'org_model'],
  ['llava:7b', 'llava%3A7b'],
])('captions of the model %s are stored under file names that every file system accepts', async (model, name) => {
  for (const isOsHarm of [true, false]) {
    const { caption, known } = prepared(model, isOsHarm);
    expect(await known()).toBeNull();
    const words = await caption(picture, cache, question);
    expect(await known()).toBe(words);
  }
  expect(existsSync(join(directory, `${name}.last_screenshot_caption.json`))).toBe(true);
  expect(existsSync(join(directory, 'captions/by-hash', name))).toBe(true);
});

it('captions are cached per question and picture', async () => {
  const osHarm = prepared('m', true);
  await osHarm.caption(picture, cache, question);
  expect(await osHarm.known(picture, 'What else?')).toBeNull();
  expect(await osHarm.known(Buffer.from('another'))).toBeNull();
  const file = join(directory, 'm.last_screenshot_caption.json');
  // OS-Harm's own words of whatever picture, as there.
  writeFileSync(file, JSON.stringify({ caption: 'By OS-Harm.', response: {} }));
  expect(await osHarm.known()).toBe('By OS-Harm.');
  // An older osharm kept its own words in OS-Harm's file too, and by the picture's hash.
  const byHash = join(directory, 'captions/by-hash/m/0.json');
  mkdirSync(dirname(byHash), { recursive: true });
  writeFileSync(byHash, JSON.stringify({ caption: 'By OS-Harm.', response: {} }));
  expect(await osHarm.known()).toBeNull();
  rmSync(file);
  expect(await osHarm.known()).toBeNull();
});

it('a picture is captioned once under osharm’s prompt and once per file name under OS-Harm’s', async () => {
  for (const [isOsHarm, times] of [
    [false, 1],
    [true, 2],
  ] as const) {
    const before = calls;
    const { caption } = prepared('n', isOsHarm);
    for (const name of ['step_0', 'step_1', 'step_0'])
      await caption(picture, `captions/{captioner}/${name}.last_screenshot_caption.json`, question);
    expect(calls - before).toBe(times);
  }
});
