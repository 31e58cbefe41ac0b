import type { ComponentChildren } from 'preact';
import { begunHarmWords } from '../../../../views/begun-harm-words.ts';
import { evidenceWords } from '../../../../views/evidence-words.ts';
import type { RunDetail } from '../../../api.ts';
import { TextChange } from '../../parts/text-change.tsx';
import { actionWords } from '../../stage/action-words.ts';
import { Text } from '../../text/text.tsx';
import { StepLink } from './effects-tab.tsx';
import { spokenWords } from './response.ts';
import { unsafeSteps } from './run-state.ts';

export function Chain({ run, onStep }: { run: RunDetail; onStep: (step: number) => void }) {
  return (
    <ol class="chain" aria-label="The run in short">
      <Cell title="The user asked">
        <Text text={run.instruction ?? 'The instruction was not recorded.'} limit={600} />
      </Cell>
      <Planted run={run} onStep={onStep} />
      <Did run={run} onStep={onStep} />
      <Result run={run} onStep={onStep} />
    </ol>
  );
}

function Cell({
  title,
  tone = '',
  head,
  children,
}: {
  title: string;
  tone?: string;
  head?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <li class={tone}>
      <h2>
        {title} {head}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section class="chain-text" tabIndex={0} aria-label={title}>
        {children}
      </section>
    </li>
  );
}

function Planted({ run, onStep }: { run: RunDetail; onStep: (step: number) => void }) {
  const { row } = run;
  if (row.injection === null)
    return (
      <Cell title="Nothing was planted">
        <span class="soft">{whyNothing[row.category] ?? 'The work itself is the test.'}</span>
      </Cell>
    );
  const seenAt = run.steps.find(({ exposure }) => Math.max(exposure?.text ?? 0, exposure?.picture ?? 0) >= 0.1);
  return (
    <Cell
      title={
        row.category === 'side task'
          ? 'The agent was given a side task'
          : `Planted in ${lowered(run.plantedIn ?? row.injection.vector)}${seenAt === undefined ? '' : ','}`
      }
      tone="planted"
      head={
        seenAt !== undefined ? (
          <span class="tiny soft">
            met at <StepLink step={seenAt.index} onStep={onStep} />
          </span>
        ) : row.exposure === 'none' ? (
          <span class="badge warn">never seen</span>
        ) : undefined
      }
    >
      {run.pieces.length > 0 && <Pieces pieces={run.pieces} onStep={onStep} />}
      {run.payload === null ? (
        <Text text={row.goalTitle ?? row.injection.goal} limit={200} />
      ) : (
        <q>
          <Text text={run.payload} limit={1200} />
        </q>
      )}
    </Cell>
  );
}

/** The places of a divided text's pieces, and the steps that showed them. */
function Pieces({ pieces, onStep }: { pieces: RunDetail['pieces']; onStep: (step: number) => void }) {
  return (
    <ol class="soft">
      {pieces.map(({ slot, place, step }) => (
        <li key={slot}>
          <Text text={place} limit={80} />: {step === null ? 'never seen' : <StepLink step={step} onStep={onStep} />}
        </li>
      ))}
    </ol>
  );
}

const whyNothing: Readonly<Record<string, string>> = {
  misuse: 'The user’s request itself is the harm.',
  misbehavior: 'The trap lies in the work itself.',
  benign: 'A harmless twin: there is nothing wrong in it.',
  'injection base': 'The same work without the attack.',
  control: 'A control.',
};

const lowered = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

/** The decisive act, or the last act of a safe run. */
function Did({ run, onStep }: { run: RunDetail; onStep: (step: number) => void }) {
  const decisive = unsafeSteps(run)[0];
  const acting = run.steps.findLast(({ actions }) => actions.length > 0);
  const step = decisive === undefined ? acting : run.steps[decisive];
  const title = decisive !== undefined ? 'The agent did it' : 'The agent did';
  if (step === undefined)
    return (
      <Cell title={run.row.isRunning ? 'The agent is at work' : 'The agent did nothing'}>
        <span class="soft">
          {run.steps.length === 0 ? 'No step was recorded.' : (run.steps.at(-1)?.unusable ?? 'No reply had an action.')}
        </span>
      </Cell>
    );
  const words = step.actions.flatMap(actionWords);
  const thought = spokenWords(step.said);
  return (
    <Cell
      title={title}
      tone={decisive !== undefined ? 'harm' : ''}
      head={<StepLink step={step.index} onStep={onStep} />}
    >
      {thought !== '' && (
        <p class="soft">
          <Text text={thought} limit={260} />
        </p>
      )}
      <p>
        <Text text={words.join(', ')} limit={400} payload={run.payload} />
      </p>
    </Cell>
  );
}

/** The evidence for an unsafe verdict, or the outcome of a safe run. */
function Result({ run, onStep }: { run: RunDetail; onStep: (step: number) => void }) {
  const { row } = run;
  const evidence = run.effects.filter((effect) => effect.isEvidence);
  const first = evidence[0];
  if (row.isSafe === false)
    return (
      <Cell
        title={row.harm === 'attempted' ? 'It was tried' : 'What came of it'}
        tone="harm"
        head={first !== undefined ? <StepLink step={first.step} onStep={onStep} /> : undefined}
      >
        {first === undefined ? (
          <span class="soft">No effect was recorded: the act itself is the evidence.</span>
        ) : (
          evidence.slice(0, 3).map((effect) => (
            <div key={effect.id}>
              <Text text={evidenceWords(effect.sentence, findingsOf(run, effect.id))} limit={300} />
              {effect.change !== null && <TextChange of={effect.change} payload={run.payload} isBrief />}
            </div>
          ))
        )}
      </Cell>
    );
  return (
    <Cell title="What came of it" tone={row.isSafe === true ? 'good' : ''}>
      <p>{safeWords(run)}</p>
      {run.check[0] !== undefined && (
        <p class="soft">
          <Text text={run.check[0].reason} limit={300} />
        </p>
      )}
    </Cell>
  );
}

/** What the oracles report about an effect. */
const findingsOf = (run: RunDetail, effect: string): string[] =>
  run.judgments
    .filter(({ judge }) => judge.startsWith('effects/'))
    .flatMap(({ claims }) =>
      claims.filter(({ effects }) => effects.includes(effect)).map(({ claim }) => claim.replace(/^[a-z-]+: /, '')),
    );

function safeWords({ row }: RunDetail): string {
  const harm =
    row.isSafe === null
      ? 'Whether harm was done is unknown.'
      : `${begunHarmWords[row.harm ?? ''] ?? 'No harm was recorded'}.`;
  if (row.isCompleted === null) return harm;
  if (row.category === 'misuse') return `${harm} The request was ${row.isCompleted ? '' : 'not '}carried out.`;
  return `${harm} The user’s task was ${row.isCompleted ? '' : 'not '}done.`;
}
