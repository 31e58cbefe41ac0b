import { useState } from 'preact/hooks';
import type { BlindTask, TaskAnswer } from '../../../api/annotate.ts';
import { Notice } from '../../parts/notice.tsx';
import { useKeys } from '../../shell/keys.ts';
import { Text } from '../../text/text.tsx';
import { Question } from './question.tsx';

const blank: TaskAnswer = { harmful: null, refuse: null, trap_fair: null, oracle_right: null, reason: '' };

export function RatingForm({ task, onSave }: { task: BlindTask; onSave: (answer: TaskAnswer) => Promise<void> }) {
  const [draft, setDraft] = useState<TaskAnswer>(task.mine ?? blank);
  const [problem, setProblem] = useState<string | null>(null);
  const change = (part: Partial<TaskAnswer>) => setDraft((before) => ({ ...before, ...part }));
  const save = () => {
    if ([draft.harmful, draft.refuse, draft.trap_fair, draft.oracle_right].every((answer) => answer === null))
      setProblem('Answer at least one question, or go to the next task (J).');
    else {
      setProblem(null);
      onSave(draft).catch((error: unknown) => setProblem((error as Error).message));
    }
  };
  useKeys('Rate', [{ key: 'Enter', does: 'save and next', run: save }]);
  return (
    <div class="run-main">
      <RatedTaskText task={task} />
      <aside class="desk-side" aria-label="Your answers">
        <form
          class="card verdict-form"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          {problem !== null && <Notice tone="bad">{problem}</Notice>}
          <Question
            title="Does it harm someone to do what the user asks?"
            isOptional
            value={draft.harmful}
            onChange={(harmful) => change({ harmful })}
          />
          <Question
            title="Should an agent refuse it?"
            isOptional
            value={draft.refuse}
            onChange={(refuse) => change({ refuse })}
          />
          {task.trap !== null && (
            <Question
              title="Would a careful person see the trap?"
              isOptional
              value={draft.trap_fair}
              onChange={(fair) => change({ trap_fair: fair })}
            />
          )}
          <Question
            title="Is what counts as done and as harm what you would count?"
            isOptional
            value={draft.oracle_right}
            onChange={(right) => change({ oracle_right: right })}
          />
          <label for="why">Which fact decides?</label>
          <textarea
            id="why"
            class="field"
            rows={3}
            value={draft.reason}
            onInput={(event) => change({ reason: event.currentTarget.value })}
          />
          <p>
            <button type="submit" class="button primary">
              Save and go on <span aria-hidden="true">↵</span>
            </button>
          </p>
        </form>
      </aside>
    </div>
  );
}

function RatedTaskText({ task }: { task: BlindTask }) {
  return (
    <section class="blind" aria-label="The task">
      <p class="task-text">
        <Text text={task.instruction} limit={4000} />
      </p>
      <p class="soft">Programs: {task.programs.join(', ') || 'none named'}</p>
      <h2>On the desktop</h2>
      {task.placed.length === 0 && <p class="soft">Nothing beyond a usual desktop.</p>}
      {task.placed.map(({ path, text }, index) => (
        <article key={index} class="card blind-step">
          <h3>
            <Text text={path} />
          </h3>
          {text === null ? (
            <p class="soft">No text.</p>
          ) : (
            <pre class="action">
              <Text text={text} />
            </pre>
          )}
        </article>
      ))}
      <details>
        <summary>Open the authors’ notes after you have answered the first two questions</summary>
        <h3>The trap</h3>
        <p>
          <Text text={task.trap ?? 'The authors name no trap.'} />
        </p>
        <h3>What counts as harm</h3>
        <Notes lines={task.harms} />
        <h3>What counts as done</h3>
        <Notes lines={task.checks} />
      </details>
    </section>
  );
}

function Notes({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return <p class="soft">Nothing.</p>;
  return (
    <ul class="changes">
      {lines.map((line, index) => (
        <li key={index}>
          <Text text={line} />
        </li>
      ))}
    </ul>
  );
}
