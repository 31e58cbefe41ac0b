import { stepNumber } from '../../../../base/record/step-number.ts';
import { Incident } from '../../../views/incident.tsx';
import { runInWords } from '../../../views/run-in-words.ts';
import { visibleLabel } from '../../../views/visible-text.ts';
import type { RunCard as Card } from '../../api/overview.ts';
import { address } from '../shell/router.ts';
import { pointerRegion } from '../stage/pointer-region.ts';
import { Text } from '../text/text.tsx';
import { Crop } from './crop.tsx';
import { RunName } from './run-name.tsx';

/** An unsafe run: why it is unsafe, the part of the screen that changed, and what that means. */
export function RunCard({ of }: { of: Card }) {
  const { row, step, picture, evidence, change } = of;
  const region = of.changed ?? (picture === null ? null : pointerRegion(of.actions, picture));
  return (
    <a class="run-card" href={address(`/run/${encodeURIComponent(row.id)}`, {})}>
      <Crop
        shot={picture}
        region={region}
        label={`Screen ${step === null ? 'at the start' : `after step ${stepNumber(step)}`} of ${visibleLabel(runInWords(row))}`}
      />
      <div>
        <Incident
          cause={row.cause ?? row.title}
          why={row.cause === null ? null : row.why}
          evidence={evidence}
          change={change}
        />
        <p class="tiny soft">
          <RunName of={row} limit={120} />
          {' · '}
          <Text text={row.model} limit={80} />
          {step !== null && ` · step ${stepNumber(step)}`}
        </p>
      </div>
    </a>
  );
}
