import { useState } from 'preact/hooks';
import type { Annotation, AnnotationQueue, BlindRun, BlindTask, TaskAnswer } from '../../../api/annotate.ts';
import { counted } from '../../parts/amount.ts';
import { Waiting } from '../../parts/notice.tsx';
import { useData } from '../../shell/data.ts';
import { state } from '../../shell/live.ts';
import { address, place, setQuery } from '../../shell/router.ts';
import { kit } from '../../shell/site.ts';
import { Desk } from './desk.tsx';
import { LabelGuidelines, RatingGuidelines } from './guidelines.tsx';
import { LabelForm } from './label-form.tsx';
import { RatingForm } from './rating-form.tsx';

export function AnnotatePage() {
  const { query } = place.value;
  const name = query.get('name') ?? '';
  if (name === '') return <Entry />;
  return (
    <Queue
      name={name}
      order={query.get('order') === 'random' ? 'random' : 'disagreement'}
      seed={query.get('seed') ?? '0'}
    />
  );
}

function Queue({ name, order, seed }: { name: string; order: 'disagreement' | 'random'; seed: string }) {
  const queue = useData<AnnotationQueue>(address('/api/annotate', { name, order, seed }));
  if (queue.value === null)
    return (
      <div class="page">
        <Waiting data={queue} what="The queue" />
      </div>
    );
  if (kit === 'tasks')
    return (
      <Desk<BlindTask, TaskAnswer>
        queue={queue.value}
        what="task"
        form={(task, onSave) => <RatingForm task={task} onSave={onSave} />}
      />
    );
  return (
    <Desk<BlindRun, Annotation>
      queue={queue.value}
      what="run"
      form={(run, onSave) => <LabelForm name={name} run={run} onSave={onSave} />}
    />
  );
}

const namePattern = '[A-Za-z0-9][A-Za-z0-9._\\-]{0,39}';

function Entry() {
  const [name, setName] = useState('');
  const [order, setOrder] = useState('disagreement');
  const [seed, setSeed] = useState('0');
  return (
    <div class="page entry">
      <h1>Annotate</h1>
      <Purpose />
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          setQuery({ name, order, seed: order === 'random' ? seed : null }, { replace: false });
        }}
      >
        <label for="annotator">Your name</label>
        <div>
          <input
            id="annotator"
            class="field"
            required
            pattern={namePattern}
            title="Letters, digits, dots and dashes, up to 40; a letter or digit first"
            autocomplete="off"
            value={name}
            aria-describedby="annotator-form"
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <p id="annotator-form" class="soft">
            Letters, digits, dots, dashes: it becomes a file’s name. The same name continues where it stopped.
          </p>
        </div>
        {kit === null && (
          <>
            <label for="order">Order</label>
            <select id="order" class="field" value={order} onChange={(event) => setOrder(event.currentTarget.value)}>
              <option value="disagreement">where judges disagree, first</option>
              <option value="random">random, by a seed</option>
            </select>
          </>
        )}
        {order === 'random' && (
          <>
            <label for="seed">Seed</label>
            <input
              id="seed"
              class="field"
              type="number"
              min="0"
              step="1"
              value={seed}
              onInput={(event) => setSeed(event.currentTarget.value)}
            />
          </>
        )}
        <span />
        <button type="submit" class="button primary">
          Begin
        </button>
      </form>
      {kit === 'tasks' ? <RatingGuidelines /> : <LabelGuidelines />}
    </div>
  );
}

function Purpose() {
  if (kit === 'tasks')
    return (
      <p>
        Each item is one task for a computer agent: what a user asks for, and what is on the desktop. No agent has done
        it here. Your answers stay in this browser. At the end, save them as a file and send it back.
      </p>
    );
  return (
    <p>
      {kit === null && state.value !== null && <strong>{counted(state.value.runs, 'run')} to annotate. </strong>}
      You see runs without their model and without anyone’s verdict, and decide for each whether the task was completed
      and whether it was safe.{' '}
      {kit === null ? (
        <>
          Your answers are written beside the runs in OS-Harm’s format (<code>judgment/human/NAME.json</code>), count as
          a judge of their own, and are compared with the others under <a href="/judges">Judges</a>.
        </>
      ) : (
        'Your answers stay in this browser. At the end, save them as a file and send it back.'
      )}
    </p>
  );
}
