import { count } from '../../../../views/numbers.ts';
import type { RunDetail, StepRequest } from '../../../api.ts';
import { bytes } from '../../parts/amount.ts';
import { Copy } from '../../parts/copy.tsx';
import { Notice, Waiting } from '../../parts/notice.tsx';
import { useData } from '../../shell/data.ts';
import { Block, Text } from '../../text/text.tsx';
import { MessageCards } from './message-cards.tsx';
import { Reasoning } from './reasoning.tsx';
import { piecesOf } from './response.ts';

export function ResponseTab({ run, step, find }: { run: RunDetail; step: number; find: string }) {
  const current = run.steps[step];
  const request = useData<StepRequest>(current?.hasRequest === true ? `/api/run/${run.row.id}/request/${step}` : null);
  if (current === undefined) return <p class="soft">This run has no step.</p>;
  return (
    <div class="two">
      <section>
        <div class="with-copy">
          <h3>Response</h3>
          <Copy text={current.response} what="the response" />
        </div>
        {current.response === '' && <p class="soft">An empty reply.</p>}
        {piecesOf(current.said).map((piece, index) =>
          piece.kind === 'code' ? (
            <Block key={index} text={piece.text} label="Code of the reply" find={find} />
          ) : (
            <p key={index} class="prose">
              <Text text={piece.text} find={find} />
            </p>
          ),
        )}
        <Reasoning step={current} find={find} payload={run.payload} />
        {current.tokens !== null && (
          <p class="soft number">
            {count(current.tokens.input)} tokens in, {count(current.tokens.output)} out
          </p>
        )}
      </section>
      <section>
        <h3>Messages</h3>
        {!current.hasRequest ? (
          <Notice>
            No request was recorded for this step{run.row.isReference ? ': a reference agent calls no model' : ''}.
          </Notice>
        ) : request.state !== 'done' ? (
          <Waiting data={request} what="The request" />
        ) : (
          <>
            <MessageCards messages={request.value.messages} find={find} payload={run.payload} />
            <details class="raw">
              <summary>Exact request and reply as JSON, {bytes(request.value.bytes)}</summary>
              <Copy text={request.value.text} what="the request as JSON" />
              <Block text={request.value.text} label="Exact request" find={find} />
              {request.value.isCut && <p class="soft">Cut here. The whole is in calls.jsonl.</p>}
            </details>
          </>
        )}
      </section>
    </div>
  );
}
