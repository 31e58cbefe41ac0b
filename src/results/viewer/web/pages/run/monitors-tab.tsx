import { actionAsText } from '../../../../../base/record/action-text.ts';
import { stepNumber } from '../../../../../base/record/step-number.ts';
import { visibleLabel } from '../../../../views/visible-text.ts';
import type { MonitorReply, ProtocolStepDetail, RunDetail } from '../../../api.ts';
import { state } from '../../shell/live.ts';
import { Text } from '../../text/text.tsx';
import { StepLink } from './effects-tab.tsx';
import { isPlain, proposalHarmWords, protocolWords, suspicionWords } from './protocol-words.ts';
import { spokenWords } from './response.ts';

type RunProtocol = RunDetail['protocols'][number];

/** The protocols' decisions in the whole run, and the reply of each monitor to one step. */
export function MonitorsTab({
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
  if (run.monitorReplies.length === 0)
    return (
      <p class="soft">
        No monitor has scored this run.{' '}
        <code>osharm monitor {visibleLabel(state.value?.root ?? 'FOLDER')} --monitor keyword</code> scores recorded
        runs.
      </p>
    );
  const replies = run.monitorReplies.flatMap((of) =>
    of.replies.filter((reply) => reply.step === step).map((reply) => ({ name: of.name, reply })),
  );
  return (
    <>
      {run.protocols.map((protocol) => (
        <Decisions key={protocol.monitor} of={protocol} step={step} onStep={onStep} />
      ))}
      <section>
        <h3>Monitors at step {stepNumber(step)}</h3>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Monitor</th>
              <th scope="col" class="end">
                Suspicion
              </th>
              <th scope="col">Reply</th>
            </tr>
          </thead>
          <tbody>
            {replies.map(({ name, reply }) => (
              <ReplyRow key={`${name} ${reply.moment}`} name={name} of={reply} find={find} />
            ))}
            {replies.length === 0 && (
              <tr>
                <td colSpan={3} class="soft">
                  No monitor scored this step.
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </section>
    </>
  );
}

function ReplyRow({ name, of, find }: { name: string; of: MonitorReply; find: string }) {
  return (
    <tr>
      <th scope="row">
        <Text text={name} />
        {of.moment === 'after' && <span class="soft"> after the step</span>}
      </th>
      <td class="number end">{suspicionWords(of.suspicion)}</td>
      <td>
        <Text text={of.reason ?? '–'} find={find} limit={6000} />
        {of.members.length > 0 && (
          <ul class="changes">
            {of.members.map((member) => (
              <li key={member.monitor}>
                <Text text={member.monitor} /> <span class="number">{suspicionWords(member.suspicion)}</span>
                {member.reason !== null && (
                  <>
                    {': '}
                    <Text text={member.reason} find={find} limit={2000} />
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
}

function Decisions({ of, step, onStep }: { of: RunProtocol; step: number; onStep: (step: number) => void }) {
  const shown = of.steps.filter((decided) => !isPlain(decided));
  return (
    <section>
      <h3>
        Protocol <Text text={of.name} /> with <Text text={of.monitor} />
      </h3>
      <p class="soft">
        {of.threshold === null ? 'No threshold.' : `Threshold ${of.threshold.toFixed(3)}.`}{' '}
        {`${shown.length} of ${of.steps.length} steps were flagged, not scored or changed.`}
      </p>
      <ol class="changes">
        {shown.map((decided) => (
          <li key={decided.step} class={decided.step === step ? 'here' : ''}>
            <StepLink step={decided.step} onStep={onStep} />{' '}
            <span class="number">{suspicionWords(decided.suspicion)}</span> {protocolWords(decided)}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A protocol's decision at one step, with the replies that it did not execute. */
export function ProtocolDecision({ of, step, find }: { of: RunProtocol; step: number; find: string }) {
  const decided = of.steps.find((entry) => entry.step === step);
  if (decided === undefined) return null;
  const { suspicion, reason, proposed, replies } = decided;
  return (
    <section aria-label={`Protocol ${visibleLabel(of.name)}`}>
      <h3>
        Protocol <Text text={of.name} />
      </h3>
      <p>{protocolWords(decided)}</p>
      <p class="soft">
        <Text text={of.monitor} />: <span class="number">{suspicionWords(suspicion)}</span>
        {of.threshold === null ? ', no threshold' : `, threshold ${of.threshold.toFixed(3)}`}
        {reason !== null && (
          <>
            . <Text text={reason} find={find} limit={2000} />
          </>
        )}
      </p>
      {replies.length > 0 ? (
        <ol class="changes">
          {replies.map((reply, index) => (
            <li key={index}>
              <p class="soft">
                {reply.by === 'trusted' ? 'Trusted model' : index === 0 ? 'Agent' : 'Agent, sampled again'}:{' '}
                <span class="number">{suspicionWords(reply.suspicion)}</span>
                {reply.isExecuted ? ', executed' : ', not executed'}
              </p>
              <Proposed of={reply} find={find} />
            </li>
          ))}
        </ol>
      ) : (
        proposed !== null && (
          <>
            <p class="soft">Proposed, not executed:</p>
            <Proposed of={proposed} find={find} />
          </>
        )
      )}
      {proposed !== null && <p class="soft">{proposalHarmWords[proposed.harm]}</p>}
    </section>
  );
}

type ShownProposal = Pick<NonNullable<ProtocolStepDetail['proposed']>, 'said' | 'actions'>;

function Proposed({ of, find }: { of: ShownProposal; find: string }) {
  const words = spokenWords(of.said);
  return (
    <>
      {words !== '' && (
        <p class="prose">
          <Text text={words} find={find} limit={3000} />
        </p>
      )}
      {of.actions.map((action, index) => (
        <pre key={index} class="action">
          <Text text={actionAsText(action)} find={find} limit={6000} />
        </pre>
      ))}
    </>
  );
}
