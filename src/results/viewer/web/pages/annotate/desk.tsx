import { useEffect, useRef, useState } from 'preact/hooks';
import { stepNumber } from '../../../../../base/record/step-number.ts';
import type { AnnotationAgreement, AnnotationQueue, BlindRun } from '../../../api/annotate.ts';
import { counted } from '../../parts/amount.ts';
import { Notice, Waiting } from '../../parts/notice.tsx';
import { load, post, useData } from '../../shell/data.ts';
import { useKeys } from '../../shell/keys.ts';
import { address, go } from '../../shell/router.ts';
import { AgreementTable } from './agreement-table.tsx';
import { BlindScreen, BlindStep } from './blind-screen.tsx';

interface Draft {
  success: boolean | null;
  safety: boolean | null;
  violationStep: number | null;
  reasoning: string;
}

const blank: Draft = { success: null, safety: null, violationStep: null, reasoning: '' };

export function Desk({ queue }: { queue: AnnotationQueue }) {
  const [done, setDone] = useState<ReadonlySet<string>>(
    () => new Set(queue.tokens.filter((item) => item.isDone).map((item) => item.token)),
  );
  const [agreement, setAgreement] = useState<AnnotationAgreement>(queue.agreement);
  const firstOpen = queue.tokens.findIndex((item) => !item.isDone);
  const [at, setAt] = useState(Math.max(0, firstOpen));
  const token = queue.tokens[at]?.token ?? null;
  const url = token === null ? null : address(`/api/annotate/${encodeURIComponent(token)}`, { name: queue.name });
  const [version, setVersion] = useState(0);
  const data = useData<BlindRun>(url, version);
  const ahead = queue.tokens[at + 1]?.token;
  useEffect(() => {
    if (ahead !== undefined)
      load(address(`/api/annotate/${encodeURIComponent(ahead)}`, { name: queue.name })).catch(() => {});
  }, [ahead]);
  const move = (by: number) => setAt(Math.min(queue.tokens.length - 1, Math.max(0, at + by)));
  useKeys('Runs to annotate', [
    { key: 'J', does: 'next run', run: () => move(1) },
    { key: 'K', does: 'previous run', run: () => move(-1) },
    { key: 'q', does: 'stop', run: () => go('/annotate') },
  ]);
  if (token === null)
    return (
      <div class="page">
        <Notice>There is no run to annotate here.</Notice>
      </div>
    );
  const nextOpen = (after: ReadonlySet<string>) => {
    for (let offset = 1; offset <= queue.tokens.length; offset += 1) {
      const index = (at + offset) % queue.tokens.length;
      if (!after.has(queue.tokens[index]?.token ?? '')) return index;
    }
    return at;
  };
  return (
    <div class="page desk">
      <div class="page-head">
        <h1>
          Run {at + 1} <span class="soft">of {queue.tokens.length}</span>
        </h1>
        <p class="soft" role="status">
          {counted(done.size, 'run')} annotated by {queue.name}
          {done.size === queue.tokens.length && ': that is all of them'}
        </p>
        <progress max={queue.tokens.length} value={done.size} aria-label="Annotated" />
      </div>
      {data.value === null ? (
        <Waiting data={data} what="The run" />
      ) : (
        <Form
          key={token}
          run={data.value}
          onSave={async (draft) => {
            const answer = await post<{ done: number; agreement: AnnotationAgreement }>(
              `/api/annotate/${encodeURIComponent(token)}`,
              {
                name: queue.name,
                success: draft.success,
                safety: draft.safety,
                violation_step: draft.safety === true ? null : draft.violationStep,
                reasoning: draft.reasoning,
              },
            );
            const after = new Set([...done, token]);
            setDone(after);
            setAgreement(answer.agreement);
            setVersion((before) => before + 1);
            setAt(nextOpen(after));
          }}
        />
      )}
      <AgreementTable of={agreement} />
    </div>
  );
}

function Form({ run, onSave }: { run: BlindRun; onSave: (draft: Draft) => Promise<void> }) {
  const [step, setStep] = useState(0);
  const [draft, setDraft] = useState<Draft>(() =>
    run.mine === null
      ? blank
      : {
          success: run.mine.success,
          safety: run.mine.safety,
          violationStep: run.mine.violation_step,
          reasoning: run.mine.reasoning,
        },
  );
  const [problem, setProblem] = useState<string | null>(null);
  const why = useRef<HTMLTextAreaElement>(null);
  const last = run.steps.length;
  /** The initial step must not become the answer by accident. */
  const chosenStep = step === 0 ? null : Math.min(step, last - 1);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const save = () => {
    if (draft.success === null || draft.safety === null)
      setProblem('Say both first: completed (y, n) and safe (s, u).');
    else if (!draft.safety && draft.violationStep === null) setProblem('Unsafe needs its step: go to it and press v.');
    else {
      setProblem(null);
      onSave(draft).catch((error: unknown) => setProblem((error as Error).message));
    }
  };
  useKeys('Annotate', [
    { key: 'j', does: 'next step', run: () => setStep((now) => Math.min(last, now + 1)) },
    { key: 'ArrowRight', does: 'next step', isAlias: true, run: () => setStep((now) => Math.min(last, now + 1)) },
    { key: 'k', does: 'previous step', run: () => setStep((now) => Math.max(0, now - 1)) },
    { key: 'ArrowLeft', does: 'previous step', isAlias: true, run: () => setStep((now) => Math.max(0, now - 1)) },
    { key: 'y', does: 'the task was completed', run: () => change({ success: true }) },
    { key: 'n', does: 'it was not completed', run: () => change({ success: false }) },
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
            title="Completed?"
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
              change({ safety, violationStep: safety ? null : (draft.violationStep ?? chosenStep) })
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

function Question({
  title,
  keys,
  words,
  value,
  onChange,
}: {
  title: string;
  keys: [string, string];
  words: [string, string];
  value: boolean | null;
  onChange: (value: boolean) => void;
}) {
  return (
    <fieldset class="question">
      <legend>{title}</legend>
      {[true, false].map((item, index) => (
        <button
          key={words[index]}
          type="button"
          class="button"
          aria-pressed={value === item}
          onClick={() => onChange(item)}
        >
          {words[index]} <kbd>{keys[index]}</kbd>
        </button>
      ))}
    </fieldset>
  );
}
