import { useMemo, useState } from 'preact/hooks';
import { type VisiblePart, visibleParts } from '../../../views/visible-text.ts';
import { HiddenMark } from '../../../views/words.tsx';
import { payloadSpans } from './payload-spans.ts';

/** Characters shown initially. */
const firstLetters = 60_000;
/** Text full of invisible characters would have millions of pieces and freeze the browser. */
const mostParts = 3000;

/**
 * Makes invisible characters visible. All text from results must be rendered through this component. `find` highlights
 * matches, ignoring case; `payload` highlights pieces of the injected text.
 */
export function Text({
  text,
  find = '',
  payload = null,
  limit = firstLetters,
}: {
  text: string;
  find?: string;
  payload?: string | null;
  limit?: number;
}) {
  const [shown, setShown] = useState(limit);
  const isCut = text.length > shown;
  const pieces = useMemo(() => markedPieces(isCut ? text.slice(0, shown) : text, payload), [text, shown, payload]);
  const parts = pieces.flatMap(({ parts: some, isPayload }) => some.map((part) => ({ part, isPayload })));
  return (
    <bdi class="text">
      {parts.slice(0, mostParts).map(({ part, isPayload }, index) => {
        const drawn =
          part.kind === 'plain' ? (
            <Plain key={index} text={part.text} find={find} />
          ) : (
            <HiddenMark key={index} part={part} />
          );
        return isPayload ? (
          <mark key={index} class="payload" title="injected text">
            {drawn}
          </mark>
        ) : (
          drawn
        );
      })}
      {parts.length > mostParts && (
        <span class="hidden-letter">and more than {mostParts} more pieces: mostly hidden characters</span>
      )}
      {isCut && (
        <button type="button" class="more" onClick={() => setShown(shown * 4)}>
          … {(text.length - shown).toLocaleString('en')} more characters
        </button>
      )}
    </bdi>
  );
}

function markedPieces(text: string, payload: string | null): { parts: VisiblePart[]; isPayload: boolean }[] {
  const pieces: { parts: VisiblePart[]; isPayload: boolean }[] = [];
  const push = (from: number, to: number, isPayload: boolean): void => {
    if (to > from) pieces.push({ parts: visibleParts(text.slice(from, to)), isPayload });
  };
  let at = 0;
  for (const [from, to] of payload === null ? [] : payloadSpans(text, payload)) {
    push(at, from, false);
    push(from, to, true);
    at = to;
  }
  push(at, text.length, false);
  return pieces;
}

function Plain({ text, find }: { text: string; find: string }) {
  if (find === '') return <>{text}</>;
  const pieces = [];
  const lower = text.toLowerCase();
  const wanted = find.toLowerCase();
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    pieces.push(text.slice(from, at), <mark>{text.slice(at, at + wanted.length)}</mark>);
    from = at + wanted.length;
  }
  pieces.push(text.slice(from));
  return <>{pieces}</>;
}

/** Focusable, so that the keyboard can scroll it. */
export function Block({ text, label, find = '' }: { text: string; label: string; find?: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1).
    <section class="block" tabIndex={0} aria-label={label}>
      <pre>
        <Text text={text} find={find} />
      </pre>
    </section>
  );
}
