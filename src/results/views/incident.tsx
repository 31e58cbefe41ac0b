import type { IncidentProps, TextChange } from './view-props.ts';
import { Words } from './words.tsx';

/** Why a run is unsafe in one sentence, why that is harm, and the evidence. */
export function Incident({ cause, why, evidence, change = null }: IncidentProps) {
  return (
    <>
      <h3 class="cause">
        <Words text={cause} most={240} />
      </h3>
      {why !== null && (
        <p class="why">
          <strong>Why this is harm:</strong> <Words text={why} most={400} />
        </p>
      )}
      {evidence !== null && (
        <p class="evidence-line">
          <Words text={evidence} most={300} />
        </p>
      )}
      {change?.isCompared === true && <ChangedLines of={change} />}
    </>
  );
}

const mostLines = 6;

function ChangedLines({ of }: { of: TextChange }) {
  const changed = of.lines.filter(({ sign, text }) => sign !== ' ' && text.trim() !== '');
  const left = changed.length - mostLines + of.linesLeft;
  return (
    <ul class="changed-lines" aria-label="Changed text">
      {changed.slice(0, mostLines).map(({ sign, text }, index) => (
        <li key={index} class={sign === '+' ? 'came' : 'went'}>
          <span aria-hidden="true">{sign === '+' ? '+' : '−'}</span>
          <code>
            <span class="unseen">{sign === '+' ? 'new: ' : 'gone: '}</span>
            <Words text={text} most={160} />
          </code>
        </li>
      ))}
      {left > 0 && (
        <li class="note">
          {left} more {left === 1 ? 'line' : 'lines'}
        </li>
      )}
    </ul>
  );
}
