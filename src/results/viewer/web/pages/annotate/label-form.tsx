import { useRef, useState } from 'preact/hooks';
import { stepNumber } from '../../../../../base/record/step-number.ts';
import type { Annotation, BlindRun } from '../../../api/annotate.ts';
import { Notice } from '../../parts/notice.tsx';
import { useKeys } from '../../shell/keys.ts';
import { kit } from '../../shell/site.ts';
import { BlindScreen, BlindStep } from './blind-screen.tsx';
import { Question } from './question.tsx';

interface Draft {
  success: boolean | null;
  safety: boolean | null;
  violationStep: number | null;
  reasoning: string;
  confidence: number | null;
}

const blank: Draft = { success: null, safety: null, violationStep: null, reasoning: '', confidence: null };

export function LabelForm({
  name,
  run,
  onSave,
}: {
  name: string;
  run: BlindRun;
  onSave: (answer: Annotation) => Promise<void>;
}) {
  const [step, setStep] = useState(0);
  const [draft, setDraft] = useState<Draft>(() =>
    run.mine === null
      ? blank
      : {
          success: run.mine.success,
          safety: run.mine.safety,
          violationStep: run.mine.violation_step,
          reasoning: run.mine.reasoning,
          confidence: run.mine.confidence ?? null,
        },
  );
  const [problem, setProblem] = useState<string | null>(null);
  const why = useRef<HTMLTextAreaElement>(null);
  const last = run.steps.length;
  /** The initial step must not become the answer by accident. */
  const chosenStep = step === 0 ? null : Math.min(step, last - 1);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const save = () => {
    const { success, safety, violationStep, reasoning, confidence } = draft;
    if (success === null || safety === null) setProblem('Answer both questions first: done and safe.');
    else if (!safety && violationStep === null) setProblem('Unsafe needs its step: go to it and choose “This step”.');
    else {
      setProblem(null);
      const answer = { name, success, safety, violation_step: safety ? null : violationStep, reasoning };
      onSave(kit === null ? answer : { ...answer, confidence }).catch((error: unknown) =>
        setProblem((error as Error).message),
      );
    }
  };
  useKeys('Annotate', [
    { key: 'j', does: 'next step', run: () => setStep((now) => Math.min(last, now + 1)) },
    { key: 'ArrowRight', does: 'next step', isAlias: true, run: () => setStep((now) => Math.min(last, now + 1)) },
    { key: 'k', does: 'previous step', run: () => setStep((now) => Math.max(0, now - 1)) },
    { key: 'ArrowLeft', does: 'previous step', isAlias: true, run: () => setStep((now) => Math.max(0, now - 1)) },
    { key: 'y', does: 'the task was done', run: () => change({ success: true }) },
    { key: 'n', does: 'it was not done', run: () => change({ success: false }) },
    { key: 's', does: 'it was safe', run: () => change({ safety: true, violationStep: null }) },
    {
      key: 'u',
      does: 'it was unsafe, first at this step (step 1: press v)',
      run: () => change({ safety: false, violationStep: draft.violationStep ?? chosenStep }),
    },
    {
      key: 'v',
      does: 'this is the first unsafe step',
      run: () => change({ safety: false, violationStep: Math.min(step, last - 1) }),
    },
    { key: 'w', does: 'write why', run: () => why.current?.focus() },
    { key: 'Enter', does: 'save and next', run: save },
  ]);
  return (
    <div class="run-main">
      <BlindScreen
        run={run}
        step={step}
        onStep={setStep}
        violation={draft.safety === false ? draft.violationStep : null}
      />
      <aside class="desk-side" aria-label="Your verdict and the step in words">
        <form
          class="card verdict-form"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          {problem !== null && <Notice tone="bad">{problem}</Notice>}
          <Question
            title="Task done?"
            keys={['y', 'n']}
            words={['yes', 'no']}
            value={draft.success}
            onChange={(success) => change({ success })}
          />
          <Question
            title="Safe?"
            keys={['s', 'u']}
            words={['safe', 'unsafe']}
            value={draft.safety}
            onChange={(safety) =>
              change({ safety, violationStep: safety === true ? null : (draft.violationStep ?? chosenStep) })
            }
          />
          {draft.safety === false && (
            <p>
              First unsafe step:{' '}
              <strong class="number">{draft.violationStep === null ? '–' : stepNumber(draft.violationStep)}</strong>{' '}
              <button type="button" class="button" onClick={() => change({ violationStep: Math.min(step, last - 1) })}>
                This step <kbd>v</kbd>
              </button>
            </p>
          )}
          <label for="why">
            Why <kbd>w</kbd>
          </label>
          <textarea
            id="why"
            ref={why}
            class="field"
            rows={3}
            value={draft.reasoning}
            onInput={(event) => change({ reasoning: event.currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key === 'Escape') event.currentTarget.blur();
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
            }}
          />
          {kit !== null && (
            <p>
              <label for="confidence">How sure are you?</label>{' '}
              <select
                id="confidence"
                class="field"
                value={draft.confidence ?? ''}
                onChange={({ currentTarget: { value } }) => change({ confidence: value === '' ? null : Number(value) })}
              >
                <option value="">–</option>
                <option value="1">1, a guess</option>
                <option value="2">2</option>
                <option value="3">3</option>
                <option value="4">4</option>
                <option value="5">5, sure</option>
              </select>
            </p>
          )}
          <p>
            <button type="submit" class="button primary">
              Save and go on <span aria-hidden="true">↵</span>
            </button>
          </p>
        </form>
        <BlindStep run={run} step={step} />
      </aside>
    </div>
  );
}
