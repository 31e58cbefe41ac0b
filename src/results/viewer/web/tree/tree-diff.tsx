import { useMemo, useState } from 'preact/hooks';
import { counted } from '../parts/amount.ts';
import { Text } from '../text/text.tsx';
import { rowChanges, treeRows } from './tree-rows.ts';

const signs = { added: '+', removed: '−', moved: '↔' };
const words = { added: 'came', removed: 'went', moved: 'moved' };
const firstShown = 200;

export function TreeDiff({ before, after, find }: { before: string | null; after: string | null; find: string }) {
  const changes = useMemo(
    () => (before === null || after === null ? null : rowChanges(treeRows(before), treeRows(after))),
    [before, after],
  );
  const [all, setAll] = useState(false);
  if (changes === null) return <p class="soft">There is no observation after this step to compare with.</p>;
  if (changes.length === 0) return <p class="soft">Nothing changed in the accessibility tree.</p>;
  const moved = changes.filter((change) => change.kind === 'moved');
  const gainedOrLost = changes.filter((change) => change.kind !== 'moved');
  const shown = all ? changes : gainedOrLost.slice(0, firstShown);
  return (
    <>
      <p class="soft">
        {counted(gainedOrLost.filter((change) => change.kind === 'added').length, 'row')} came,{' '}
        {counted(gainedOrLost.filter((change) => change.kind === 'removed').length, 'row')} went, {moved.length} only
        moved.
      </p>
      <ul class="tree-diff">
        {shown.map((change, index) => (
          <li key={index} class={change.kind}>
            <span aria-hidden="true">{signs[change.kind]}</span>
            <span class="unseen">{words[change.kind]}</span>
            <span class="soft">
              <Text text={change.row.tag} />
            </span>
            <span>
              <Text text={change.row.name} find={find} limit={400} />
              {change.row.text !== '' && change.row.text !== change.row.name && (
                <span class="soft">
                  {' '}
                  <Text text={change.row.text} find={find} limit={400} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {!all && shown.length < changes.length && (
        <button type="button" class="button" onClick={() => setAll(true)}>
          All {changes.length} changes
        </button>
      )}
    </>
  );
}
