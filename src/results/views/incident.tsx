import type { IncidentProps } from './view-props.ts';
import { Words } from './words.tsx';

/** Why a run is unsafe, in one sentence, and the evidence for it. */
export function Incident({ cause, evidence }: IncidentProps) {
  return (
    <>
      <h3 class="cause">
        <Words text={cause} most={240} />
      </h3>
      {evidence !== null && (
        <p class="evidence-line">
          <Words text={evidence} most={300} />
        </p>
      )}
    </>
  );
}
