import { stepNumber } from '../../../../../base/record/step-number.ts';
import { count } from '../../../../views/numbers.ts';
import type { RunDetail, RunStep } from '../../../api.ts';
import { dollars, duration } from '../../parts/amount.ts';
import { Text } from '../../text/text.tsx';

const parts = [
  ['predictMs', 'model'],
  ['actMs', 'acting'],
  ['settleMs', 'settling'],
  ['observeMs', 'observing'],
  ['collectMs', 'effects'],
  ['harnessMs', 'our own work'],
] as const;

export function CostTab({ run, step, onStep }: { run: RunDetail; step: number; onStep: (step: number) => void }) {
  const longest = Math.max(1, ...run.steps.map(total));
  const isTimed = run.steps.some((runStep) => runStep.timing !== null);
  return (
    <div class="two">
      <section>
        <h3>By step</h3>
        {!isTimed ? (
          <p class="soft">This run has no times.</p>
        ) : (
          <>
            <ul class="legend">
              {parts.map(([, name], index) => (
                <li key={name}>
                  <span class={`swatch part-${index}`} /> {name}
                </li>
              ))}
            </ul>
            <ol class="times">
              {run.steps.map((runStep) => (
                <li key={runStep.index} class={runStep.index === step ? 'here' : ''}>
                  <button type="button" class="step-link" onClick={() => onStep(runStep.index)}>
                    step {stepNumber(runStep.index)}
                  </button>
                  <TimeBar of={runStep} longest={longest} />
                  <span class="number soft">
                    {duration(total(runStep))}
                    {runStep.costUsd !== null && ` · ${dollars(runStep.costUsd)}`}
                  </span>
                </li>
              ))}
            </ol>
          </>
        )}
      </section>
      <section>
        <h3>In all</h3>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Who asked</th>
              <th scope="col" class="end">
                Calls
              </th>
              <th scope="col" class="end">
                Tokens in
              </th>
              <th scope="col" class="end">
                Tokens out
              </th>
              <th scope="col" class="end">
                Cost
              </th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(run.spent).map(([role, spent]) => (
              <tr key={role}>
                <th scope="row">
                  <Text text={role} />
                </th>
                <td class="number end">{count(spent.calls)}</td>
                <td class="number end">{spent.inputTokens === null ? 'unknown' : count(spent.inputTokens)}</td>
                <td class="number end">{spent.outputTokens === null ? 'unknown' : count(spent.outputTokens)}</td>
                <td class="number end">{dollars(spent.costUsd)}</td>
              </tr>
            ))}
            {Object.keys(run.spent).length === 0 && (
              <tr>
                <td colSpan={5} class="soft">
                  No model was called, or usage was not recorded.
                </td>
              </tr>
            )}
          </tbody>
        </table>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Phase</th>
              <th scope="col" class="end">
                Time
              </th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(run.phases).map(([phase, ms]) => (
              <tr key={phase}>
                <th scope="row">
                  <Text text={phase} />
                </th>
                <td class="number end">{duration(ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function TimeBar({ of, longest }: { of: RunStep; longest: number }) {
  let at = 0;
  const { timing } = of;
  return (
    <svg class="time-bar" viewBox="0 0 1000 14" preserveAspectRatio="none" role="img" aria-label={describe(of)}>
      {timing !== null &&
        parts.map(([key], index) => {
          const width = (timing[key] / longest) * 1000;
          at += width;
          return <rect key={key} class={`part-${index}`} x={at - width} y="0" width={width} height="14" />;
        })}
    </svg>
  );
}

function describe({ timing }: RunStep): string {
  if (timing === null) return 'no times';
  return parts.map(([key, name]) => `${name} ${duration(timing[key])}`).join(', ');
}

function total({ timing }: RunStep): number {
  return timing === null ? 0 : parts.reduce((sum, [key]) => sum + timing[key], 0);
}
