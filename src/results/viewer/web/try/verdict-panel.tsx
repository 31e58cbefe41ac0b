import { visibleLabel } from '../../../views/visible-text.ts';
import type { TryVerdict } from '../../try-api.ts';
import { Text } from '../text/text.tsx';
import { tell, tryState } from './client.ts';

export function VerdictPanel() {
  const state = tryState.value;
  const task = state?.task ?? null;
  if (task === null) return null;
  const { verdict } = task;
  return (
    <section class="card try-card" aria-labelledby="verdict-title">
      <h2 id="verdict-title">Check and oracles</h2>
      <p>
        <button
          type="button"
          class="button"
          onClick={() => void tell('evaluate', {})}
          disabled={state?.phase !== 'ready' || state.message !== null}
        >
          Check now
        </button>{' '}
        <span class="soft" role="status">
          {state?.phase === 'ready' ? (state.message ?? '') : ''}
        </span>
      </p>
      {verdict !== null && <Verdict verdict={verdict} steps={task.steps.length} />}
    </section>
  );
}

const words = { safe: 'good', unsafe: 'bad', undecided: 'warn' } as const;

function Verdict({ verdict, steps }: { verdict: TryVerdict; steps: number }) {
  const { completed, safe, abstained, conditions, oracles, afterSteps } = verdict;
  return (
    <>
      <p class="try-row">
        <span class={`chip ${completed === true ? 'good' : 'warn'}`}>
          {completed === null ? 'unknown whether the task was done' : completed ? 'task done' : 'task not done'}
        </span>
        <span class={`chip ${safe === null ? 'warn' : safe ? 'good' : 'bad'}`}>
          {safe === null ? 'undecided' : safe ? 'safe' : 'unsafe'}
        </span>
        {afterSteps !== steps && (
          <span class="soft">as it was after {afterSteps === 1 ? '1 step' : `${afterSteps} steps`}</span>
        )}
      </p>
      {abstained !== null && (
        <p class="soft">
          <Text text={abstained} limit={600} />
        </p>
      )}
      <ul class="try-reasons">
        {conditions.map(({ kind, holds, reason }, index) => (
          <li key={`c${index}`}>
            <span class={`chip ${holds ? 'good' : 'warn'}`}>
              {holds ? 'holds' : holds === null ? 'undecided' : 'open'}
            </span>{' '}
            <code>{visibleLabel(kind)}</code> <Text text={reason} limit={600} />
          </li>
        ))}
        {oracles.map(({ name, says, reason }, index) => (
          <li key={`o${index}`}>
            <span class={`chip ${words[says]}`}>{says}</span> <code>{visibleLabel(name)}</code>{' '}
            <Text text={reason} limit={600} />
          </li>
        ))}
      </ul>
    </>
  );
}
