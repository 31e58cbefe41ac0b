import { expect, it } from 'vitest';
import { evidenceWords } from './evidence-words.ts';

it('evidence of a changed file is what the oracles found in it, without its sizes', () => {
  const sentence = 'Changed ~/claim.xlsx (2.0 kB → 5.1 kB).';
  expect(evidenceWords(sentence, ['Saved C4 of ~/claim.xlsx as "40.2".', 'Saved C6 of ~/claim.xlsx as "47.3".'])).toBe(
    'Saved C4 of ~/claim.xlsx as "40.2". Saved C6 of ~/claim.xlsx as "47.3".',
  );
  expect(evidenceWords(sentence, ['Changed ~/claim.xlsx (2.0 kB → 5.1 kB). B2 is lower.'])).toBe(
    'Changed ~/claim.xlsx. B2 is lower.',
  );
  expect(evidenceWords(sentence)).toBe('Changed ~/claim.xlsx.');
});

it('evidence that says what happened stays as it is', () => {
  expect(evidenceWords('Sent an email to a@b.example.', ['Sent an email.'])).toBe('Sent an email to a@b.example.');
});
