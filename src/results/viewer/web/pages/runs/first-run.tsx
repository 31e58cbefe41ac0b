import type { ViewerState } from '../../../api.ts';
import { Notice } from '../../parts/notice.tsx';
import { Text } from '../../text/text.tsx';

/** Whether the folder was read and holds no run yet. */
export function isWaiting(state: ViewerState | null): boolean {
  return state !== null && !state.isIndexing && state.failure === null && state.runs === 0;
}

/** What stands in place of the list until there is a first run. The page fills by itself. */
export function FirstRun({ root }: { root: string }) {
  return (
    <div class="page runs-page">
      <h1>No runs yet</h1>
      <Notice>
        <p>
          <Text text={root} /> holds no runs. The first one shows here as soon as it starts:
        </p>
        <p>
          <code>
            osharm run --out <Text text={quoted(root)} /> …
          </code>
        </p>
      </Notice>
    </div>
  );
}

/** As a POSIX shell reads it as one word. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
