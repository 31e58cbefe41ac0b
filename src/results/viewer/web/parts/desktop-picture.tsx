import { useEffect, useState } from 'preact/hooks';
import { runInWords } from '../../../views/run-in-words.ts';
import { visibleLabel } from '../../../views/visible-text.ts';
import type { RunningRun } from '../../api.ts';
import { pictureTimes } from '../shell/live.ts';

const everyMs = 2000;

/** A live desktop is refreshed every two seconds while the page is visible. */
export function DesktopPicture({ run, width, height }: { run: RunningRun; width?: number; height?: number }) {
  const [count, setCount] = useState(0);
  const [isLoaded, setLoaded] = useState(true);
  const isLive = run.view === 'desktop';
  useEffect(() => {
    if (!isLive || !isLoaded) return;
    const next = () => {
      if (document.hidden) return;
      setLoaded(false);
      setCount((before) => before + 1);
    };
    const timer = setTimeout(next, everyMs);
    document.addEventListener('visibilitychange', next);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', next);
    };
  }, [isLive, isLoaded, count]);
  if (run.view === null) return <span class="no-picture">no picture yet</span>;
  const version = isLive ? `${count}` : `s${pictureTimes.value[run.id] ?? 0}`;
  return (
    <span class="desktop-picture">
      <img
        src={`/api/desktop/${run.id}?at=${version}`}
        alt={`Desktop of ${visibleLabel(`${run.model}, ${runInWords(run)}`)}`}
        width={width}
        height={height}
        onLoad={() => setLoaded(true)}
        onError={() => setLoaded(true)}
      />
      <span
        class={`view-kind ${run.view}`}
        title={
          isLive
            ? 'The desktop itself, view only; a new picture every two seconds'
            : 'The newest screenshot of the run; its desktop can’t be viewed from here'
        }
      >
        {isLive ? 'live' : 'newest screenshot'}
      </span>
    </span>
  );
}
