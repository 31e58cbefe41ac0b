import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Words that made the text read as translated, and what to write. They must not come back. */
const words: { pattern: RegExp; write: string }[] = [
  { pattern: /\bmend(?:s|ed|ing)?\b/i, write: 'fix' },
  { pattern: /\b(?:no|some)body\b/i, write: 'no one, someone; or name who it is' },
  { pattern: /\bleft out\b/i, write: 'skipped, omitted' },
  { pattern: /\bmade again\b/i, write: 'rerun, run again' },
  { pattern: /\btaken up\b/i, write: 'resumed' },
  { pattern: /\bin (?:its|their) own words\b/i, write: 'in its native format' },
  { pattern: /\basks? (?:nobody|no one)\b/i, write: 'calls no model' },
  { pattern: /\bis asked (?:at|for once more)\b/i, write: 'is called, is requested again' },
  { pattern: /\b(?:is|are|was|were) told (?:which|apart|as|in)\b/i, write: 'is reported, recorded, distinguished' },
  { pattern: /\botherwise than\b/i, write: 'not as, differently from' },
  { pattern: /\bcarriers?\b/i, write: 'injection vector' },
  { pattern: /\bways? in\b(?! which)/i, write: 'injection vector' },
  { pattern: /\b(?:came|comes?) to (?:what|the (?:same|recorded)|its end|no end)\b/i, write: 'reached, gave, ended' },
  { pattern: /\bfalls? to (?:the|a|any)\b/i, write: 'is vulnerable to' },
  { pattern: /\btold? apart\b|\btell\w* \S+ apart\b/i, write: 'distinguish, discriminate between' },
  { pattern: /\bsays? nothing of\b/i, write: 'says nothing about, has no' },
  { pattern: /\bGoing on\b/, write: 'Next steps' },
  { pattern: /\bwithout any ability\b/i, write: 'trivial' },
];

/** Pages that quote what was decided when. */
const quoting = /^docs\/(?:decisions\/|\.vitepress\/)/;
const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
/** Names and quotations are what they are. */
const prose = (text: string): string =>
  text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]+`|“[^”\n]*”|\]\([^)]*\)/g, '');

const findings = (file: string, text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) =>
      words
        .filter(({ pattern }) => pattern.test(line))
        .map(({ pattern, write }) => `${file}: ${pattern.exec(line)?.[0]} → ${write}: ${line.trim().slice(0, 90)}`),
    );

it('pages and help read as English', () => {
  const pages = globSync(
    ['*.md', 'llms.txt', 'docs/**/*.md', 'suites/*/README.md', 'python/*/README.md', 'tools/README.md'],
    { cwd: root },
  );
  expect(pages.length).toBeGreaterThan(40);
  expect(pages.filter((page) => !quoting.test(page)).flatMap((page) => findings(page, prose(read(page))))).toEqual([]);
});

it('messages read as English', () => {
  const sources = globSync('src/{app/cli,runs/plan,agents/models,results/report,results/viewer}/**/*.{ts,tsx}', {
    cwd: root,
  }).filter((file) => !/\.test\.tsx?$/.test(file));
  expect(sources.length).toBeGreaterThan(100);
  const texts = sources.flatMap((file) =>
    [...read(file).matchAll(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g)]
      // A sentence has two words or more.
      .filter(([text]) => /\w \w/.test(text))
      .flatMap(([text]) => findings(file, text)),
  );
  expect(texts).toEqual([]);
});

it('paragraphs of pages are short', () => {
  const pages = globSync(['README.md', 'CONTRIBUTING.md', 'docs/**/*.md', 'suites/*/README.md'], { cwd: root });
  const long = pages
    .filter((page) => !quoting.test(page))
    .flatMap((page) =>
      prose(read(page))
        .split(/\n\s*\n|\n(?=\s*(?:[-*|>#]|\d+\.) )/)
        .filter((text) => !text.trim().startsWith('|'))
        .map((text) => ({ page, text: text.trim(), words: text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0 })),
    )
    .filter(({ words: count }) => count > 100);
  expect(long.map(({ page, text, words: count }) => `${page}: ${count} words: ${text.slice(0, 60)}`)).toEqual([]);
});
