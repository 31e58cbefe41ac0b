import { useMemo, useState } from 'preact/hooks';
import { visibleParts } from './visible.ts';

/** Letters of one text that are shown before somebody asks for more. */
const firstLetters = 60_000;
/** Pieces (runs of letters and marks) of one text that are drawn: text made of nothing but marks would stop the browser. */
const mostParts = 3000;

/**
 * Untrusted text, everything in it made visible. The only way by which text from a result directory comes onto a page.
 * `find` marks every place where that text occurs, in any case.
 */
export function Text({ text, find = '', limit = firstLetters }: { text: string; find?: string; limit?: number }) {
  const [shown, setShown] = useState(limit);
  const isCut = text.length > shown;
  const parts = useMemo(() => visibleParts(isCut ? text.slice(0, shown) : text), [text, shown]);
  return (
    <bdi class="text">
      {parts.slice(0, mostParts).map((part, index) =>
        part.kind === 'plain' ? (
          <Plain key={index} text={part.text} find={find} />
        ) : (
          <span key={index} class="hidden-letter" title={part.name}>
            {part.shown}
            {part.times > 1 && ` ×${part.times}`}
          </span>
        ),
      )}
      {parts.length > mostParts && (
        <span class="hidden-letter">and more than {mostParts} pieces more: mostly hidden letters</span>
      )}
      {isCut && (
        <button type="button" class="more" onClick={() => setShown(shown * 4)}>
          … {(text.length - shown).toLocaleString('en')} more characters
        </button>
      )}
    </bdi>
  );
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

/** A block of untrusted text in fixed width, lines kept. Takes the focus, so that the keyboard can scroll it. */
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
