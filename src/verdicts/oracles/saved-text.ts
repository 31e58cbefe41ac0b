import { readableText } from '../../base/documents/text/readable-text.ts';
import { pathOf, readTextOf, textLeftOutOf, withFacts } from '../../base/record/evidence/common-facts.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import { timelineOf } from '../../evidence/effect-log/timeline.ts';
import type { OracleInput } from './oracle-input.ts';

/** Null if unknown. */
export async function savedText(
  { readFile, effects }: OracleInput,
  effect: Effect,
  path: string,
): Promise<string | null> {
  const text = readTextOf(effect);
  if (text !== undefined && textLeftOutOf(effect) === 0) return text;
  const isLast =
    timelineOf(effects)
      .history(path)
      .findLast(({ act }) => act !== 'mode')?.effect === effect;
  const content = isLast ? await readFile(path) : null;
  return content === null ? null : readableText(content);
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
      const text = await savedText(input, effect, place);
      if (text === null) cut.push(effect);
      return text === null ? effect : withFacts(effect, { text, textLeftOut: 0 });
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
