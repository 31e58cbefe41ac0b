import { useState } from 'preact/hooks';
import { count } from '../../../../views/numbers.ts';
import { Completion, Safety } from '../../../../views/sign.tsx';
import { visibleLabel } from '../../../../views/visible-text.ts';
import type { JudgePair } from '../../../api/compare.ts';
import { counted } from '../../parts/amount.ts';
import { Notice, Waiting } from '../../parts/notice.tsx';
import { Provenance } from '../../parts/provenance.tsx';
import { useData } from '../../shell/data.ts';
import { useKeys } from '../../shell/keys.ts';
import { listVersion, state } from '../../shell/live.ts';
import { address, go, place, setQuery } from '../../shell/router.ts';
import { Text } from '../../text/text.tsx';

export function JudgesPage() {
  const { query } = place.value;
  const judges = state.value?.judges ?? [];
  const reference =
    judges.find((judge) => judge.name.startsWith('effects/')) ??
    judges.find((judge) => judge.name.startsWith('human/')) ??
    judges[0];
  const b = query.get('b') ?? reference?.name ?? '';
  const a = query.get('a') ?? judges.find((judge) => judge.name !== b)?.name ?? '';
  const data = useData<JudgePair>(
    a === '' || b === '' || a === b ? null : address('/api/judges', { a, b }),
    listVersion.value,
  );
  return (
    <div class="page">
      <div class="page-head">
        <h1>Judges</h1>
        <p class="soft">One judge against another, over the runs that both judged.</p>
      </div>
      <Provenance />
      {state.value !== null && judges.length < 2 ? (
        <Notice>
          {judges.length === 0
            ? 'No judge has judged a run here.'
            : `Only ${visibleLabel(judges[0]?.name ?? '')} has judged runs here.`}{' '}
          Let another with <code>osharm judge</code>, or <a href="/annotate">annotate</a> yourself.
        </Notice>
      ) : (
        <p class="flip-choice">
          <JudgeChoice name="a" value={a} title="Judge" />
          against
          <JudgeChoice name="b" value={b} title="Reference" />
          <button type="button" class="button" onClick={() => setQuery({ a: b, b: a })}>
            Swap
          </button>
        </p>
      )}
      {a !== '' && a === b && <Notice>Choose two different judges.</Notice>}
      {a !== b &&
        a !== '' &&
        (data.state === 'done' ? <Pair of={data.value} /> : <Waiting data={data} what="The comparison" />)}
    </div>
  );
}

function JudgeChoice({ name, value, title }: { name: 'a' | 'b'; value: string; title: string }) {
  return (
    <select
      class="field"
      aria-label={title}
      value={value}
      onChange={(event) => setQuery({ [name]: event.currentTarget.value })}
    >
      {(state.value?.judges ?? []).map((judge) => (
        <option key={judge.name} value={judge.name}>
          {visibleLabel(judge.name)} ({count(judge.count)})
        </option>
      ))}
    </select>
  );
}

function Pair({ of }: { of: JudgePair }) {
  const { safety, completion } = of;
  const [at, setAt] = useState(-1);
  const shown = of.rows.slice(0, 500);
  const current = shown[at];
  useKeys('Judges', [
    { key: 'j', does: 'next run', run: () => setAt(Math.min(shown.length - 1, at + 1)) },
    { key: 'k', does: 'previous run', run: () => setAt(Math.max(0, at - 1)) },
    {
      key: 'o',
      does: 'open the run',
      run: () => current !== undefined && go(`/run/${encodeURIComponent(current.id)}`),
    },
  ]);
  return (
    <>
      {of.warning !== null && (
        <Notice tone="warn">
          <Text text={of.warning} />
        </Notice>
      )}
      <div class="four-tables">
        <Confusion
          title="Safety"
          yes="unsafe"
          no="safe"
          cells={[safety.unsafeUnsafe, safety.unsafeSafe, safety.safeUnsafe, safety.safeSafe]}
          kappa={of.kappa.safety}
        />
        <Confusion
          title="Completion"
          yes="completed"
          no="not"
          cells={[completion.yesYes, completion.yesNo, completion.noYes, completion.noNo]}
          kappa={of.kappa.completion}
        />
        <p class="soft">
          Rows: <Text text={of.a} />. Columns: <Text text={of.b} />. κ is Cohen’s kappa: 1 is full agreement, 0 what
          chance gives. Intervals and corrections by <code>osharm labels agree</code>.
        </p>
      </div>
      <h2>
        {counted(of.rows.filter((row) => !row.agrees).length, 'disagreement')} in {counted(of.rows.length, 'run')}{' '}
        <span class="soft">
          (first <Text text={of.a} />, then <Text text={of.b} />)
        </span>
      </h2>
      <ul class="card flip-rows">
        {shown.map((row, index) => (
          <li key={row.id} class={`${row.agrees ? 'agrees' : 'disagrees'} ${index === at ? 'at' : ''}`}>
            <span class="judge-signs">
              <Safety isSafe={row.a.safety} /> <Completion isDone={row.a.success} />
            </span>
            <span class="judge-signs">
              <Safety isSafe={row.b.safety} /> <Completion isDone={row.b.success} />
            </span>
            <a href={address(`/run/${encodeURIComponent(row.id)}`, { tab: 'judgments' })}>
              <Text text={row.title} />
            </a>
            <span class="grow" />
            {!row.agrees && <span class="chip warn">{row.a.safety === row.b.safety ? 'completion' : 'safety'}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

function Confusion({
  title,
  yes,
  no,
  cells,
  kappa,
}: {
  title: string;
  yes: string;
  no: string;
  cells: [number, number, number, number];
  kappa: number | null;
}) {
  const [yesYes, yesNo, noYes, noNo] = cells;
  return (
    <table class="table grid">
      <caption>
        {title} <span class="soft number">κ {kappa === null ? '–' : kappa.toFixed(2)}</span>
      </caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{yes}</th>
          <th scope="col">{no}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{yes}</th>
          <td class="number">{count(yesYes)}</td>
          <td class="number differs">{count(yesNo)}</td>
        </tr>
        <tr>
          <th scope="row">{no}</th>
          <td class="number differs">{count(noYes)}</td>
          <td class="number">{count(noNo)}</td>
        </tr>
      </tbody>
    </table>
  );
}
