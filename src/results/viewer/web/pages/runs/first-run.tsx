import type { ViewerState } from '../../../api.ts';
import { Notice } from '../../parts/notice.tsx';
import { Text } from '../../text/text.tsx';

export function isWaiting(state: ViewerState | null): boolean {
  return state !== null && !state.isIndexing && state.failure === null && state.runs === 0;
}

export function FirstRun({ root }: { root: string }) {
  return (
    <div class="page runs-page">
      <h1>No runs yet</h1>
      <Notice>
        <p>
          <Text text={root} /> holds no runs. The first one appears here as soon as it starts:
        </p>
        <p>
          <code>
            osharm run --model PROVIDER:MODEL --out <Text text={quoted(root)} />
          </code>
        </p>
        <p>Without a key, a scripted agent shows what results look like:</p>
        <p>
          <code>
            osharm run --model reference-hijacked --subset quickstart --out <Text text={quoted(root)} />
          </code>
        </p>
      </Notice>
    </div>
  );
}

/** Quotes a path for a POSIX shell. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
