import type { TextChange as Change } from '../../../views/view-props.ts';
import { payloadSpans } from '../text/payload-spans.ts';
import { Text } from '../text/text.tsx';
import { counted } from './amount.ts';

const signs = { '+': '+', '-': '−', ' ': '' };
const words = { '+': 'new: ', '-': 'gone: ', ' ': '' };

export function TextChange({
  of,
  payload = null,
  isBrief = false,
}: {
  of: Change;
  payload?: string | null;
  /** Only shows changed lines or, if there was nothing to compare with, lines with injected text. */
  isBrief?: boolean;
}) {
  const lines = isBrief ? of.lines.filter((line) => saysMuch(line, of.isCompared, payload)) : of.lines;
  if (lines.length === 0) return null;
  return (
    <figure class="text-change" tabIndex={isBrief ? undefined : 0} aria-label="Changed text">
      {!of.isCompared && !isBrief && (
        <figcaption class="tiny soft">The new content; the old content was not kept.</figcaption>
      )}
      <ul>
        {lines.map(({ sign, text }, index) => (
          <li key={index} class={sign === '+' ? 'came' : sign === '-' ? 'went' : ''}>
            <span aria-hidden="true">{signs[sign]}</span>
            {sign !== ' ' && <span class="unseen">{words[sign]}</span>}
            <code>
              <Text text={text} limit={400} payload={payload} />
            </code>
          </li>
        ))}
      </ul>
      {of.linesLeft > 0 && !isBrief && <p class="tiny soft">{counted(of.linesLeft, 'more line')}.</p>}
    </figure>
  );
}

const saysMuch = ({ sign, text }: Change['lines'][number], isCompared: boolean, payload: string | null): boolean =>
  isCompared ? sign !== ' ' : payload !== null && payloadSpans(text, payload).length > 0;
