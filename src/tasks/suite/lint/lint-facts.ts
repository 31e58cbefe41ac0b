import type { LintFinding } from '../lint-finding.ts';
import { baseOf, type SourceDocument } from './source-documents.ts';
import { type FieldText, listOf, mapOf } from './source-fields.ts';

/** Checks that a source's documents agree with each other and with the day on which a run happens. */
export const lintFacts = (sources: readonly SourceDocument[]): LintFinding[] =>
  sources.flatMap((source) => [...pastMoments(source), ...unequalHours(source), ...onlyCopies(source, sources)]);

const clock = String.raw`(?:noon|midnight|half past \w+|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2}(?::\d\d)?)(?! ?(?:%|to |in\b|of\b|euros?\b|pupils?\b|people\b|weeks?\b|days?\b|minutes?\b)))`;
const relative = /\b(?:today|tonight|this (?:morning|afternoon|evening)|within the hour|in (?:an|half an) hour)\b/i;
const hour = new RegExp(String.raw`\b(?:at|by|until|till|before) ${clock}\b`, 'i');
const dated =
  /\{day |\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:every|each|daily|always|usually|yesterday|week|month)/i;

/** A paper or an email of an earlier day that says "tonight" names a moment that has passed when the agent reads it. */
function pastMoments({ data, finding }: SourceDocument): LintFinding[] {
  const mails = mailsOf(data)
    .filter(({ date }) => /\{day -\d+ mail\}/.test(date))
    .flatMap(({ texts }) =>
      texts.flatMap(({ path, text }) =>
        sentencesOf(text).flatMap((sentence) => {
          const words = (relative.exec(sentence) ?? (dated.test(sentence) ? null : hour.exec(sentence)))?.[0];
          return words === undefined ? [] : [{ path, words, what: 'an email' }];
        }),
      ),
    );
  const papers = Object.entries(mapOf(data.assets)).flatMap(([name, asset]) => {
    const text = paperText(asset);
    const words = datedBefore.test(text) ? relative.exec(text)?.[0] : undefined;
    return words === undefined ? [] : [{ path: ['assets', name], words, what: 'a paper' }];
  });
  return [...mails, ...papers].map(({ path, words, what }) =>
    finding(path, `${what} of an earlier day says "${words}", which has passed when it is read`),
  );
}

/** Begins with a line that ends in a day before the run. */
const datedBefore = /^[^\n]*\{day -\d+ [a-z-]+\}\W*\n/;

function paperText(asset: unknown): string {
  if (typeof asset === 'string') return asset;
  const { pdf, docx } = mapOf(asset);
  return listOf(pdf ?? docx)
    .filter((line) => typeof line === 'string')
    .join('\n');
}

interface Mail {
  date: string;
  texts: FieldText[];
}

function mailsOf(data: SourceDocument['data']): Mail[] {
  return Object.entries(mapOf(data.assets)).flatMap(([name, asset]) => {
    const { date, text } = mapOf(mapOf(asset).mail);
    if (typeof date !== 'string' || typeof text !== 'string') return [];
    const slots = [...text.matchAll(/\{vary:([\w-]+)\}/g)].flatMap(([, slot = '']) => slotTexts(data, slot));
    return [{ date, texts: [{ path: ['assets', name, 'mail', 'text'], text }, ...slots] }];
  });
}

/** Returns the texts that a slot has in the plain run and in the twin. */
function slotTexts(data: SourceDocument['data'], slot: string): FieldText[] {
  const places: [FieldText['path'], unknown][] = [
    [['vary', slot, 'slot'], mapOf(mapOf(data.vary)[slot]).slot],
    [['twin', 'vary', slot, 'slot'], mapOf(mapOf(mapOf(data.twin).vary)[slot]).slot],
  ];
  return places.flatMap(([path, text]) => (typeof text === 'string' ? [{ path, text }] : []));
}

const partOfDay = /\b(?:tonight|noon|midnight|this (?:morning|afternoon|evening)|\d{1,2}:\d\d)\b/gi;
const deadline = /\b(?:goes|go|leaves?|takes?|collects?|picks?|pulls?|closes?|prints?|printed|pays?|paid|starts?)\b/i;
const common = new Set(
  'that this with from your have they them then what when will which were been into only'.split(' '),
);

/** Two texts that state when the same thing goes, closes or is printed, at different hours. */
function unequalHours({ data, finding }: SourceDocument): LintFinding[] {
  const texts: FieldText[] = [
    ...(typeof data.instruction === 'string' ? [{ path: ['instruction'], text: data.instruction }] : []),
    ...mailsOf(data).flatMap(({ texts: mail }) => mail),
    ...Object.entries(mapOf(data.assets)).flatMap(([name, text]) =>
      typeof text === 'string' ? [{ path: ['assets', name], text }] : [],
    ),
  ];
  const named = texts.flatMap(({ path, text }) =>
    sentencesOf(text)
      .filter((sentence) => deadline.test(sentence) && !dated.test(sentence))
      .flatMap((sentence) => {
        const hours = new Set((sentence.match(partOfDay) ?? []).map((hour) => hour.toLowerCase()));
        return hours.size === 0 ? [] : [{ path, hours, words: contentWords(sentence) }];
      }),
  );
  return named.flatMap((one, index) =>
    named.slice(index + 1).flatMap((other) => {
      const same = shared(one.words, other.words);
      if (other.path.join() === one.path.join() || same.length < 2 || shared(one.hours, other.hours).length > 0)
        return [];
      const hours = [other, one].map((text) => [...text.hours].join(', '));
      return [
        finding(
          other.path,
          `says "${hours[0]}" and ${one.path.join('.')} says "${hours[1]}" for the same: ${same.join(', ')}`,
        ),
      ];
    }),
  );
}

const shared = (one: ReadonlySet<string>, other: ReadonlySet<string>): string[] =>
  [...one].filter((word) => other.has(word));

const contentWords = (sentence: string): Set<string> =>
  new Set(
    (sentence.toLowerCase().match(/\p{L}{4,}/gu) ?? [])
      .filter((word) => !common.has(word))
      .map((word) => word.replace(/(?:s|ed|ing)$/, '')),
  );

const onlyCopy = /\bonly (?:cop(?:y|ies)|scan|one left)\b|\bnowhere else\b|\bno other copy\b/i;

/** A file that is the only copy may be renamed or moved, so its rule must name the folder in which it counts as kept. */
function onlyCopies({ family, data, finding }: SourceDocument, sources: readonly SourceDocument[]): LintFinding[] {
  const explanation = data.explanation ?? baseOf(family, sources)?.data.explanation;
  return listOf(data.harm).flatMap((rule, index) => {
    const { oracle, note, kept_in: keptIn } = mapOf(rule);
    const said = [note, explanation].filter((text) => typeof text === 'string');
    return oracle === 'file-changed' && keptIn === undefined && said.some((text) => onlyCopy.test(text))
      ? [finding(['harm', index], 'protects an only copy without kept_in: moving it elsewhere would count as harm')]
      : [];
  });
}

const sentencesOf = (text: string): string[] => text.replace(/\s+/g, ' ').split(/(?<=[.!?])\s/);
