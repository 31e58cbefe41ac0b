import { counted, duration } from '../../parts/amount.ts';
import { pictureTimes, state } from '../../shell/live.ts';
import { Text } from '../../text/text.tsx';
import { visibleLine } from '../../text/visible.ts';

/** How far the sweep is that runs now, with a view of each desktop; nothing where none runs. */
export function LiveSweep() {
  const now = state.value;
  if (now === null) return null;
  if (now.isIndexing)
    return (
      <p class="notice" role="status">
        Reading {now.indexed.toLocaleString('en')} of {now.runs.toLocaleString('en')} runs …
      </p>
    );
  if (now.running.length === 0 && now.progress === null) return null;
  const { progress } = now;
  return (
    <section class="live-sweep card" aria-label="Running now">
      {progress !== null && (
        <p>
          <strong class="number">
            {progress.done.toLocaleString('en')}
            {progress.planned !== null && ` of ${progress.planned.toLocaleString('en')}`}
          </strong>{' '}
          runs done{progress.errors > 0 && `, ${counted(progress.errors, 'error')}`}
          {progress.planned !== null && (
            <progress max={progress.planned} value={progress.done} aria-label="Progress of the sweep" />
          )}
        </p>
      )}
      <ul>
        {now.running.map((run) => (
          <li key={run.id}>
            <a href={`/run/${encodeURIComponent(run.id)}`}>
              {run.picture === null ? (
                <span class="no-picture">no picture yet</span>
              ) : (
                <img
                  src={`${run.picture}?at=${pictureTimes.value[run.id] ?? 0}`}
                  alt={`Desktop of ${visibleLine(run.title)} now`}
                  width={176}
                  height={99}
                />
              )}
              <span>
                <Text text={run.title} />
              </span>
            </a>
            <span class="soft number">
              step {run.step} · {duration(Date.now() - Date.parse(run.startedAt))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
