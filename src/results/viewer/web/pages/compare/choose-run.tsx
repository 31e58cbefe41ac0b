import { useState } from 'preact/hooks';
import { Completion, Safety } from '../../../../views/sign.tsx';
import type { RunDetail, RunList, RunRow } from '../../../api.ts';
import { RunName } from '../../parts/run-name.tsx';
import { useData } from '../../shell/data.ts';
import { address, setQuery } from '../../shell/router.ts';
import { Text } from '../../text/text.tsx';

export function ChooseRun({ of }: { of: string | null }) {
  const [words, setWords] = useState('');
  const data = useData<RunList>(address('/api/runs', { q: words, limit: '40' }));
  const first = useData<RunDetail>(of === null ? null : `/api/run/${encodeURIComponent(of)}`);
  const chosen = first.value?.row ?? null;
  return (
    <section class="choose-run" aria-label="Two runs">
      <h2>{of === null ? 'Two runs: choose the first' : 'Two runs: choose the second'}</h2>
      {chosen !== null && (
        <p>
          First: <Line of={chosen} />{' '}
          <button type="button" class="button" onClick={() => setQuery({ a: null })}>
            Another
          </button>
        </p>
      )}
      <input
        class="field wide"
        type="search"
        placeholder="Task, model, vector, goal"
        aria-label="Words in the run to choose"
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      <ul class="card">
        {(data.value?.rows ?? []).slice(0, 40).map((row) =>
          row.id === of ? null : (
            <li key={row.id}>
              <button
                type="button"
                onClick={() => setQuery(of === null ? { a: row.id } : { b: row.id }, { replace: false })}
              >
                <Line of={row} />
              </button>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

function Line({ of }: { of: RunRow }) {
  return (
    <span class="run-line">
      <Safety isSafe={of.isSafe} isFixed={of.harm === 'fixed'} /> <Completion isDone={of.isCompleted} />{' '}
      <RunName of={of} />
      <span class="soft">
        {' · '}
        <Text text={of.model} />
      </span>
    </span>
  );
}
