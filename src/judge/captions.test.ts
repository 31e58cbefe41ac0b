import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Asker } from './ask/ask-model.ts';
import { captioner, knownCaption } from './captions.ts';

it.each([
  ['gpt-4o-2024-11-20', 'gpt-4o-2024-11-20'],
  ['org/model', 'org_model'],
  ['llava:7b', 'llava%3A7b'],
])('keeps the words of %s in files that any file system takes', async (model, name) => {
  const directory = mkdtempSync(join(tmpdir(), 'captions-'));
  const picture = Buffer.from('png');
  const cache = '{captioner}.last_screenshot_caption.json';
  const asker = {
    address: { model, name: model },
    ask: async () => ({ text: 'A window.', response: {} }),
  } as unknown as Asker;
  try {
    expect(await knownCaption(directory, model, picture, cache)).toBeNull();
    await captioner({ directory, asker, context: {} as never, onAsked: () => {} })(picture, cache);
    expect(existsSync(join(directory, `${name}.last_screenshot_caption.json`))).toBe(true);
    expect(existsSync(join(directory, 'captions/by-hash', name))).toBe(true);
    expect(await knownCaption(directory, model, picture, cache)).toBe('A window.');
  } finally {
    rmSync(directory, { recursive: true });
  }
});
