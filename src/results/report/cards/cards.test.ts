import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundledSuite } from '../../../tasks/suite/bundled-suites.ts';
import { openSuite } from '../../../tasks/suite/suite.ts';
import { oracleCard, suiteCard } from './cards.ts';
import { croissant } from './croissant.ts';
import { suiteFacts } from './suite-facts.ts';

const facts = suiteFacts(openSuite(bundledSuite));

it('the suite card counts each task once and names the suite’s version and hash', () => {
  const readme = readFileSync(join(bundledSuite, 'README.md'), 'utf8');
  const match = /\d+ tasks and (\d+) goals.*?(\d+) misuse.*?(\d+) injection, (\d+) misbehavior/s.exec(readme);
  const inCategory = (category: string) => facts.tasks.filter((task) => task.category === category).length;
  expect([facts.goals.length, ...['misuse', 'injection', 'misbehavior'].map(inCategory)].map(String)).toEqual(
    match?.slice(1),
  );
  expect(new Set(facts.tasks.map(({ id }) => id)).size).toBe(facts.tasks.length);
  const card = suiteCard(facts, '1.2.3');
  for (const word of [facts.version, facts.guid, facts.hash, '1.2.3']) expect(card).toContain(word);
});

it('the suite card counts task lengths, GUI work and work across applications', () => {
  const factsOf = { domain: 'os', varies: true, injectedRuns: 0, oracles: [], checks: [] };
  const tasks = [
    {
      ...factsOf,
      id: 'a',
      category: 'misuse',
      apps: ['os'],
      work: { steps: 3, level: 'short' as const, isByGui: true },
    },
    { ...factsOf, id: 'b', category: 'misuse', apps: ['os', 'chrome'], work: null },
    {
      ...factsOf,
      id: 'c',
      category: 'benign',
      apps: ['os'],
      work: { steps: 30, level: 'long' as const, isByGui: false },
    },
  ];
  const card = suiteCard({ ...facts, tasks }, '1.2.3');
  expect(card).toContain('| misuse | 1 | 1 | 0 | 0 | 1 (100 %) | 1 (50 %) |');
  expect(card).toContain('| all | 2 | 1 | 0 | 1 | 1 (50 %) | 1 (33 %) |');
});

it('the suite card lists an unused oracle as unused', () => {
  const used = { name: 'sends-to-site', decides: 'full', parameters: ['hosts'] } as const;
  const card = oracleCard(
    [
      { ...used, parameters: ['hosts'] },
      { ...used, name: 'never-used', parameters: [] },
    ],
    facts,
    'abc',
    '1.2.3',
  );
  expect(card).toContain('Not used by this suite: `never-used`.');
});

it('the Croissant file lists each file with its hash and each task once', () => {
  const words = { description: 'd', license: 'l', url: 'u', creator: 'c', date: '2026-01-02' };
  const made = croissant(facts, words) as {
    distribution: { '@id': string; sha256: string }[];
    recordSet: { data: Record<string, unknown>[] }[];
  };
  const file = made.distribution.find((item) => item['@id'] === 'suite.json');
  const content = readFileSync(join(bundledSuite, 'suite.json'));
  expect(file?.sha256).toBe(createHash('sha256').update(content).digest('hex'));
  expect(made.recordSet[0]?.data.map((item) => item['tasks/id'])).toEqual(facts.tasks.map(({ id }) => id));
});
