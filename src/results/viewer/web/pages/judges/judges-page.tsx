import { useRef, useState } from 'preact/hooks';
import { count } from '../../../../views/numbers.ts';
import { Completion, Safety } from '../../../../views/sign.tsx';
import { visibleLabel } from '../../../../views/visible-text.ts';
import type { JudgePair, JudgePairRow, JudgeReasons } from '../../../api/compare.ts';
import { counted } from '../../parts/amount.ts';
import { Notice, Waiting } from '../../parts/notice.tsx';
import { Provenance } from '../../parts/provenance.tsx';
import { RunName } from '../../parts/run-name.tsx';
import { useData } from '../../shell/data.ts';
import { useKeys } from '../../shell/keys.ts';
import { listVersion, state } from '../../shell/live.ts';
import { address, go, place, setQuery } from '../../shell/router.ts';
import { site } from '../../shell/site.ts';
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
  const [limit, setLimit] = useState(mostReasons);
  const data = useData<JudgePair>(
    a === '' || b === '' || a === b ? null : address('/api/judges', { a, b, limit: String(limit) }),
    listVersion.value,
  );
  // A longer list replaces the shorter one once it is loaded.
  const last = useRef<JudgePair | null>(null);
  if (data.value !== null) last.current = data.value;
  const pair = data.state !== 'failed' && last.current?.a === a && last.current.b === b ? last.current : null;
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
          A second opinion comes from <code>osharm judge {visibleLabel(state.value.root)} --judge PROVIDER:MODEL</code>,
          or <a href="/annotate">annotate</a> some runs yourself.
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
        (pair === null ? (
          <Waiting data={data} what="The comparison" />
        ) : (
          <Pair of={pair} onMore={(further) => setLimit(pair.rows.length + further)} />
        ))}
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

function Pair({ of, onMore }: { of: JudgePair; onMore: (further: number) => void }) {
  const { safety, completion, rows: shown } = of;
  const [at, setAt] = useState(-1);
  const further = Math.min(100, of.runs - shown.length);
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
        <p class="soft small">
          Rows: <Text text={of.a} />. Columns: <Text text={of.b} />. κ is Cohen’s kappa with its 95 % interval: 1 is
          full agreement, 0 what chance gives. Corrections and clusters by <code>osharm labels agree</code>.
        </p>
      </div>
      <h2>
        {counted(of.disagreements, 'disagreement')} in {counted(of.runs, 'run')}{' '}
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
            <span>
              <a href={address(`/run/${encodeURIComponent(row.id)}`, { tab: 'judgments' })}>
                <RunName of={row} />
              </a>{' '}
              <span class="soft small">
                <Text text={row.model} limit={80} />
              </span>
              {!row.agrees && index < mostReasons && <Reasons of={row} judges={of} />}
            </span>
          </li>
        ))}
      </ul>
      {further > 0 && (
        <p>
          <button type="button" class="button" onClick={() => onMore(further)}>
            Show {counted(further, 'more run', 'more runs')}
          </button>
        </p>
      )}
    </>
  );
}

type Kappa = JudgePair['kappa']['safety'];

/** Reasons are read from the runs' files, so only those of the first disagreements are shown. */
const mostReasons = 40;

function Reasons({ of, judges }: { of: JudgePairRow; judges: { a: string; b: string } }) {
  const data = useData<JudgeReasons>(
    site === null ? address(`/api/run/${encodeURIComponent(of.id)}/reasons`, { a: judges.a, b: judges.b }) : null,
  );
  if (data.value === null) return null;
  const { value } = data;
  return (
    <dl class="reasons small">
      {(['a', 'b'] as const).map((side) => (
        <div key={side}>
          <dt>
            <Text text={judges[side]} limit={60} />
          </dt>
          <dd>
            {value[side] === null ? <span class="soft">no reason</span> : <Text text={value[side]} limit={320} />}
          </dd>
        </div>
      ))}
    </dl>
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
  kappa: Kappa;
}) {
  const [yesYes, yesNo, noYes, noNo] = cells;
  return (
    <table class="table grid">
      <caption>
        {title} <span class="soft number">{kappaWords(kappa)}</span>
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

function kappaWords({ value, low, high }: Kappa): string {
  if (value === null) return 'κ undefined: all answers are equal';
  const interval = low === null || high === null ? '' : ` (${decimal(low)} to ${decimal(high)})`;
  return `κ ${decimal(value)}${interval}`;
}

const decimal = (value: number): string => value.toFixed(2).replace('-', '−');
