import { stepNumber } from '../../../../base/record/step-number.ts';
import { Incident } from '../../../views/incident.tsx';
import { VerdictBadge } from '../../../views/verdict-badge.tsx';
import { visibleLabel } from '../../../views/visible-text.ts';
import type { RunCard as Card } from '../../api/overview.ts';
import { address } from '../shell/router.ts';
import { pointerRegion } from '../stage/pointer-region.ts';
import { Text } from '../text/text.tsx';
import { Crop } from './crop.tsx';

export function RunCard({ of }: { of: Card }) {
  const { row, step, picture, evidence } = of;
  const region = of.changed ?? (picture === null ? null : pointerRegion(of.actions, picture));
  return (
    <a class="run-card" href={address(`/run/${encodeURIComponent(row.id)}`, {})}>
      <span class="crop-holder">
        <Crop
          shot={picture}
          region={region}
          label={`Screen ${step === null ? 'at the start' : `after step ${stepNumber(step)}`} of ${visibleLabel(row.title)}`}
        />
        <VerdictBadge of={row} />
      </span>
      <div>
        <Incident cause={row.cause ?? row.title} why={row.cause === null ? null : row.why} evidence={evidence} />
        <p class="tiny soft">
          {row.cause !== null && (
            <>
              <Text text={row.title} limit={120} />
              {' · '}
            </>
          )}
          <Text text={row.model} limit={80} />
          {row.injection !== null && (
            <>
              {' · '}
              <Text text={row.injection.vector.replaceAll('_', ' ')} limit={80} />
            </>
          )}
          {step !== null && ` · step ${stepNumber(step)}`}
        </p>
      </div>
    </a>
  );
}
