import type { RunDetail } from '../../../api.ts';
import { bytes, count } from '../../parts/amount.ts';
import { Notice, Waiting } from '../../parts/notice.tsx';
import { useData } from '../../shell/data.ts';
import { Block, Text } from '../../text/text.tsx';
import { piecesOf } from './response.ts';

/** The reply as it came, and the exact request that it answers. */
export function ResponseTab({ run, step, find }: { run: RunDetail; step: number; find: string }) {
  const current = run.steps[step];
  const request = useData<{ text: string; bytes: number; isCut: boolean }>(
    current?.hasRequest === true ? `/api/run/${run.row.id}/request/${step}` : null,
  );
  if (current === undefined) return <p class="soft">This run has no step.</p>;
  return (
    <div class="two">
      <section>
        <h3>Response</h3>
        {current.response === '' && <p class="soft">An empty reply.</p>}
        {piecesOf(current.response).map((piece, index) =>
          piece.kind === 'code' ? (
            <Block key={index} text={piece.text} label="Code of the reply" find={find} />
          ) : (
            <p key={index} class="prose">
              <Text text={piece.text} find={find} />
            </p>
          ),
        )}
        {current.tokens !== null && (
          <p class="soft number">
            {count(current.tokens.input)} tokens in, {count(current.tokens.output)} out
          </p>
        )}
      </section>
      <section>
        <h3>Exact request</h3>
        {!current.hasRequest ? (
          <Notice>
            No request was recorded for this step{run.row.isReference ? ': a reference agent asks no model' : ''}.
          </Notice>
        ) : request.state !== 'done' ? (
          <Waiting data={request} what="The request" />
        ) : (
          <>
            <Block text={request.value.text} label="Exact request" find={find} />
            {request.value.isCut && (
              <p class="soft">Cut here: it has {bytes(request.value.bytes)} in all. The whole is in calls.jsonl.</p>
            )}
          </>
        )}
      </section>
    </div>
  );
}
