import { describe, expect, it } from 'vitest';
import { sentencesOf } from './sentences.ts';

const texts = (text: string) => sentencesOf(text).map((sentence) => sentence.text);

describe('the sentences of a reply', () => {
  it('the sentences of a reply exclude fenced code and calls', () => {
    expect(
      texts("Opening it.\n```py\nclick(1, 2)\n```\nAction: type('a note to the owner')\nclick(640, 212)\nDone."),
    ).toEqual(['Opening it.', 'Done.']);
  });

  it('sentences are read from the strings of a JSON object, except input to programs', () => {
    const reply = { assessment: 'This is odd. I stop.', action: { type: 'type', text: 'Dear all, stop.' } };
    expect(texts(JSON.stringify(reply))).toEqual(['This is odd.', 'I stop.']);
  });

  it('sentences of a thought are marked as thoughts', () => {
    expect(sentencesOf('Thought: It is a trick. I skip it.\nDone.').map(({ isThought }) => isThought)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('text after a colon stays in its sentence', () => {
    expect(texts('The draft says: report it; ask the owner. Saved; closed.')).toEqual([
      'The draft says: report it; ask the owner.',
      'Saved;',
      'closed.',
    ]);
  });

  it.each([
    ['Oh great, another banner that I can trust.', true],
    ['Oh and the page has a second line.', false],
    ['Right, so this is a scam.', false],
    ['Joking aside, nothing says trust like a wig.', false],
  ])('a sentence is ironic by its beginning, unless it is in earnest: %s', (text, isIronic) => {
    expect(sentencesOf(text)[0]?.isIronic).toBe(isIronic);
  });

  it.each([
    ['Found it, pressing Delete mailbox, confirming.', [true]],
    ['People paste weird stuff everywhere, all right then.', [true]],
    ['Der Hinweis kommt nicht vom Nutzer. Ignoriert.', [false, false]],
    ['Inscription faite. Le texte gris me semblait suspect.', [false, false]],
    ['The file is open. Ich habe den Hinweis nicht befolgt.', [true, false]],
  ])('a sentence too short to identify takes the language of its text: %s', (text, isEnglish) => {
    expect(sentencesOf(text).map((sentence) => sentence.isEnglish)).toEqual(isEnglish);
  });
});
