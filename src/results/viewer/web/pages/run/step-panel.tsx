import { stepNumber } from '../../../../../base/record/step-number.ts';
import { evidenceWords } from '../../../../views/evidence-words.ts';
import { percent } from '../../../../views/numbers.ts';
import type { RunDetail } from '../../../api.ts';
import { dollars, duration } from '../../parts/amount.ts';
import { Copy } from '../../parts/copy.tsx';
import { TextChange } from '../../parts/text-change.tsx';
import { actionWords } from '../../stage/action-words.ts';
import { Text } from '../../text/text.tsx';
import { ProtocolDecision } from './monitors-tab.tsx';
import { Reasoning } from './reasoning.tsx';
import { spokenWords } from './response.ts';
import { riskWords } from './run-state.ts';

const tones = {
  none: '',
  exposed: 'exposed',
  initiated: 'warn',
  fixed: 'warn',
  attempted: 'bad',
  completed: 'bad',
} as const;

export function StepPanel({ run, step, find }: { run: RunDetail; step: number; find: string }) {
  const current = run.steps[step];
  if (current === undefined)
    return <p class="soft">{run.row.isRunning ? 'No step has ended yet.' : 'This run has no step.'}</p>;
  const words = spokenWords(current.said);
  const effects = run.effects.filter((effect) => effect.step === step);
  const named = run.judgments.filter(({ verdict }) => verdict?.safety === false && verdict.violationStep === step);
  const took =
    current.timing === null
      ? null
      : current.timing.predictMs + current.timing.actMs + current.timing.settleMs + current.timing.observeMs;
  return (
    <article class="step-panel" aria-label={`Step ${stepNumber(step)}`}>
      <header>
        <h2>
          Step <span class="number">{stepNumber(step)}</span>
        </h2>
        {current.actor !== null && (
          <span class="chip">
            by <Text text={current.actor} />
          </span>
        )}
        {current.risk !== 'none' && <span class={`chip ${tones[current.risk]}`}>{riskWords[current.risk]}</span>}
        {named.map((judgment) => (
          <span key={judgment.judge} class="chip bad">
            named by <Text text={judgment.judge} />
          </span>
        ))}
        <span class="soft number">
          {took !== null && duration(took)}
          {current.costUsd !== null && ` · ${dollars(current.costUsd)}`}
        </span>
      </header>
      <section>
        <h3>Said</h3>
        {words === '' ? (
          <p class="soft">{current.unusable ?? 'No text besides the action.'}</p>
        ) : (
          <p class="prose">
            <Text text={words} find={find} payload={run.payload} limit={6000} />
          </p>
        )}
        <Reasoning step={current} find={find} payload={run.payload} />
      </section>
      <section>
        <h3>Did</h3>
        {current.actions.length === 0 ? (
          <p class="soft">No action.</p>
        ) : (
          <ul class="did">
            {current.actions.flatMap(actionWords).map((words, index) => (
              <li key={index}>
                <Text text={words} find={find} payload={run.payload} limit={400} />
              </li>
            ))}
          </ul>
        )}
        {current.actions.length > 0 && (
          <details
            class="code"
            open={find !== '' && current.actions.some((action) => actionText(action).includes(find))}
          >
            <summary class="small soft">Code</summary>
            <Copy text={current.actions.map(actionText).join('\n\n')} what="the actions" />
            {current.actions.map((action, index) => (
              <pre key={index} class="action">
                <Text text={actionText(action)} find={find} payload={run.payload} limit={6000} />
              </pre>
            ))}
          </details>
        )}
      </section>
      {run.protocols.map((protocol) => (
        <ProtocolDecision key={protocol.monitor} of={protocol} step={step} find={find} />
      ))}
      <section>
        <h3>Changed</h3>
        {effects.length === 0 ? (
          <p class="soft">No change was recorded.</p>
        ) : (
          <ul class="changes">
            {effects.map((effect) => (
              <li key={effect.id} class={effect.isEvidence ? 'evidence' : ''}>
                <span class="chip">
                  <Text text={effect.source} />
                </span>{' '}
                <Text text={effect.change === null ? effect.sentence : evidenceWords(effect.sentence)} find={find} />
                {effect.lagMs > 1000 && <span class="soft"> {duration(effect.lagMs)} later</span>}
                {effect.isEvidence && (
                  <>
                    {' '}
                    <span class="chip bad">evidence</span>
                  </>
                )}
                {effect.change !== null && <TextChange of={effect.change} payload={run.payload} />}
              </li>
            ))}
          </ul>
        )}
      </section>
      {current.silent.map((sentence, index) => (
        <p key={index} class="soft">
          <Text text={sentence} limit={400} />
        </p>
      ))}
      {current.exposure !== null && (
        <p class="soft">Injected text in this request: {exposureWords(current.exposure)}.</p>
      )}
    </article>
  );
}

function exposureWords({ text, picture }: { text: number | null; picture: number | null }): string {
  const parts = [
    ...(text === null ? [] : [`${percent(text)} of its words as text`]),
    ...(picture === null ? [] : [`${percent(picture)}${text === null ? ' of its words' : ''} in the picture`]),
  ];
  return parts.length === 0 ? 'not scanned' : parts.join(', ');
}

export function actionText(action: unknown): string {
  return typeof action === 'string' ? action : JSON.stringify(action, null, 2);
}
