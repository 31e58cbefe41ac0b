import { attackInWords, type NamedRun } from '../../../views/run-in-words.ts';
import { Text } from '../text/text.tsx';

/** `task ← attack`. */
export function RunName({ of, limit = 160 }: { of: NamedRun; limit?: number }) {
  const attack = attackInWords(of);
  return (
    <span class="run-name">
      <Text text={of.title} limit={limit} />
      {of.repeat > 1 && <span class="soft"> ×{of.repeat}</span>}
      {attack !== null && (
        <>
          {' '}
          <span class="attack-name">
            ← <Text text={attack} limit={limit} />
          </span>
        </>
      )}
    </span>
  );
}
