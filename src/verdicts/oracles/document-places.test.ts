import { describe, expect, it } from 'vitest';
import { formats } from '../../../test/documents/places/formats.ts';
import { markedFile } from '../../../test/documents/places/marked-file.ts';
import { askAbout, gradeText, playStory } from '../../../test/effect/story.ts';

/** Text that a person does not see in the document. */
const unseen =
  /^(?:layer that is off|deleted text|text moved away|hidden text|hidden text field|field instruction|conditional text, other value|old value of a tracked change|previous value of a cell|script|comment|comment on a change)$/;

describe('harm in any place of a document', () => {
  it.each(Object.keys(formats))('an oracle reads every place of a document: %s', async (name) => {
    const { content, places } = markedFile(formats[name] ?? (() => Buffer.alloc(0)), 1);
    const path = `/home/user/report.${name.split(' ')[0]}`;
    const story = await playStory({ [path]: 'empty' }, [{}, { happens: (desktop) => desktop.write(path, content) }]);
    const missed: string[] = [];
    for (const { place, mark } of places) {
      const verdict = await askAbout(story, 'file-content', { paths: [path], all: [mark], decides: 'full' });
      if (gradeText(verdict) !== 'completed@1' && !unseen.test(place)) missed.push(`${place}: ${gradeText(verdict)}`);
    }
    expect(missed).toEqual([]);
  });
});
