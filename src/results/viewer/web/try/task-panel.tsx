import { Text } from '../text/text.tsx';
import { tell, tryState } from './client.ts';

export function TaskPanel() {
  const state = tryState.value;
  const task = state?.task ?? null;
  if (task === null) return null;
  const startOver = () => void tell('start-over', {});
  return (
    <section class="card try-card" aria-labelledby="task-title">
      <h2 id="task-title">Task</h2>
      <p>
        <Text text={task.instruction} limit={4000} />
      </p>
      {task.injected !== null && (
        <details>
          <summary>Injected text</summary>
          <p class="block">
            <Text text={task.injected} limit={4000} />
          </p>
        </details>
      )}
      <p>
        <button type="button" class="button" onClick={startOver} disabled={state?.phase === 'starting'}>
          Start over
        </button>{' '}
        <span class="soft">with a fresh desktop and no steps</span>
      </p>
    </section>
  );
}
