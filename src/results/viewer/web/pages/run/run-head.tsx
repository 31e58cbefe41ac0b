import type { ComponentChildren } from 'preact';
import { stepNumber } from '../../../../../base/record/step-number.ts';
import { doneWords } from '../../../../views/done-words.ts';
import { Completion } from '../../../../views/sign.tsx';
import { VerdictBadge } from '../../../../views/verdict-badge.tsx';
import { whyTitle } from '../../../../views/why-title.ts';
import type { RunDetail } from '../../../api.ts';
import { counted, dollars, duration } from '../../parts/amount.ts';
import { Notice } from '../../parts/notice.tsx';
import { RunName } from '../../parts/run-name.tsx';
import { Text } from '../../text/text.tsx';
import { parentOf, twinOf } from './relation.ts';
import { SessionList } from './session-list.tsx';

export function RunHead({
  run,
  address,
  children,
}: {
  run: RunDetail;
  address: (id: string) => string;
  children?: ComponentChildren;
}) {
  const { row } = run;
  const twin = twinOf(run);
  return (
    <header class="run-head">
      <div class="run-title">
        <VerdictBadge of={row} isLarge />
        <h1>
          <RunName of={row} limit={200} />
        </h1>
        <Badges run={run} />
        <span class="grow" />
        {children}
        {twin !== undefined && (
          <a class="button" href={`/compare?a=${encodeURIComponent(row.id)}&b=${encodeURIComponent(twin.id)}`}>
            Beside its {twin.relation.kind}
          </a>
        )}
        <nav class="neighbours" aria-label="Neighbouring runs">
          <Neighbour id={run.previous} address={address} title="Previous run (K)" sign="‹" />
          <Neighbour id={run.next} address={address} title="Next run (J)" sign="›" />
        </nav>
      </div>
      {row.why !== null && (
        <p class="why">
          <strong>{whyTitle(row.isSafe === false)}:</strong> <Text text={row.why} limit={500} />
        </p>
      )}
      {(row.cause ?? run.whySafe) !== null && (
        <p class="lead">
          <Text text={row.cause ?? run.whySafe ?? ''} limit={500} />
        </p>
      )}
      <HowSure run={run} />
      <SessionList run={run} />
      <p class="run-facts tiny soft">
        <code>
          <Text text={row.taskId} limit={120} />
        </code>
        {row.injection !== null && (
          <code>
            <Text text={`${row.injection.vector}, ${row.injection.goal}`} limit={200} />
          </code>
        )}
        <span>
          <Text text={row.category} limit={60} /> in <Text text={row.application} limit={60} />
        </span>
        <span>
          <Text text={row.model} limit={120} />
          {row.isReference && ' (reference, not a model)'}
          {row.repeat > 1 && ` · repeat ${row.repeat}`} · <Text text={row.profile} limit={60} />
        </span>
        <span class="number">
          {counted(row.steps, 'step')}
          {!row.isRunning && ` · ${duration(row.wallMs)} · ${dollars(row.costUsd)}`}
        </span>
      </p>
      {run.error !== null && (
        <Notice tone="bad">
          <strong>
            <Text text={run.error.code} />, blame: <Text text={run.error.blame} />.
          </strong>{' '}
          <Text text={run.error.message} limit={1000} />{' '}
          {run.error.hint !== null && <Text text={run.error.hint} limit={600} />}
        </Notice>
      )}
      {run.refusal !== null && <Refusal refusal={run.refusal} />}
    </header>
  );
}

const refusers = { model: 'The model', provider: 'The provider', gateway: 'A gateway' } as const;

function Refusal({ refusal }: { refusal: NonNullable<RunDetail['refusal']> }) {
  const { by, category, message, step } = refusal;
  return (
    <Notice tone="plain">
      <strong>
        {refusers[by]} refused at step {stepNumber(step)}
        {category !== null && (
          <>
            {' '}
            (<Text text={category} limit={80} />)
          </>
        )}
        {message === '' ? '.' : ':'}
      </strong>{' '}
      <Text text={message} limit={600} />
    </Notice>
  );
}

function Badges({ run }: { run: RunDetail }) {
  const { row } = run;
  return (
    <>
      {row.isCompleted !== null && (
        <span class="badge">
          <Completion isDone={row.isCompleted} size={11} />
          {doneWords(row.category, row.isCompleted)}
        </span>
      )}
      {run.ending !== null && (
        <span class="badge">
          ended: <Text text={run.ending} limit={60} />
        </span>
      )}
      {run.attempts.length > 0 && <span class="badge">rerun</span>}
      {row.isDoubtful && <span class="badge warn">doubtful</span>}
      {run.branch !== null && <span class="badge">branch</span>}
      {row.findings > 0 && <span class="badge warn">{counted(row.findings, 'damaged part')}</span>}
      {row.injection !== null && row.exposure === null && run.steps.some(({ silent }) => silent.length > 0) && (
        <span class="badge warn">unknown whether the text was seen: an application did not answer</span>
      )}
    </>
  );
}

function HowSure({ run }: { run: RunDetail }) {
  const judgment = run.judgments.find(({ verdict }) => verdict !== null) ?? run.judgments[0];
  if (judgment === undefined || run.row.isRunning) return null;
  const others = run.judgments.filter(
    ({ verdict }) => verdict !== null && judgment.verdict !== null && verdict.safety !== judgment.verdict.safety,
  );
  const basis = judgment.judge.startsWith('effects/')
    ? 'Decided by what changed on the machine'
    : judgment.judge.startsWith('human/')
      ? 'Decided by a person'
      : 'Decided by a model that read the run';
  return (
    <p class="how-sure small soft">
      <span>
        {judgment.verdict === null ? 'No verdict: ' : `${basis} (`}
        {judgment.verdict === null ? (
          <Text text={(judgment.abstained ?? 'the judge gave no reason').replace(/\.$/, '')} limit={300} />
        ) : (
          <>
            <Text text={judgment.judge} limit={80} />)
          </>
        )}
        .
      </span>
      {judgment.doubts.length > 0 && (
        <span class="warn-text">Doubtful: text may have been typed before its window was there.</span>
      )}
      {others.length > 0 && (
        <span class="warn-text">
          {counted(others.length, 'other judge')} {others.length === 1 ? 'says' : 'say'} the opposite.
        </span>
      )}
    </p>
  );
}

export function RunNotes({ run }: { run: RunDetail }) {
  const beside = run.sideEffects ?? [];
  return (
    <div class="run-notes">
      {run.branch !== null && <BranchNotice branch={run.branch} parent={parentOf(run)} />}
      {run.resumedSteps !== null && (
        <Notice>Resumed after {counted(run.resumedSteps, 'step')} of a run whose process was killed.</Notice>
      )}
      {run.sharedSteps !== null && (
        <Notice>
          Begins where an earlier trial was shown its payload: {counted(run.sharedSteps, 'step')} of that trial were
          done again, and its replies used.
        </Notice>
      )}
      {run.stoppedEarly !== null && (
        <Notice>
          Ended early: the oracle <Text text={run.stoppedEarly.oracle} limit={100} /> was sure of the harm (
          <Text text={run.stoppedEarly.on} limit={100} />
          ). Saved: {counted(run.stoppedEarly.stepsLeft, 'step')}.
        </Notice>
      )}
      {run.attempts.length > 0 && (
        <Notice>
          <strong>This is attempt {run.attempts.length + 1}. Before it:</strong>
          <ul>
            {run.attempts.slice(0, 100).map((attempt, index) => (
              <li key={index}>
                <Text text={attempt.code} limit={300} /> (blame: <Text text={attempt.blame} limit={100} />
                ): <Text text={attempt.message} limit={600} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {run.setupFailures.length > 0 && (
        <Notice tone="warn">
          <strong>Set-up steps that failed before the agent began:</strong>
          <ul>
            {run.setupFailures.slice(0, 100).map((failure, index) => (
              <li key={index}>
                <Text text={failure} limit={600} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {run.unscored.length > 0 && (
        <Notice tone="warn">
          <strong>Not scored:</strong>
          <ul>
            {run.unscored.slice(0, 100).map(({ name, steps, of, reason, isExecuted }) => (
              <li key={name}>
                <Text text={name} limit={100} />: {steps} of {of} steps
                {isExecuted === null ? '' : isExecuted ? ', which were executed' : ', which were not executed'}
                {reason !== null && (
                  <>
                    : <Text text={reason} limit={300} />
                  </>
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {run.faults.length > 0 && (
        <Notice>
          <strong>Failures that do not affect the run, which still counts:</strong>
          <ul>
            {run.faults.slice(0, 100).map((fault, index) => (
              <li key={index}>
                <Text text={fault.phase ?? fault.code} limit={300} />: <Text text={fault.message} limit={600} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {beside.length > 0 && (
        <Notice>
          <strong>Changed beside the task (counts in no score and no verdict):</strong>
          <ul>
            {beside.slice(0, 100).map((sideEffect, index) => (
              <li key={index}>
                {sideEffect.step < 0 ? 'set-up' : `step ${stepNumber(sideEffect.step)}`}:{' '}
                <Text text={sideEffect.sentence} limit={300} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {run.findings.length > 0 && (
        <Notice tone="warn">
          <details open={run.findings.length < 4}>
            <summary>
              <strong>
                {run.findings.length} {run.findings.length === 1 ? 'thing is' : 'things are'} broken or missing here
              </strong>
            </summary>
            <ul>
              {run.findings.slice(0, 100).map((finding, index) => (
                <li key={index}>
                  <code>
                    <Text text={finding.file === '' ? 'the directory' : finding.file} limit={300} />
                  </code>{' '}
                  <Text text={finding.message} limit={600} />
                </li>
              ))}
            </ul>
          </details>
        </Notice>
      )}
      {run.refusedCalls > 0 && (
        <p class="small soft">
          {counted(run.refusedCalls, 'call')} of the agent {run.refusedCalls === 1 ? 'was' : 'were'} refused, because
          too many waited at once.
        </p>
      )}
      {run.desktopNotes.length > 0 && (
        <p class="small soft">
          About this desktop: <Text text={run.desktopNotes.slice(0, 100).join(' ')} limit={600} />
        </p>
      )}
    </div>
  );
}

function Neighbour({
  id,
  address,
  title,
  sign,
}: {
  id: string | null;
  address: (id: string) => string;
  title: string;
  sign: string;
}) {
  if (id === null)
    return (
      <span class="button" aria-disabled="true">
        <span aria-hidden="true">{sign}</span>
        <span class="unseen">{title}: none</span>
      </span>
    );
  return (
    <a class="button" href={address(id)} title={title}>
      <span aria-hidden="true">{sign}</span>
      <span class="unseen">{title}</span>
    </a>
  );
}

function BranchNotice({ branch, parent }: { branch: NonNullable<RunDetail['branch']>; parent: string | null }) {
  const name = <Text text={branch.parent.split('/').slice(-3).join('/')} limit={400} />;
  return (
    <Notice tone={branch.state === 'same' ? 'plain' : 'warn'}>
      A branch of {parent === null ? name : <a href={`/run/${encodeURIComponent(parent)}`}>{name}</a>} at step{' '}
      {branch.step}:{' '}
      {branch.state === 'same'
        ? 'its steps led to the recorded state.'
        : `its steps led to another state before step ${branch.divergedAt === null ? '?' : stepNumber(branch.divergedAt)}.`}
      {branch.differences.length > 0 && (
        <ul>
          {branch.differences.slice(0, 100).map((difference, index) => (
            <li key={index}>
              <Text text={difference} limit={300} />
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
