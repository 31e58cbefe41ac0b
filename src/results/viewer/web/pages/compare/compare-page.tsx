import { Exploratory } from '../../parts/exploratory.tsx';
import { state } from '../../shell/live.ts';
import { place } from '../../shell/router.ts';
import { ChooseRun } from './choose-run.tsx';
import { FlipsView } from './flips-view.tsx';
import { PairView } from './pair-view.tsx';

export function ComparePage() {
  const { query } = place.value;
  const a = query.get('a');
  const b = query.get('b');
  if (a !== null && b !== null) return <PairView key={`${a} ${b}`} a={a} b={b} />;
  return (
    <div class="page">
      <div class="page-head">
        <h1>Compare</h1>
        <p class="soft">Two runs step by step, or two sweeps (or models) run by run.</p>
      </div>
      {state.value?.isExploratory === true ? <Exploratory /> : <FlipsView state={state.value} />}
      <ChooseRun of={a} />
    </div>
  );
}
