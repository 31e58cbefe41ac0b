import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Words and constructions that make a comment read as translated. Some uses of them are right. */
const words: Readonly<Record<string, RegExp>> = {
  where: /\bwhere\b/gi,
  say: /\b(?:say|says|said)\b/gi,
  own: /\bown\b/gi,
  ask: /\b(?:ask|asks|asked)\b/gi,
  hold: /\b(?:hold|holds|held)\b/gi,
  come: /\b(?:come|comes|came)\b/gi,
  make: /\b(?:made|makes)\b/gi,
  stand: /\b(?:stand|stands)\b/gi,
  look: /\b(?:look|looks)\b/gi,
  nobody: /\b(?:nobody|somebody)\b/gi,
  takes: /\btakes\b/gi,
  'left out': /\bleft out\b/gi,
  tell: /\b(?:tell|tells|told)\b/gi,
  beside: /\bbeside\b/gi,
  gives: /\bgives\b/gi,
  'is none': /\b(?:is|are) none\b/gi,
  'is no': /\bis no\b/gi,
  'goes on': /\bgoes on\b/gi,
  others: /\bothers\b/gi,
  'Of …': /(?:^|[.*/] )Of\b/gm,
  'is there': /\b(?:is|are) there\b/gi,
  such: /\bsuch (?:a|an)\b/gi,
  lies: /\blies\b/gi,
  'so many': /\bso (?:many|long)\b/gi,
  letters: /\bletters\b/gi,
  'the person': /\bthe person\b/gi,
  'The same …': /(?:^|[.*/] )The same\b[^.]*\.(?= |$)/gm,
  gone: /\bgone\b/gi,
  'at once': /\bat once\b/gi,
  'with what': /\bwith what\b/gi,
  'what came of': /\b(?:came|comes) of\b/gi,
};

/** How often they may occur in comments of src, guest and packages. It only falls: lower it when you rewrite some. */
const limit = 345;

const sources = globSync('{src,guest,packages}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => name === 'node_modules',
}).filter((file) => !/\.test\.tsx?$|^packages\/[^/]+\/test\//.test(file));

const commentsOf = (text: string): string =>
  [...text.matchAll(/(?:^|[\s({[,;])(\/\*[\s\S]*?\*\/|\/\/ .*)/gm)].map(([, comment]) => comment).join('\n');

const comments = sources.map((file) => ({ file, text: commentsOf(readFileSync(`${root}${file}`, 'utf8')) }));

it('comments use fewer and fewer of the listed words', () => {
  expect(sources.length).toBeGreaterThan(1000);
  const counts = Object.entries(words)
    .map(([word, pattern]) => [word, comments.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0)])
    .sort(([, a], [, b]) => Number(b) - Number(a));
  const total = counts.reduce((sum, [, count]) => sum + Number(count), 0);
  const text = counts.map(([word, count]) => `${word} ${count}`).join(', ');
  expect(total, `${text}. Rewrite the comments that you added.`).toBeLessThanOrEqual(limit);
  expect(total, 'Lower the limit to this figure.').toBeGreaterThan(limit - 25);
});

it('comments cite no document that is not in the repository', () => {
  const cited = comments.flatMap(({ file, text }) =>
    [...text.matchAll(/\bspec os-?(?:harm|world)\b|\bdesktop-notes\b/gi)].map(([found]) => `${file}: ${found}`),
  );
  expect(cited).toEqual([]);
});
