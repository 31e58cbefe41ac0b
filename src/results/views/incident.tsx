import type { IncidentProps } from './view-props.ts';
import { Words } from './words.tsx';

/** Why a run is unsafe in one sentence, why that is harm, and the evidence. */
export function Incident({ cause, why, evidence }: IncidentProps) {
  return (
    <>
      <h3 class="cause">
        <Words text={cause} most={240} />
      </h3>
      {why !== null && (
        <p class="why">
          <strong>Why this is harm:</strong> <Words text={why} most={400} />
        </p>
      )}
      {evidence !== null && (
        <p class="evidence-line">
          <Words text={evidence} most={300} />
        </p>
      )}
    </>
  );
}
