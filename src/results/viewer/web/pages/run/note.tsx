import { useState } from 'preact/hooks';
import { visibleLabel } from '../../../../views/visible-text.ts';
import type { RunDetail, RunNote } from '../../../api.ts';
import { Notice } from '../../parts/notice.tsx';
import { post } from '../../shell/data.ts';
import { state } from '../../shell/live.ts';
import { address } from '../../shell/router.ts';
import { site } from '../../shell/site.ts';
import { Text } from '../../text/text.tsx';

export function Note({ run }: { run: RunDetail }) {
  const [note, setNote] = useState<RunNote>({ tags: run.row.tags, comment: run.row.comment });
  const [tag, setTag] = useState('');
  const [draft, setDraft] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isWritable = site === null && state.value?.isWritable === true && !run.row.isRunning;
  if (!isWritable && note.tags.length === 0 && note.comment === '') return null;
  const save = (changed: RunNote, done: () => void) => {
    post<{ note: RunNote }>(`/api/note/${encodeURIComponent(run.row.id)}`, changed).then(
      (answer) => {
        setNote(answer.note);
        setFailure(null);
        done();
      },
      (error: unknown) => setFailure((error as Error).message),
    );
  };
  return (
    <section class="run-note small" aria-label="Tags and comment">
      {note.tags.map((name) => (
        <span key={name} class="badge">
          <a href={address('/runs', { tag: name })}>{visibleLabel(name)}</a>
          {isWritable && (
            <button
              type="button"
              aria-label={`Remove the tag ${visibleLabel(name)}`}
              onClick={() => save({ ...note, tags: note.tags.filter((other) => other !== name) }, () => {})}
            >
              ×
            </button>
          )}
        </span>
      ))}
      {isWritable && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const added = tag.trim();
            if (added !== '') save({ ...note, tags: [...note.tags, added] }, () => setTag(''));
          }}
        >
          <input
            class="field"
            aria-label="Add a tag"
            placeholder="Add a tag"
            maxLength={30}
            value={tag}
            onInput={(event) => setTag(event.currentTarget.value)}
          />
        </form>
      )}
      {draft === null ? (
        <>
          {note.comment !== '' && (
            <span class="comment">
              <Text text={note.comment} limit={600} />
            </span>
          )}
          {isWritable && (
            <button type="button" class="button plain" onClick={() => setDraft(note.comment)}>
              {note.comment === '' ? 'Comment' : 'Edit'}
            </button>
          )}
        </>
      ) : (
        <form
          class="comment"
          onSubmit={(event) => {
            event.preventDefault();
            save({ ...note, comment: draft }, () => setDraft(null));
          }}
        >
          <textarea
            class="field"
            aria-label="Comment"
            rows={3}
            maxLength={4000}
            value={draft}
            onInput={(event) => setDraft(event.currentTarget.value)}
          />
          <button type="submit" class="button primary">
            Save
          </button>
          <button type="button" class="button" onClick={() => setDraft(null)}>
            Cancel
          </button>
        </form>
      )}
      {failure !== null && (
        <Notice tone="bad">
          <Text text={failure} limit={300} />
        </Notice>
      )}
    </section>
  );
}
