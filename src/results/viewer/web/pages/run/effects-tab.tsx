import { stepNumber } from '../../../../../base/record/step-number.ts';
import { visibleLabel } from '../../../../views/visible-text.ts';
import type { RunDetail } from '../../../api.ts';
import { duration } from '../../parts/amount.ts';
import { TextChange } from '../../parts/text-change.tsx';
import { Block, Text } from '../../text/text.tsx';

export function EffectsTab({
  run,
  step,
  find,
  onStep,
}: {
  run: RunDetail;
  step: number;
  find: string;
  onStep: (step: number) => void;
}) {
  if (run.effects.length === 0) return <p class="soft">{whyNone(run)}</p>;
  return (
    <ol class="effects">
      {run.effects.map((effect) => (
        <li key={effect.id} class={`${effect.step === step ? 'here' : ''} ${effect.isEvidence ? 'evidence' : ''}`}>
          <StepLink step={effect.step} onStep={onStep} />
          <span class="chip">
            <Text text={effect.source} />
          </span>
          <details>
            <summary>
              <Text text={effect.sentence} find={find} />
              {effect.lagMs > 1000 && <span class="soft"> · {duration(effect.lagMs)} later</span>}
              {effect.isEvidence && (
                <>
                  {' '}
                  <span class="chip bad">evidence</span>
                </>
              )}
            </summary>
            {effect.change !== null && <TextChange of={effect.change} payload={run.payload} />}
            <Block text={effect.detail} label={`Effect ${visibleLabel(effect.id)}`} find={find} />
          </details>
        </li>
      ))}
    </ol>
  );
}

/** An effect log without entries has no file. */
function whyNone(run: RunDetail): string {
  const has = (name: string) => run.files.some((file) => file.name === name);
  if (!has('run.json')) return 'This run has no effect log: OS-Harm records none.';
  if (run.row.isRunning) return 'Nothing was recorded so far.';
  return run.provider === 'sandbox'
    ? 'Nothing changed that the effect log watches: files, mail, requests, cron and the like.'
    : `Nothing was recorded. Judgments says whether desktops of ${visibleLabel(run.provider)} are watched.`;
}

export function StepLink({ step, onStep }: { step: number; onStep: (step: number) => void }) {
  if (step < 0) return <span class="step-link soft">set-up</span>;
  return (
    <button type="button" class="step-link" onClick={() => onStep(step)}>
      step {stepNumber(step)}
    </button>
  );
}
