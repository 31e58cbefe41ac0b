import { useMemo, useState } from 'preact/hooks';
import { stepNumber } from '../../../../../base/record/step-number.ts';
import type { RunDetail } from '../../../api.ts';
import { Copy } from '../../parts/copy.tsx';
import { Waiting } from '../../parts/notice.tsx';
import { useData } from '../../shell/data.ts';
import { TreeDiff } from '../../tree/tree-diff.tsx';
import { TreeList } from '../../tree/tree-list.tsx';
import { type TreeRow, treeRows } from '../../tree/tree-rows.ts';

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
  const [words, setWords] = useState('');
  const [all, setAll] = useState(false);
  if (treeOf(step) === null) return <p class="soft">No accessibility tree was recorded for this step.</p>;
  if (before.state !== 'done') return <Waiting data={before} what="The tree" />;
  const wanted = words.toLowerCase();
  const { width, height } = run.steps[step]?.before ?? { width: 1920, height: 1080 };
  const onScreen = rows.filter((row) => all || isOnScreen(row, width, height));
  const shown = onScreen.filter((row) => wanted === '' || row.line.toLowerCase().includes(wanted));
  return (
    <div class="two">
      <section>
        <h3>Changed by step {stepNumber(step)}</h3>
        {treeOf(step + 1) !== null && after.state !== 'done' ? (
          <Waiting data={after} what="The next tree" />
        ) : (
          <TreeDiff before={before.value.text} after={after.value?.text ?? null} find={find} />
        )}
      </section>
      <section>
        <h3>
          Tree before it{' '}
          <span class="soft">({wanted === '' ? onScreen.length : `${shown.length} of ${onScreen.length}`} rows)</span>
        </h3>
        <div class="tools">
          <input
            class="field"
            type="search"
            placeholder="Search in the tree"
            aria-label="Search in the tree"
            value={words}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
          <label>
            <input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} /> what is
            not on the screen too
          </label>
          <Copy text={before.value.text} what="the tree" />
        </div>
        <TreeList rows={shown} find={words || find} payload={run.payload} onRow={onRow} />
      </section>
    </div>
  );
}

/** Rows of hidden windows have no size or a position off the screen. A row without a box may be visible. */
function isOnScreen({ box }: TreeRow, width: number, height: number): boolean {
  return (
    box === null ||
    (box.width > 0 &&
      box.height > 0 &&
      box.x < width &&
      box.y < height &&
      box.x + box.width > 0 &&
      box.y + box.height > 0)
  );
}
