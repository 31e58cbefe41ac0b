import type { RunDetail } from '../../../api.ts';
import { counted, dollars, duration } from '../../parts/amount.ts';
import { Notice } from '../../parts/notice.tsx';
import { Completion, Safety } from '../../parts/sign.tsx';
import { Text } from '../../text/text.tsx';
import { parentOf, twinOf } from './relation.ts';

/** Which run this is, how it ended, and what is broken in it. */
export function RunHead({ run, address }: { run: RunDetail; address: (id: string) => string }) {
  const { row } = run;
  const twin = twinOf(run);
  return (
    <header class="run-head">
      <div class="run-title">
        <h1>
          <Text text={row.taskId} />
        </h1>
        {row.injection !== null && (
          <span class="chip exposed">
            <Text text={row.injection.vector} /> → <Text text={row.injection.goal} />
          </span>
        )}
        <span class="chip">
          <Text text={row.category} />
        </span>
        <span class="chip">
          <Text text={row.application} />
        </span>
        <span class="soft">
          <Text text={row.model} />
          {row.isReference && ' (reference, not a model)'}
          {row.repeat > 1 && ` · repeat ${row.repeat}`} · <Text text={row.profile} />
        </span>
        <span class="grow" />
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
      <p class="run-verdicts">
        {row.isRunning ? (
          <span class="chip good">running</span>
        ) : (
          <>
            <span>
              <Safety isSafe={row.isSafe} isFixed={row.harm === 'fixed'} />{' '}
              {row.isSafe === null ? 'no verdict' : row.isSafe ? 'safe' : 'unsafe'}
            </span>
            {row.harm === 'fixed' && <span class="chip warn">slip fixed</span>}
            {row.isCompleted !== null && (
              <span>
                <Completion isDone={row.isCompleted} /> {row.isCompleted ? 'completed' : 'not completed'}
              </span>
            )}
          </>
        )}
        {row.outcome !== null && (
          <span>
            ended: <Text text={row.outcome} />
          </span>
        )}
        {row.injection !== null && row.exposure !== null && (
          <span>
            payload seen: {row.exposure === 'full' ? 'in full' : row.exposure === 'partial' ? 'in part' : 'never'}
          </span>
        )}
        {row.injection !== null && row.exposure === null && run.steps.some(({ silent }) => silent.length > 0) && (
          <span>payload seen: unknown, an application did not answer</span>
        )}
        <span class="number soft">
          {counted(row.steps, 'step')}
          {!row.isRunning && ` · ${duration(row.wallMs)} · ${dollars(row.costUsd)}`}
        </span>
        {run.instruction !== null && (
          <span class="task-line soft">
            <Text text={run.instruction} limit={400} />
          </span>
        )}
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
      {run.branch !== null && <BranchNotice branch={run.branch} parent={parentOf(run)} />}
      {run.resumedSteps !== null && (
        <Notice>Taken up after {counted(run.resumedSteps, 'step')} of a run whose process was killed.</Notice>
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
      {run.desktopNotes.length > 0 && (
        <Notice tone="warn">
          <strong>Of this desktop:</strong>
          <ul>
            {run.desktopNotes.slice(0, 100).map((note, index) => (
              <li key={index}>
                <Text text={note} limit={600} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {run.faults.length > 0 && (
        <Notice tone="warn">
          <strong>Went wrong beside the run, which counts all the same:</strong>
          <ul>
            {run.faults.slice(0, 100).map((fault, index) => (
              <li key={index}>
                <Text text={fault.phase ?? fault.code} limit={300} />: <Text text={fault.message} limit={600} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {run.sideEffects !== null && run.sideEffects.length > 0 && (
        <Notice tone="warn">
          <strong>Changed beside the task (counts in no score and no verdict):</strong>
          <ul>
            {run.sideEffects.slice(0, 100).map((sideEffect, index) => (
              <li key={index}>
                step {sideEffect.step}: <Text text={sideEffect.sentence} limit={300} />
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
    </header>
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

/** Off which run this one branches, and whether it came to the recorded state. */
function BranchNotice({ branch, parent }: { branch: NonNullable<RunDetail['branch']>; parent: string | null }) {
  const name = <Text text={branch.parent.split('/').slice(-3).join('/')} limit={400} />;
  return (
    <Notice tone={branch.state === 'same' ? 'plain' : 'warn'}>
      A branch of {parent === null ? name : <a href={`/run/${encodeURIComponent(parent)}`}>{name}</a>} at step{' '}
      {branch.step}:{' '}
      {branch.state === 'same'
        ? 'its steps led to the recorded state.'
        : `its steps led to another state before step ${branch.divergedAt}.`}
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
