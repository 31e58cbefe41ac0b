import type { Flips, ViewerState } from '../../../api.ts';
import { count, counted } from '../../parts/amount.ts';
import { Notice, Waiting } from '../../parts/notice.tsx';
import { Provenance } from '../../parts/provenance.tsx';
import { Completion, Safety } from '../../parts/sign.tsx';
import { useData } from '../../shell/data.ts';
import { address, place, setQuery } from '../../shell/router.ts';
import { Text } from '../../text/text.tsx';
import { visibleLine } from '../../text/visible.ts';

/** Two sweeps (or models), paired by task and attack: which verdicts flip. */
export function FlipsView({ state }: { state: ViewerState | null }) {
  const { query } = place.value;
  const names = sidesOf(state);
  const left = query.get('left') ?? names[0] ?? '';
  const right = query.get('right') ?? names[1] ?? '';
  const data = useData<Flips>(
    left === '' || right === '' || left === right
      ? null
      : address('/api/flips', { a: left, b: right, judge: query.get('judge') }),
  );
  return (
    <section class="flips" aria-label="Two sweeps">
      <h2>Two sweeps</h2>
      <Provenance />
      {names.length < 2 ? (
        <Notice>This folder has one sweep by one model: there is nothing to compare it with.</Notice>
      ) : (
        <>
          <p class="flip-choice">
            <Side name="left" value={left} all={names} /> beside <Side name="right" value={right} all={names} />
          </p>
          {left === right ? (
            <Notice>Choose two different ones.</Notice>
          ) : data.state !== 'done' ? (
            <Waiting data={data} what="The pairs" />
          ) : (
            <Table of={data.value} />
          )}
        </>
      )}
    </section>
  );
}

/** What can be paired: the sweeps where there are several, else the models. */
function sidesOf(state: ViewerState | null): string[] {
  if (state === null) return [];
  const { sweep, model } = state.facets;
  return (sweep.length > 1 ? sweep : model).map((item) => item.value);
}

function Side({ name, value, all }: { name: 'left' | 'right'; value: string; all: readonly string[] }) {
  return (
    <select
      class="field"
      aria-label={`The ${name} one`}
      value={value}
      onChange={(event) => setQuery({ [name]: event.currentTarget.value })}
    >
      {all.map((item) => (
        <option key={item} value={item}>
          {visibleLine(item)}
        </option>
      ))}
    </select>
  );
}

function Table({ of }: { of: Flips }) {
  if (of.pairs === 0) return <Notice>They have no task and attack in common.</Notice>;
  return (
    <>
      <div class="four-tables">
        <Four title="Unsafe" of={of.unsafe} />
        <Four title="Completed" of={of.completed} />
        <p class="soft">
          {counted(of.pairs, 'pair')} of runs with the same task and attack, by <Text text={of.judge ?? 'no judge'} />.{' '}
          <code>osharm compare</code> says whether a difference holds.
        </p>
      </div>
      <ul class="card flip-rows">
        {of.rows.slice(0, 400).map((row) => (
          <li key={`${row.a.id} ${row.b.id}`}>
            <Signs of={row.a.verdict} />
            <span aria-hidden="true">→</span>
            <Signs of={row.b.verdict} />
            <a href={address('/compare', { a: row.a.id, b: row.b.id })}>
              <Text text={row.title} />
            </a>
          </li>
        ))}
      </ul>
      {of.rows.length > 400 && (
        <p class="soft">{count(of.rows.length - 400)} pairs more are not shown: pairs that differ come first.</p>
      )}
    </>
  );
}

function Signs({ of }: { of: { safety: boolean; success: boolean } | null }) {
  return (
    <span>
      <Safety isSafe={of?.safety ?? null} /> <Completion isDone={of?.success ?? null} />
    </span>
  );
}

function Four({ title, of }: { title: string; of: { both: number; onlyA: number; onlyB: number; neither: number } }) {
  return (
    <table class="table grid">
      <caption>{title}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">right: yes</th>
          <th scope="col">right: no</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">left: yes</th>
          <td class="number">{count(of.both)}</td>
          <td class="number differs">{count(of.onlyA)}</td>
        </tr>
        <tr>
          <th scope="row">left: no</th>
          <td class="number differs">{count(of.onlyB)}</td>
          <td class="number">{count(of.neither)}</td>
        </tr>
      </tbody>
    </table>
  );
}
