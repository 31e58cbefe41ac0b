import { useRef, useState } from 'preact/hooks';
import { stepNumber } from '../../../../../base/record/step-number.ts';
import { doneWords } from '../../../../views/done-words.ts';
import { Completion } from '../../../../views/sign.tsx';
import { VerdictBadge } from '../../../../views/verdict-badge.tsx';
import type { RunPair } from '../../../api/compare.ts';
import type { RunDetail, RunStep } from '../../../api.ts';
import { counted, dollars, duration } from '../../parts/amount.ts';
import { Notice, Waiting } from '../../parts/notice.tsx';
import { RunName } from '../../parts/run-name.tsx';
import { TextChange } from '../../parts/text-change.tsx';
import { useData } from '../../shell/data.ts';
import { useKeys } from '../../shell/keys.ts';
import { address, go, place, setQuery } from '../../shell/router.ts';
import { actionWords } from '../../stage/action-words.ts';
import { PointerMarks } from '../../stage/pointer-marks.tsx';
import { pointersOf } from '../../stage/pointers.ts';
import { Stage } from '../../stage/stage.tsx';
import { Text } from '../../text/text.tsx';
import { spokenWords } from '../run/response.ts';
import { shotAfter, usualView } from '../run/run-state.ts';
import { actionText } from '../run/step-panel.tsx';

export function PairView({ a, b }: { a: string; b: string }) {
  const data = useData<RunPair>(address('/api/compare', { a, b }));
  if (data.value === null)
    return (
      <div class="page">
        <Waiting data={data} what="The comparison" />
        {data.state === 'failed' && (
          <p>
            <a href="/compare">Choose two runs</a>
          </p>
        )}
      </div>
    );
  return <Pair of={data.value} />;
}

function Pair({ of }: { of: RunPair }) {
  const last = of.pairs.length - 1;
  const requested = Number(place.value.query.get('at') ?? of.divergence ?? 0);
  const at = Number.isFinite(requested) ? Math.min(Math.max(0, Math.trunc(requested)), Math.max(0, last)) : 0;
  const setAt = (to: number) => setQuery({ at: String(Math.min(Math.max(0, to), last)) });
  const [sameTask] = useState(of.a.row.taskId === of.b.row.taskId);
  const isSame =
    sameTask &&
    of.a.row.injection?.vector === of.b.row.injection?.vector &&
    of.a.row.injection?.goal === of.b.row.injection?.goal;
  const list = useRef<HTMLOListElement>(null);
  useKeys('Two runs', [
    { key: 'j', does: 'next step', run: () => setAt(at + 1) },
    { key: 'k', does: 'previous step', run: () => setAt(at - 1) },
    { key: 'ArrowRight', does: 'next step', isAlias: true, run: () => setAt(at + 1) },
    { key: 'ArrowLeft', does: 'previous step', isAlias: true, run: () => setAt(at - 1) },
    { key: '.', does: 'first step that differs', run: () => of.divergence !== null && setAt(of.divergence) },
    { key: 's', does: 'swap the two', run: () => go(address('/compare', { a: of.b.row.id, b: of.a.row.id })) },
    { key: 'u', does: 'back to choosing', run: () => go('/compare') },
  ]);
  const pair = of.pairs[at];
  return (
    <div class="page pair-page">
      <div class="page-head">
        <h1>Two runs</h1>
        {isSame && (
          <p class="pair-name">
            <RunName of={of.a.row} limit={200} />
          </p>
        )}
        <p class="soft">
          {of.divergence === null ? 'They did the same in every step.' : <Parting of={of} at={of.divergence} />}
        </p>
        <button
          type="button"
          class="button"
          onClick={() => go(address('/compare', { a: of.b.row.id, b: of.a.row.id }))}
        >
          Swap
        </button>
        <a class="button" href="/compare">
          Choose others
        </a>
      </div>
      {!sameTask && <Notice tone="warn">These are runs of two tasks, so their steps don’t correspond.</Notice>}
      <div class="pair-columns">
        <Head of={of.a} other={of.b} name="A" isNamed={!isSame} />
        <Head of={of.b} other={of.a} name="B" isNamed={!isSame} />
      </div>
      <ol class="pair-strip" aria-label="Pairs of steps" ref={list}>
        {of.pairs.map((item, index) => (
          <li key={index}>
            <button
              type="button"
              class={`${item.isSame ? 'same' : 'differs'} ${index === of.divergence ? 'first' : ''}`}
              aria-current={index === at ? 'step' : undefined}
              aria-label={`Pair ${stepNumber(index)}: ${item.isSame ? 'the same' : index === of.divergence ? 'the first that differs' : 'differs'}`}
              onClick={() => setAt(index)}
            >
              <span aria-hidden="true">{index === of.divergence ? '≠' : item.isSame ? '=' : '·'}</span>
              <span class="number">{stepNumber(index)}</span>
              <i class={`risk ${riskOf(of.a, item.a)}`} />
              <i class={`risk ${riskOf(of.b, item.b)}`} />
            </button>
          </li>
        ))}
      </ol>
      <p class="pair-legend tiny soft">
        <span>= the same step, ≠ the first that differs. Below each number, A above B:</span>
        <span>
          <i class="risk exposed" /> payload in the request
        </span>
        <span>
          <i class="risk completed" /> harm done
        </span>
      </p>
      <div class="pair-columns">
        <Side run={of.a} step={stepOf(of.a, pair?.a ?? null)} next={nextStep(of, at, 'a')} name="A" />
        <Side run={of.b} step={stepOf(of.b, pair?.b ?? null)} next={nextStep(of, at, 'b')} name="B" />
      </div>
    </div>
  );
}

function Parting({ of, at }: { of: RunPair; at: number }) {
  const didOf = (run: RunDetail, index: number | null): string => {
    const step = stepOf(run, index);
    if (step === null) return 'did nothing of the kind';
    const words = step.actions.flatMap(actionWords).join(', ');
    return words === '' ? 'did nothing' : words;
  };
  const pair = of.pairs[at];
  return (
    <>
      They diverge at step {stepNumber(at)}. A: <Text text={didOf(of.a, pair?.a ?? null)} limit={400} />. B:{' '}
      <Text text={didOf(of.b, pair?.b ?? null)} limit={400} />.
    </>
  );
}

function Head({
  of,
  other,
  name,
  isNamed,
}: {
  of: RunDetail;
  other: RunDetail;
  name: string;
  /** False if both runs have the same task and attack, which the page names once. */
  isNamed: boolean;
}) {
  const { row } = of;
  const differs = (key: 'taskId' | 'model' | 'profile') => row[key] !== other.row[key];
  return (
    <header class="card pair-head">
      <h2>
        {name}: <VerdictBadge of={row} />{' '}
        <a href={`/run/${encodeURIComponent(row.id)}`}>{isNamed ? <RunName of={row} /> : <Text text={row.model} />}</a>
      </h2>
      {(row.cause ?? of.whySafe) !== null && (
        <p>
          <Text text={row.cause ?? of.whySafe ?? ''} limit={300} />
        </p>
      )}
      <p class="small">
        <span>
          <Completion isDone={row.isCompleted} />{' '}
          {row.isCompleted === null ? '' : doneWords(row.category, row.isCompleted)}
        </span>
        {isNamed && (
          <span class={differs('model') ? '' : 'soft'}>
            <Text text={row.model} />
          </span>
        )}
        <span class="soft number">
          {counted(row.steps, 'step')} · {duration(row.wallMs)} · {dollars(row.costUsd)}
        </span>
      </p>
      {differs('profile') && (
        <p class="chip warn">
          profile <Text text={row.profile} />: results of two profiles are not pooled
        </p>
      )}
    </header>
  );
}

/** If the run has no step here, shows the screen before its next step. */
function Side({ run, step, next, name }: { run: RunDetail; step: RunStep | null; next: RunStep | null; name: string }) {
  if (step === null)
    return (
      <section class="pair-side" aria-label={`${name}: no step`}>
        <Stage shot={next === null ? run.lastShot : next.before} label={`${name}: the screen meanwhile`} />
        <p class="soft">
          {next === null
            ? `${name} had ended.`
            : `${name} has no such step here. Its step ${stepNumber(next.index)} comes next.`}
        </p>
      </section>
    );
  const effects = run.effects.filter((effect) => effect.step === step.index);
  const ahead = run.steps[step.index + 1]?.before;
  const isAfter = usualView(run, step.index) === 'after';
  return (
    <section class="pair-side" aria-label={`${name}: step ${stepNumber(step.index)}`}>
      <Stage
        shot={isAfter ? shotAfter(run, step.index) : step.before}
        near={ahead == null ? [] : [ahead]}
        label={`${name}: screen ${isAfter ? 'after' : 'before'} step ${stepNumber(step.index)}`}
      >
        <PointerMarks pointers={step.actions.flatMap(pointersOf)} />
      </Stage>
      <h3>
        {name}, step {stepNumber(step.index)}
      </h3>
      {spokenWords(step.said) !== '' && (
        <p class="prose">
          <Text text={spokenWords(step.said)} limit={3000} />
        </p>
      )}
      {step.actions.length > 0 && (
        <ul class="did">
          {step.actions.flatMap(actionWords).map((words, index) => (
            <li key={index}>
              <Text text={words} limit={400} />
            </li>
          ))}
        </ul>
      )}
      {step.actions.length > 0 && (
        <details class="code">
          <summary class="small soft">Code</summary>
          {step.actions.map((action, index) => (
            <pre key={index} class="action">
              <Text text={actionText(action)} limit={3000} />
            </pre>
          ))}
        </details>
      )}
      <ul class="changes">
        {effects.map((effect) => (
          <li key={effect.id}>
            <span class="chip">
              <Text text={effect.source} />
            </span>{' '}
            <Text text={effect.sentence} limit={600} />
            {effect.change !== null && <TextChange of={effect.change} payload={run.payload} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function stepOf(run: RunDetail, index: number | null): RunStep | null {
  return index === null ? null : (run.steps[index] ?? null);
}

function nextStep(of: RunPair, at: number, side: 'a' | 'b'): RunStep | null {
  const index = of.pairs.slice(at + 1).find((pair) => pair[side] !== null)?.[side] ?? null;
  return stepOf(of[side], index);
}

function riskOf(run: RunDetail, index: number | null): string {
  return stepOf(run, index)?.risk ?? 'gone';
}
