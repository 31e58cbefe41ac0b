import { useState } from 'preact/hooks';
import { visibleLabel } from '../../../views/visible-text.ts';
import { Text } from '../text/text.tsx';
import { tell, tryState } from './client.ts';

export function StepsPanel() {
  const task = tryState.value?.task ?? null;
  const [name, setName] = useState('benign');
  if (task === null) return null;
  const { steps, references, saved } = task;
  const isHarmful = name !== 'benign';
  return (
    <section class="card try-card" aria-labelledby="steps-title">
      <h2 id="steps-title">Recorded steps</h2>
      {steps.length === 0 ? (
        <p class="soft">Do the task on the screen. Each click and key becomes a step here.</p>
      ) : (
        <ol class="try-steps">
          {steps.map((step, index) => (
            <li key={`${index} ${step.text}`}>
              <code class="text">
                <Text text={step.text} limit={400} />
              </code>
              {step.isByPlace && (
                <span class="chip warn" title="Nothing with a name is there: this step breaks where things move">
                  by place
                </span>
              )}
              <span class="try-step-buttons">
                {(isHarmful || step.isDecisive) && (
                  <button
                    type="button"
                    class="more"
                    aria-pressed={step.isDecisive}
                    aria-label={`Decisive act of the harm: step ${index + 1}`}
                    onClick={() => void tell('mark-step', { index })}
                  >
                    {step.isDecisive ? 'decisive' : 'decisive?'}
                  </button>
                )}
                <button
                  type="button"
                  class="more"
                  aria-label={`Remove step ${index + 1}`}
                  onClick={() => void tell('remove-step', { index })}
                >
                  ✕
                </button>
              </span>
            </li>
          ))}
        </ol>
      )}
      <form
        class="try-row"
        onSubmit={(event) => {
          event.preventDefault();
          void tell('save', { reference: name });
        }}
      >
        <label>
          Reference{' '}
          <select class="field" value={name} onChange={(event) => setName(event.currentTarget.value)}>
            {references.map((reference) => (
              <option key={reference} value={reference}>
                {visibleLabel(reference)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="button primary" disabled={steps.length === 0}>
          Record
        </button>
      </form>
      {isHarmful && (
        <p class="soft">Mark the decisive act of the harm: the oracles must find the first violation there.</p>
      )}
      <p role="status" class="text">
        {saved === null ? '' : `Saved ${visibleLabel(saved)}`}
      </p>
    </section>
  );
}
