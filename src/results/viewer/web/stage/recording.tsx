import { useEffect, useRef, useState } from 'preact/hooks';
import { stepNumber } from '../../../../base/record/step-number.ts';
import type { Frame } from './film-strip.tsx';
import { stepAt } from './step-times.ts';

/** The video does not seek if it is within this many seconds of the step's start. */
const close = 0.06;

export function Recording({
  source,
  frames,
  times,
  step,
  onStep,
}: {
  source: string;
  frames: readonly Frame[];
  /** Start of each step in seconds; null if unknown. */
  times: readonly number[] | null;
  step: number;
  onStep: (step: number) => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const [length, setLength] = useState(0);
  const [isBroken, setBroken] = useState(false);
  // The step that playback has reached, to which the video must not seek back.
  const reached = useRef<number | null>(null);
  useEffect(() => {
    const player = video.current;
    const at = times?.[step];
    if (player === null || at === undefined || length === 0 || reached.current === step) return;
    reached.current = step;
    if (Math.abs(player.currentTime - at) > close) player.currentTime = Math.min(at, length);
  }, [step, times, length]);
  const onTime = () => {
    const player = video.current;
    if (player === null || times === null || player.seeking) return;
    const now = stepAt(times, player.currentTime);
    if (now === reached.current) return;
    reached.current = now;
    onStep(now);
  };
  if (isBroken) return <p class="notice warn">The recording can’t be played here. It is under Files.</p>;
  return (
    <div class="recording">
      <video
        ref={video}
        src={source}
        controls
        muted
        preload="metadata"
        aria-label="Recording of the run"
        onLoadedMetadata={(event) => setLength(event.currentTarget.duration)}
        onTimeUpdate={onTime}
        onSeeked={onTime}
        onError={() => setBroken(true)}
      />
      {times === null ? (
        <p class="soft">The run’s steps have no times, so they can’t be shown along the recording.</p>
      ) : (
        length > 0 && (
          <fieldset class="recording-marks" aria-label="Steps along the recording">
            {times.map((time, index) => (
              <button
                key={index}
                type="button"
                class={`recording-mark ${frames[index]?.risk ?? 'none'}`}
                style={{
                  insetInlineStart: `${share(time, length)}%`,
                  width: `${Math.max(0, share(times[index + 1] ?? length, length) - share(time, length))}%`,
                }}
                aria-current={index === step ? 'step' : undefined}
                aria-label={frames[index]?.label ?? `step ${stepNumber(index)}`}
                title={frames[index]?.label ?? `step ${stepNumber(index)}`}
                onClick={() => {
                  reached.current = null;
                  onStep(index);
                  if (video.current !== null) video.current.currentTime = Math.min(time, length);
                }}
              />
            ))}
          </fieldset>
        )
      )}
    </div>
  );
}

const share = (seconds: number, length: number): number => Math.min(100, (seconds / length) * 100);
