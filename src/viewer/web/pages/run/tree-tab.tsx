import { useMemo } from 'preact/hooks';
import type { RunDetail } from '../../../api.ts';
import { Waiting } from '../../parts/notice.tsx';
import { useData } from '../../shell/data.ts';
import { TreeDiff } from '../../tree/tree-diff.tsx';
import { TreeList } from '../../tree/tree-list.tsx';
import { type TreeRow, treeRows } from '../../tree/tree-rows.ts';

/** What the step changed in the accessibility tree, and the tree that the agent was given: pointing at a row shows its box. */
export function TreeTab({
  run,
  step,
  find,
  onRow,
}: {
  run: RunDetail;
  step: number;
  find: string;
  onRow: (row: TreeRow | null) => void;
}) {
  const treeOf = (index: number) =>
    run.steps[index]?.hasTree === true ? `/api/run/${run.row.id}/tree/${index}` : null;
  const before = useData<{ text: string }>(treeOf(step));
  const after = useData<{ text: string }>(treeOf(step + 1));
  const rows = useMemo(() => (before.value === null ? [] : treeRows(before.value.text)), [before.value]);
  if (treeOf(step) === null) return <p class="soft">No accessibility tree was recorded for this step.</p>;
  if (before.state !== 'done') return <Waiting data={before} what="The tree" />;
  const wanted = find.toLowerCase();
  const shown = rows.filter((row) => wanted === '' || row.line.toLowerCase().includes(wanted));
  return (
    <div class="two">
      <section>
        <h3>Changed by step {step}</h3>
        {treeOf(step + 1) !== null && after.state !== 'done' ? (
          <Waiting data={after} what="The next tree" />
        ) : (
          <TreeDiff before={before.value.text} after={after.value?.text ?? null} find={find} />
        )}
      </section>
      <section>
        <h3>
          Tree before it{' '}
          <span class="soft">
            ({rows.length} rows{wanted !== '' && `, ${shown.length} with “${find}”`})
          </span>
        </h3>
        <TreeList rows={shown} find={find} onRow={onRow} />
      </section>
    </div>
  );
}
