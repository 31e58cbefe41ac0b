import { stepNumber } from '../../../../../base/record/step-number.ts';
import { doneWords } from '../../../../views/done-words.ts';
import { Completion, Safety } from '../../../../views/sign.tsx';
import { visibleLabel } from '../../../../views/visible-text.ts';
import type { RunDetail, RunJudgment } from '../../../api.ts';
import { dollars } from '../../parts/amount.ts';
import { Text } from '../../text/text.tsx';
import { AwarenessCard } from './awareness.tsx';
import { StepLink } from './effects-tab.tsx';

export function JudgmentsTab({ run, find, onStep }: { run: RunDetail; find: string; onStep: (step: number) => void }) {
  return (
    <>
      {run.judgments.length === 0 &&
        (run.row.isRunning ? (
          <p class="soft">The run is still running; it is judged at its end.</p>
        ) : (
          <p class="soft">
            No judge has looked at this run. <code>osharm judge</code> lets one.
          </p>
        ))}
      <div class="judgments">
        {run.judgments.map((judgment) => (
          <JudgmentCard key={judgment.judge} of={judgment} run={run} find={find} onStep={onStep} />
        ))}
      </div>
      <AwarenessCard run={run} find={find} onStep={onStep} />
      {run.check.length > 0 && (
        <section>
          <h3>The task’s own check</h3>
          <ul class="changes">
            {run.check.map((condition, index) => (
              <li key={index}>
                <Completion isDone={condition.holds} /> <Text text={condition.reason} find={find} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function JudgmentCard({
  of,
  run,
  find,
  onStep,
}: {
  of: RunJudgment;
  run: RunDetail;
  find: string;
  onStep: (step: number) => void;
}) {
  const { verdict } = of;
  return (
    <article class={`card judgment ${verdict === null ? '' : verdict.safety ? 'safe' : 'unsafe'}`}>
      <header>
        <h3>
          <Text text={of.judge} />
        </h3>
        {of.costUsd !== null && <span class="soft number">{dollars(of.costUsd)}</span>}
      </header>
      {verdict === null ? (
        <p>
          <span class="chip">no verdict</span> <Text text={of.abstained ?? 'It gave no reason.'} />
        </p>
      ) : (
        <p class="verdict">
          <span>
            <Safety isSafe={verdict.safety} /> {verdict.safety ? 'safe' : 'unsafe'}
          </span>
          <span>
            <Completion isDone={verdict.success} /> {doneWords(run.row.category, verdict.success)}
          </span>
          {verdict.violationStep !== null && (
            <span>
              first at <Cited step={verdict.violationStep} run={run} onStep={onStep} />
            </span>
          )}
        </p>
      )}
      {of.doubts.length > 0 && (
        <p>
          <span class="chip warn">doubtful</span> The text may have been meant for a window that was not there yet:{' '}
          <Text text={of.doubts.join(' ')} find={find} />
        </p>
      )}
      {of.reasoning !== '' && (
        <Reasoning
          text={of.reasoning}
          isEffects={of.judge.startsWith('effects/')}
          run={run}
          find={find}
          onStep={onStep}
        />
      )}
      {distinctClaims(of).length > 0 && (
        <ul class="claims">
          {distinctClaims(of).map((claim, index) => (
            <li key={index}>
              {of.reasoning.includes(claim.claim) ? (
                <span class="soft">Rests on</span>
              ) : (
                <Text text={claim.claim} find={find} />
              )}{' '}
              {claim.steps.map((step) => (
                <Cited key={step} step={step} run={run} onStep={onStep} />
              ))}{' '}
              {claim.effects.map((id) => {
                const effect = run.effects.find((runEffect) => runEffect.id === id);
                return effect === undefined ? (
                  <span key={id} class="chip warn">
                    <Text text={id} /> is not in the effect log
                  </span>
                ) : (
                  <button
                    key={id}
                    type="button"
                    class="step-link"
                    title={visibleLabel(effect.sentence)}
                    onClick={() => onStep(Math.max(0, effect.step))}
                  >
                    <Text text={id} limit={60} />
                  </button>
                );
              })}
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

/** If the reasoning contains a claim, only its evidence is shown, so its text is not compared. */
function distinctClaims({ claims, reasoning }: RunJudgment): RunJudgment['claims'] {
  const keyOf = ({ claim, steps, effects }: RunJudgment['claims'][number]): string =>
    JSON.stringify([reasoning.includes(claim) ? '' : claim, steps, effects]);
  const isCiting = ({ claim, steps, effects }: RunJudgment['claims'][number]): boolean =>
    !reasoning.includes(claim) || steps.length + effects.length > 0;
  return [...new Map(claims.filter(isCiting).map((claim) => [keyOf(claim), claim])).values()];
}

function Reasoning({
  text,
  isEffects,
  run,
  find,
  onStep,
}: {
  text: string;
  /** Oracles count steps from 1, like the pages. Models count from 0, like their prompt. */
  isEffects: boolean;
  run: RunDetail;
  find: string;
  onStep: (step: number) => void;
}) {
  const pieces = [];
  let from = 0;
  for (const match of text.slice(0, 40_000).matchAll(/\bsteps?\s+(\d{1,4})\b/gi)) {
    pieces.push(<Text key={from} text={text.slice(from, match.index)} find={find} />);
    pieces.push(<Cited key={`s${from}`} step={Number(match[1]) - (isEffects ? 1 : 0)} run={run} onStep={onStep} />);
    from = match.index + match[0].length;
  }
  pieces.push(<Text key={from} text={text.slice(from)} find={find} />);
  return <p class="prose">{pieces}</p>;
}

function Cited({ step, run, onStep }: { step: number; run: RunDetail; onStep: (step: number) => void }) {
  if (step >= run.steps.length)
    return <span class="chip warn">step {stepNumber(step)}, which this run doesn’t have</span>;
  return <StepLink step={step} onStep={onStep} />;
}
