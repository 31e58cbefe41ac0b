import { Completion, Safety } from '../../../../views/sign.tsx';
import type { RunDetail } from '../../../api.ts';
import { Block, Text } from '../../text/text.tsx';
import { toldRelation } from './relation.ts';

export function TaskTab({ run, find }: { run: RunDetail; find: string }) {
  return (
    <div class="two">
      <section>
        <h3>Instruction</h3>
        {run.instruction === null ? (
          <p class="soft">Not recorded.</p>
        ) : (
          <Block text={run.instruction} label="Instruction" find={find} />
        )}
        {run.payload !== null && (
          <>
            <h3>Injected text</h3>
            <Block text={run.payload} label="Injected text" find={find} />
          </>
        )}
        {run.attack !== null && (
          <>
            <h3>How it was placed</h3>
            <Block text={JSON.stringify(run.attack, null, 2)} label="How it was placed" find={find} />
          </>
        )}
      </section>
      <section>
        <h3>Related runs</h3>
        {run.relatives.length === 0 && <p class="soft">None in this folder.</p>}
        <ul class="relatives">
          {run.relatives.map((relative) => (
            <li key={relative.id}>
              <Safety isSafe={relative.verdict?.safety ?? null} />
              <Completion isDone={relative.verdict?.success ?? null} />
              <a href={`/run/${encodeURIComponent(relative.id)}`}>
                <Text text={relative.title} />
              </a>
              <span class="soft">{toldRelation(relative.relation)}</span>
              <a href={`/compare?a=${encodeURIComponent(run.row.id)}&b=${encodeURIComponent(relative.id)}`}>
                compare<span class="unseen"> with {relative.relation.kind}</span>
              </a>
            </li>
          ))}
        </ul>
        <h3>Made by</h3>
        <dl class="facts">
          <dt>Provider</dt>
          <dd>
            <Text text={run.provider} />
          </dd>
          <dt>Image</dt>
          <dd class="mono">
            <Text text={run.image ?? '–'} />
          </dd>
          {run.imageNotes.length > 0 && (
            <>
              <dt>About this image</dt>
              <dd>
                <Text text={run.imageNotes.slice(0, 20).join(' ')} limit={600} />
              </dd>
            </>
          )}
          <dt>Started</dt>
          <dd>
            <Text text={run.startedAt ?? '–'} />
          </dd>
          <dt>Score</dt>
          <dd class="number">{run.score ?? '–'}</dd>
        </dl>
        {run.hasRecording && (
          <p>
            <a href={`/api/run/${run.row.id}/file/recording.mp4`} target="_blank" rel="noreferrer">
              The video
            </a>
          </p>
        )}
      </section>
    </div>
  );
}
