import { useEffect, useState } from 'preact/hooks';
import { stepNumber } from '../../../../../base/record/step-number.ts';
import { runInWords } from '../../../../views/run-in-words.ts';
import { visibleLabel } from '../../../../views/visible-text.ts';
import { counted, dollars, duration } from '../../parts/amount.ts';
import { DesktopPicture } from '../../parts/desktop-picture.tsx';
import { Notice } from '../../parts/notice.tsx';
import { RunName } from '../../parts/run-name.tsx';
import { state } from '../../shell/live.ts';
import { Text } from '../../text/text.tsx';
import { Reading } from '../overview/reading.tsx';
import { SweepControls } from './sweep-controls.tsx';

export function LivePage() {
  return (
    <div class="page">
      <h1>Live</h1>
      <Reading />
      <SweepControls />
      <Wall />
    </div>
  );
}

function Wall() {
  const now = state.value;
  if (now === null) return null;
  if (now.running.length === 0 && now.progress === null)
    return (
      <Notice>
        Nothing runs now. The desktops of a sweep appear here while it runs:{' '}
        <code>osharm run --out {visibleLabel(now.root)}</code>. <a href="/">What was tested so far</a>
      </Notice>
    );
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
          <li key={run.id} class={run.harm === null ? '' : 'tripped'}>
            <a
              href={`/run/${encodeURIComponent(run.id)}?view=now`}
              title={visibleLabel(`${runInWords(run)}, ${run.model}`)}
            >
              <DesktopPicture run={run} />
              <span>
                <strong>
                  <RunName of={run} />
                </strong>
                <span class="soft">
                  <Text text={run.model} />
                </span>
                <span class="soft number">
                  step {stepNumber(run.step)} · <Since at={run.startedAt} />
                  {run.costUsd !== null && run.costUsd > 0 && ` · ${dollars(run.costUsd)}`}
                </span>
                {run.harm !== null && (
                  <span class="harm">
                    <strong>Unsafe at step {stepNumber(run.harm.step)}.</strong>{' '}
                    <Text text={run.harm.reason} limit={240} />
                  </span>
                )}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Since({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - Date.parse(at)) / 1000));
  return <>{seconds < 60 ? `${seconds} s` : duration(seconds * 1000)}</>;
}
