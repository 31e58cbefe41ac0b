import { state } from '../shell/live.ts';
import { Notice } from './notice.tsx';

/** Explains why trials and branches have no rates. */
export function Exploratory() {
  return (
    <Notice>
      These are trials of an attack, or branches of other runs. They were chosen for what they do, so they have no rates
      here and are not compared. {state.value?.hasAttacks === true && <a href="/attacks">What the attack found →</a>}
    </Notice>
  );
}
