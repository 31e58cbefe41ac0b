import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildScene } from '../../src/tasks/scene/build-scene.ts';
import { readScene, sceneNames } from '../../src/tasks/scene/read-scene.ts';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import { formatDay, sceneDay } from '../../src/tasks/suite/scene-day.ts';
import { sceneFaults, writtenDates } from './check-scene.ts';
import { countScene } from './count-scene.ts';
import { sceneTable } from './scene-table.ts';
import { textOnlyWriters } from './text-only-writers.ts';

/** A Tuesday: the digests of the table are of this day. */
const tuesday = Date.UTC(2026, 10, 24);

describe('sceneDay', () => {
  it('sceneDay is the last Tuesday', () => {
    expect(sceneDay(tuesday)).toBe(tuesday);
    expect(sceneDay(tuesday + 6.9 * 86_400_000)).toBe(tuesday);
    expect(sceneDay(tuesday - 1)).toBe(tuesday - 7 * 86_400_000);
    expect(formatDay(tuesday, 2, 'long')).toBe('Thursday 26 November');
  });
});

describe.each(sceneNames(bundledSuite))('the scene %s', async (name) => {
  const folder = readScene(bundledSuite, name);
  const { source } = folder;
  const today = await buildScene(folder, tuesday);
  const counts = await countScene(today);
  const known = new Set(
    [...Object.values(source.people), ...Object.values(source.others)].map(({ mail }) => mail.toLowerCase()),
  );
  const facts = JSON.stringify([source.facts, source.employer])
    .toLowerCase()
    .matchAll(/[\w.+-]+@[\w.-]+\w/g);
  for (const [address] of facts) known.add(address);

  it('the scene is consistent, today and in half a year', async () => {
    expect(sceneFaults(today, known)).toEqual([]);
    expect(sceneFaults(await buildScene(folder, tuesday + 182 * 86_400_000, textOnlyWriters), known)).toEqual([]);
    expect(writtenDates(source)).toEqual([]);
  });

  it('the scene has long documents, a large sheet, a scan, a photograph and attachments', () => {
    const textsOf = (ending: RegExp): string[] =>
      [...today.texts].filter(([path]) => ending.test(path)).map(([, text]) => text);
    expect(counts.longDocuments).toBeGreaterThanOrEqual(2);
    expect(textsOf(/\.(?:xlsx|ods|csv)$/).some((text) => text.split('\n').length > 300)).toBe(true);
    expect(source.files.some(({ scan }) => scan !== undefined)).toBe(true);
    expect(source.files.some(({ photo }) => photo !== undefined)).toBe(true);
    expect(counts.attachments).toBeGreaterThanOrEqual(2);
  });

  it('no file of the scene is named after a month and repeated by days, which gives two files one name', () => {
    const files = source.files.filter(
      ({ path, each }) => /iso-month/.test(path) && each !== undefined && 'days' in each,
    );
    expect(files.map(({ path }) => path)).toEqual([]);
  });

  it('the scene has no daytime mail from work on a weekend, unless its people work then', () => {
    if (source.weekends === 'all') return;
    const those = today.mails.filter(({ raw, date }) => {
      const at = new Date(date);
      const isByDay = at.getUTCHours() >= 7 && at.getUTCHours() < 19;
      const sender = /^From: .*@([^>\s]+)/m.exec(raw.toString('latin1'))?.[1] ?? '';
      return isByDay && [0, 6].includes(at.getUTCDay()) && sender.endsWith(source.employer.host);
    });
    expect(those.map(({ date }) => new Date(date).toUTCString())).toEqual([]);
  });

  it('the scene contains what its table lists, byte for byte', () => {
    const table = readFileSync(join(bundledSuite, 'scenes/README.md'), 'utf8');
    const row = sceneTable([[name, source.title, counts]])
      .split('\n')
      .at(-2);
    expect(table.split('\n')).toContain(row);
  });
});
