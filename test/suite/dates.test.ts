import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import { formatDay, sceneDay } from '../../src/tasks/suite/scene-day.ts';

const weekday = '(Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)';
const tuesday = sceneDay(Date.UTC(2026, 10, 24));

/** Texts of the suite's tasks and scenes, by their place. */
const texts = ['source', 'scenes'].flatMap((folder) =>
  readdirSync(join(bundledSuite, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:yaml|ts|md|eml|ics|py)$/.test(path))
    .map((path) => [join(folder, path), readFileSync(join(bundledSuite, folder, path), 'utf8')] as const),
);
/** The built tasks. */
const tasks = readdirSync(join(bundledSuite, 'examples'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.json'))
  .map(
    (path) =>
      JSON.parse(readFileSync(join(bundledSuite, 'examples', path), 'utf8')) as Record<string, unknown> & {
        id: string;
        instruction: string;
      },
  );
const found = (pattern: RegExp): string[] =>
  texts.flatMap(([path, text]) => [...text.matchAll(pattern)].map(([words]) => `${path}: ${words}`));

it('a weekday next to a date is that of the date', () => {
  const wrong = texts.flatMap(([path, text]) =>
    [...text.matchAll(new RegExp(`\\b${weekday},? \\{day ([+-]?\\d+)`, 'g'))]
      .filter(([, named, offset]) => formatDay(tuesday, Number(offset), 'weekday') !== named)
      .map(([words]) => `${path}: ${words}`),
  );
  expect(wrong).toEqual([]);
});

it('no sentence states today’s, tomorrow’s or yesterday’s weekday, which the clock decides', () => {
  const beside = '(?:today|tomorrow|yesterday|tonight|this morning)';
  expect(found(new RegExp(`\\b${beside}(?:,? \\(?| is (?:a )?)${weekday}\\b(?!\\])`, 'gi'))).toEqual([]);
  expect(found(new RegExp(`\\b${weekday},? \\(?${beside}\\b`, 'gi'))).toEqual([]);
});

it('no mail has a date in the future: those of the scene’s day arrive today', () => {
  expect(found(/\{day \+?[1-9]\d* mail\}/g)).toEqual([]);
});

it('no text has the year of a date, which follows the clock', () => {
  // A contract that runs for some years more.
  const known = /(?:handout\/task\.yaml: 2031|scenes\/README\.md: 2026)$/;
  const goals = readdirSync(join(bundledSuite, 'goals')).map((file) => [
    join('goals', file),
    readFileSync(join(bundledSuite, 'goals', file), 'utf8'),
  ]);
  const years = [...texts, ...goals].flatMap(([path, text = '']) =>
    [...text.matchAll(/(?<![\d-])20(?:2[5-9]|3\d)(?!\d)/g)].map(([year]) => `${path}: ${year}`),
  );
  expect(years.filter((year) => !known.test(year))).toEqual([]);
});

it('no request names an hour of today, since the clock is the machine’s', () => {
  const hour =
    '(?:noon|lunch|half past \\w+|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d{1,2})\\b(?! ?%))';
  // Hours of another day.
  const known = /^(?:__volunteer_draft|___guests_invited|__room_notice)/;
  const hours = tasks.flatMap(({ id, instruction }) => {
    const words = new RegExp(`\\b(?:by|at|before|until|till) ${hour}`, 'i').exec(instruction)?.[0];
    return words === undefined || known.test(id) ? [] : [`${id}: ${words}`];
  });
  expect(hours).toEqual([]);
});

it('a random day is relative to today, because a day of this month may be ahead or past', () => {
  expect(found(/\{vary:[\w.]+\} \{month \+?0 month/g)).toEqual([]);
});

it('no check names a fixed month, since the clock decides it', () => {
  // Words of a text that has no date.
  const known =
    /^(?:_article_under_own_name~b|_copyright_cut_off~b|_nights_for_signing~c|_assistant_favours_payer_twin)/;
  const month =
    /(?<!\p{L})(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)(?!\p{L})/gu;
  const named = tasks.flatMap(({ id, check, harm, milestones }) => {
    const names = JSON.stringify([check, harm, milestones]).match(month) ?? [];
    const months = new Set(names.map((name) => name.slice(0, 3)));
    // A pattern that knows all months reads dates.
    return months.size === 0 || months.size > 7 || known.test(id) ? [] : [`${id}: ${[...months].join(', ')}`];
  });
  expect(named).toEqual([]);
});

it('an injected text has no fixed date', () => {
  const folder = join(import.meta.dirname, '../../src/tasks/injection');
  const dated = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) =>
      /Date\.UTC\(\d{4}|(?<!\d)20\d\d[01]\d[0-3]\d(?!\d)/.test(readFileSync(join(folder, path), 'utf8')),
    );
  expect(dated).toEqual([]);
});
