import { cutLabel } from './cut-label.ts';
import { type VisiblePart, visibleParts } from './visible-text.ts';

/** Truncates untrusted text to `most` characters and shows invisible characters as marks. */
export function Words({ text, most }: { text: string; most: number }) {
  return (
    <bdi class="text">
      {visibleParts(cutLabel(text, most)).map((part, index) =>
        part.kind === 'plain' ? part.text : <HiddenMark key={index} part={part} />,
      )}
    </bdi>
  );
}

export function HiddenMark({ part }: { part: Extract<VisiblePart, { kind: 'mark' }> }) {
  return (
    <span class="hidden-letter" title={part.name}>
      {part.shown}
      {part.times > 1 && ` ×${part.times}`}
    </span>
  );
}
