import type { RunStep } from '../../../api.ts';
import { Text } from '../../text/text.tsx';

export function Reasoning({ step, find, payload }: { step: RunStep; find: string; payload: string | null }) {
  const { reasoning, hasEncryptedReasoning } = step;
  if (reasoning === null)
    return hasEncryptedReasoning ? (
      <p class="small soft reasoning">Reasoning: present, encrypted. Only the provider can read it.</p>
    ) : null;
  return (
    <details class="reasoning" open={find !== '' && reasoning.includes(find)}>
      <summary class="small soft">Reasoning{hasEncryptedReasoning && ', partly encrypted'}</summary>
      <p class="prose">
        <Text text={reasoning} find={find} payload={payload} limit={6000} />
      </p>
    </details>
  );
}
