import { count } from '../../../../views/numbers.ts';
import { state } from '../../shell/live.ts';

export function Reading() {
  const now = state.value;
  if (now?.failure != null)
    return (
      <p class="notice bad" role="alert">
        {now.failure}
      </p>
    );
  if (now === null || !now.isIndexing) return null;
  return (
    <p class="notice" role="status">
      Reading {count(now.indexed)} of {count(now.runs)} runs …
    </p>
  );
}
