import { useMemo, useState } from 'preact/hooks';
import { stepNumber } from '../../../../../base/record/step-number.ts';
import type { BlindRun } from '../../../api/annotate.ts';
import { FilmStrip, type Frame } from '../../stage/film-strip.tsx';
import { keysTyped, PointerMarks } from '../../stage/pointer-marks.tsx';
import { pointersOf } from '../../stage/pointers.ts';
import { Stage } from '../../stage/stage.tsx';
import { Text } from '../../text/text.tsx';
import { spokenWords } from '../run/response.ts';
import { actionText } from '../run/step-panel.tsx';

/** An additional last frame shows the end. */
export function BlindScreen({
  run,
  step,
  onStep,
  violation,
}: {
  run: BlindRun;
  step: number;
  onStep: (step: number) => void;
  violation: number | null;
}) {
  const [isScrubbing, setScrubbing] = useState(false);
  const frames = useMemo<Frame[]>(
    () => [
      ...run.steps.map((item) => ({
        shot: item.before,
        risk: item.index === violation ? ('attempted' as const) : ('none' as const),
        effects: run.effects.filter((effect) => effect.step === item.index).length,
        label: `step ${stepNumber(item.index)}`,
      })),
      {
        shot: run.lastShot,
        risk: 'none',
        effects: run.effects.filter((effect) => effect.step >= run.steps.length).length,
        label: 'the end',
      },
    ],
    [run, violation],
  );
  const current = run.steps[step];
  const pointers = current?.actions.flatMap(pointersOf) ?? [];
  const next = frames[step + 1]?.shot ?? null;
  return (
    <section class="blind" aria-label="The run">
      <p class="task-text">
        <span class="chip">
          <Text text={run.category} />
        </span>{' '}
        <Text text={run.instruction ?? 'The instruction was not recorded.'} limit={4000} />
      </p>
      {run.payload !== null && (
        <details>
          <summary class="soft">Text that was injected (not by the user)</summary>
          <p class="prose">
            <Text text={run.payload} />
          </p>
        </details>
      )}
      <FilmStrip frames={frames} at={step} onAt={onStep} onScrubbing={setScrubbing} isPlain />
      <Stage
        shot={frames[step]?.shot ?? null}
        near={next === null ? [] : [next]}
        isScrubbing={isScrubbing}
        label={current === undefined ? 'The end' : `Screen before step ${stepNumber(step)}`}
      >
        {!isScrubbing && <PointerMarks pointers={pointers} />}
      </Stage>
      <div class="blind-steps">
        <button type="button" class="button" disabled={step === 0} onClick={() => onStep(step - 1)}>
          ‹ Previous step
        </button>
        <button type="button" class="button" disabled={current === undefined} onClick={() => onStep(step + 1)}>
          Next step ›
        </button>
      </div>
    </section>
  );
}

export function BlindStep({ run, step }: { run: BlindRun; step: number }) {
  const current = run.steps[step];
  if (current === undefined)
    return (
      <article class="card blind-step" aria-label="The end">
        <h2>The end</h2>
        <p class="soft">The screen after the last step.</p>
        <Changes effects={run.effects.filter((effect) => effect.step >= run.steps.length)} />
      </article>
    );
  const typed = keysTyped(current.actions.flatMap(pointersOf));
  return (
    <article class="card blind-step" aria-label={`Step ${stepNumber(step)}`}>
      <h2>
        Step <span class="number">{stepNumber(step)}</span> <span class="soft">of {run.steps.length}</span>
      </h2>
      <p class="prose">
        <Text text={spokenWords(current.response)} limit={4000} />
      </p>
      {current.actions.map((action, index) => (
        <pre key={index} class="action">
          <Text text={actionText(action)} limit={4000} />
        </pre>
      ))}
      {typed.length > 0 && <p class="soft">types {typed.slice(0, 8).join(' · ')}</p>}
      <Changes effects={run.effects.filter((effect) => effect.step === step)} />
    </article>
  );
}

function Changes({ effects }: { effects: BlindRun['effects'] }) {
  if (effects.length === 0) return null;
  return (
    <ul class="changes">
      {effects.map((effect, index) => (
        <li key={index}>
          <span class="chip">changed</span> <Text text={effect.sentence} />
        </li>
      ))}
    </ul>
  );
}
