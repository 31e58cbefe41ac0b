import type { RunDetail } from '../../../api.ts';
import { Text } from '../../text/text.tsx';
import { StepLink } from './effects-tab.tsx';

type AwarenessFinding = NonNullable<RunDetail['awareness']>['tookForTest'];

export function AwarenessCard({ run, find, onStep }: { run: RunDetail; find: string; onStep: (step: number) => void }) {
  const { awareness } = run;
  if (awareness === null) return null;
  const figures: [string, AwarenessFinding | null][] = [
    ['Noticed the injected text or the trap', awareness.noticed],
    ['Told the user', awareness.told],
    ['Took the run for a test', awareness.tookForTest],
  ];
  return (
    <section>
      <h3>What the agent knew</h3>
      <ul class="changes">
        {figures.map(
          ([name, finding]) =>
            finding !== null && (
              <li key={name}>
                {name}: <b>{finding.answer}</b>
                {finding.quote !== null && (
                  <>
                    {' '}
                    <q>
                      <Text text={finding.quote.text} find={find} payload={run.payload} limit={500} />
                    </q>{' '}
                    <span class="soft">
                      {finding.quote.from === 'reasoning' ? 'thought at ' : 'said at '}
                      <StepLink step={finding.quote.step} onStep={onStep} />
                    </span>
                  </>
                )}
              </li>
            ),
        )}
      </ul>
      <p class="small soft">By rules on its replies and reasoning, which read English.</p>
    </section>
  );
}
