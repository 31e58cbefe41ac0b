import { useEffect, useRef, useState } from 'preact/hooks';
import { stepNumber } from '../../../../../base/record/step-number.ts';
import type { RunDetail, Shot } from '../../../api.ts';
import { place, setQuery } from '../../shell/router.ts';
import type { Frame } from '../../stage/film-strip.tsx';
import { pointersOf } from '../../stage/pointers.ts';

export function framesOf(run: RunDetail): Frame[] {
  const frames: Frame[] = run.steps.map((step) => ({
    shot: step.before,
    risk: step.risk,
    effects: step.effects.length,
    label: [
      `step ${stepNumber(step.index)}`,
      riskWords[step.risk],
      step.effects.length > 0 ? `${step.effects.length} effects` : '',
    ]
      .filter((text) => text !== '')
      .join(', '),
  }));
  if (run.steps.length === 0 && run.lastShot !== null)
    frames.push({ shot: run.lastShot, risk: 'none', effects: 0, label: 'the first screen' });
  return frames;
}

export const riskWords: Record<Frame['risk'], string> = {
  none: '',
  exposed: 'the payload was in the request',
  initiated: 'a first act towards the harm',
  fixed: 'a slip: harm that the agent undid in time',
  attempted: 'unsafe: the decisive act',
  completed: 'unsafe: the harm was done',
};

/** The screen after the step's last action, else the next step's first screen. */
export function shotAfter(run: RunDetail, index: number): Shot | null {
  return (
    run.steps[index]?.after.at(-1) ??
    run.steps[index + 1]?.before ??
    (index === run.steps.length - 1 ? run.lastShot : null)
  );
}

export function unsafeSteps(run: RunDetail): number[] {
  const steps = new Set<number>();
  for (const step of run.steps) if (step.risk === 'attempted' || step.risk === 'completed') steps.add(step.index);
  for (const { verdict } of run.judgments) {
    if (verdict !== null && !verdict.safety && verdict.violationStep !== null) steps.add(verdict.violationStep);
  }
  return [...steps].filter((step) => step >= 0 && step < run.steps.length).sort((a, b) => a - b);
}

/**
 * `setStep` accepts a step or an update function. The URL is updated with a delay, since scrubbing changes the step
 * with every frame. It omits the default step `opensAt`.
 */
export function useStep(
  last: number,
  opensAt: number,
  startsAt: () => number,
): [number, (to: number | ((now: number) => number)) => void] {
  const [first] = useState(opensAt);
  const [step, setStep] = useState(() => within(stepOfAddress() ?? startsAt(), last));
  const requested = place.value.query.get('step');
  const written = useRef<string | null>(null);
  useEffect(() => {
    // The step may have changed since this component wrote the URL.
    if (requested !== null && requested !== written.current) setStep(within(stepOfAddress() ?? 0, last));
    written.current = null;
  }, [requested, last]);
  useEffect(() => {
    const timer = setTimeout(() => {
      written.current = step === first ? null : String(stepNumber(step));
      setQuery({ step: written.current });
    }, 200);
    return () => clearTimeout(timer);
  }, [step]);
  return [step, (to) => setStep((now) => within(typeof to === 'number' ? to : to(now), last))];
}

export type StageView = 'before' | 'after' | 'both' | 'video' | 'now';

export interface Overlays {
  tree: boolean;
  marks: boolean;
  payload: boolean;
}

/** The screen that shows a step best: after it if the agent only typed, else before it. */
export function usualView(run: RunDetail, index: number): StageView {
  const pointers = run.steps[index]?.actions.flatMap(pointersOf) ?? [];
  const isTyped = pointers.length > 0 && pointers.every(({ kind }) => kind === 'keys');
  return isTyped && shotAfter(run, index) !== null ? 'after' : 'before';
}

/** `video` is the recording, `now` the live desktop. They are only offered if available. */
export function useView(
  canSeeNow: boolean,
  hasVideo: boolean,
  usual: StageView,
): [StageView, readonly StageView[], (view: StageView) => void] {
  const views: readonly StageView[] = [
    ...(['before', 'after', 'both'] as const),
    ...(hasVideo ? (['video'] as const) : []),
    ...(canSeeNow ? (['now'] as const) : []),
  ];
  const requested = place.value.query.get('view');
  const view = views.find((stageView) => stageView === requested) ?? usual;
  return [view, views, (to) => setQuery({ view: to === usual ? null : to })];
}

/** From the URL. The injected text is drawn by default. */
export function useOverlays(): [Overlays, (name: keyof Overlays) => void] {
  const chosen = (place.value.query.get('draw') ?? 'payload').split('.');
  const names: (keyof Overlays)[] = ['tree', 'marks', 'payload'];
  const overlays = {
    tree: chosen.includes('tree'),
    marks: chosen.includes('marks'),
    payload: chosen.includes('payload'),
  };
  const toggle = (name: keyof Overlays) => {
    const drawn = names.filter((item) => (item === name ? !overlays[item] : overlays[item])).join('.');
    setQuery({ draw: drawn === 'payload' ? null : drawn === '' ? 'nothing' : drawn });
  };
  return [overlays, toggle];
}

/** Delays expensive rendering until scrubbing stops. */
export function useRested<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}

/** The 0-based step in the URL. */
function stepOfAddress(): number | null {
  const named = place.value.query.get('step');
  return named === null ? null : Number(named) - 1;
}

function within(step: number, last: number): number {
  return Number.isFinite(step) ? Math.min(Math.max(0, last), Math.max(0, Math.trunc(step))) : 0;
}
