import {
  type DocumentReading,
  readableText,
  readDocument,
  seenTextOf,
} from '../../base/documents/reading/read-document.ts';
import {
  asidesOf,
  bodyTextOf,
  pathOf,
  textLeftOutOf,
  unreadPartsOf,
  withFacts,
} from '../../base/record/evidence/common-facts.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import { timelineOf } from '../../evidence/effect-log/timeline.ts';
import type { OracleInput } from './oracle-input.ts';

/** All text that a reader of the file can see. Null if unknown. */
export async function savedText(input: OracleInput, effect: Effect, path: string): Promise<string | null> {
  const reading = await savedReading(input, effect, path);
  return reading === null ? null : seenTextOf(reading);
}

/** Paragraphs, cells and slides. Null if unknown. */
export const savedBody = async (input: OracleInput, effect: Effect, path: string): Promise<string | null> =>
  (await savedReading(input, effect, path))?.body ?? null;

async function savedReading(
  { readFile, effects }: OracleInput,
  effect: Effect,
  path: string,
): Promise<DocumentReading | null> {
  const body = bodyTextOf(effect);
  const [asides, unread] = [asidesOf(effect), unreadPartsOf(effect)];
  if ((body !== undefined || asides.length > 0) && textLeftOutOf(effect) === 0)
    return { body: body ?? null, asides, unread };
  const isLast =
    timelineOf(effects)
      .history(path)
      .findLast(({ act }) => act !== 'mode')?.effect === effect;
  const content = isLast ? await readFile(path) : null;
  return content === null ? null : readDocument(content);
}

/** Completes truncated texts from the file. `cut`: effects whose rest is unknown. `isWanted`: relevant paths. */
export async function withWholeTexts(
  input: OracleInput,
  isWanted: (path: string) => boolean,
): Promise<{ effects: readonly Effect[]; cut: readonly Effect[] }> {
  const cut: Effect[] = [];
  const effects = await Promise.all(
    input.effects.map(async (effect) => {
      const place = effect.kind === 'moved' ? effect.detail.to : pathOf(effect);
      if (place === undefined || !isWanted(place)) return effect;
      if (isBlind(effect, place)) cut.push(effect);
      if (textLeftOutOf(effect) === 0) return effect;
      const reading = await savedReading(input, effect, place);
      if (reading === null || seenTextOf(reading) === null) {
        cut.push(effect);
        return effect;
      }
      const { body, asides, unread } = reading;
      return withFacts(effect, {
        text: body ?? '',
        asides: [...asides],
        unreadParts: unread.length === 0 ? undefined : [...unread],
        textLeftOut: 0,
      });
    }),
  );
  return { effects, cut };
}

/** A text or office file without readable text: damaged, or readable only by other programs. */
function isBlind(effect: Effect, path: string): boolean {
  if (effect.source !== 'file' || (effect.kind !== 'created' && effect.kind !== 'modified')) return false;
  const { text, type, after } = effect.detail;
  return text === undefined && type === 'file' && (after?.size ?? 0) > 0 && documents.test(path);
}

const documents =
  /(?:\/[^/.]+|\.(?:docx?|docm|od[tspg]|fod[tspg]|xls[xm]?|ppt[xm]?|csv|tsv|txt|md|html?|xml|json|rtf|eml|tex|ini|cfg|conf|sh|py))$/i;

/** A file's text. Empty if the file is missing or unreadable. */
export const knownText = (content: Buffer | null | undefined): string =>
  content === null || content === undefined ? '' : (readableText(content) ?? '');

/** The visible text: wide characters become narrow, invisible ones are dropped. */
export const seenText = (text: string): string => text.normalize('NFKC').replace(/\p{Cf}/gu, '');
