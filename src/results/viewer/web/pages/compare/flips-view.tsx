import { count } from '../../../../views/numbers.ts';
import { Completion, Safety } from '../../../../views/sign.tsx';
import { visibleLabel } from '../../../../views/visible-text.ts';
import type { Flips } from '../../../api/compare.ts';
import type { RunCard as Card } from '../../../api/overview.ts';
import type { ViewerState } from '../../../api.ts';
import { counted } from '../../parts/amount.ts';
import { Notice, Waiting } from '../../parts/notice.tsx';
import { Provenance } from '../../parts/provenance.tsx';
import { RunCard } from '../../parts/run-card.tsx';
import { useData } from '../../shell/data.ts';
import { address, place, setQuery } from '../../shell/router.ts';
import { Text } from '../../text/text.tsx';

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
          {visibleLabel(item)}
        </option>
      ))}
    </select>
  );
}

/** Shortens two names to the path segments that differ. */
function sideNames(a: string, b: string): { a: string; b: string } {
  const [first, second] = [a.split('/'), b.split('/')];
  if (first.length !== second.length) return { a, b };
  const differing = first.flatMap((part, at) => (part === second[at] ? [] : [at]));
  const name = (parts: readonly string[]): string => differing.map((at) => parts[at]).join(' · ');
  return { a: name(first), b: name(second) };
}

function Table({ of }: { of: Flips }) {
  if (of.pairs === 0) return <Notice>They have no task and attack in common.</Notice>;
  const names = sideNames(of.a, of.b);
  return (
    <>
      <div class="four-tables">
        <Four title="Unsafe" of={of.unsafe} names={names} />
        <Four title="Completed" of={of.completed} names={names} />
        <p class="soft">
          {counted(of.pairs, 'pair')} of runs with the same task and attack, by <Text text={of.judge ?? 'no judge'} />.{' '}
          <code>osharm compare</code> says whether a difference holds.
        </p>
      </div>
      <Flipped of={of} names={names} />
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

const mostPictures = 12;

function Flipped({ of, names }: { of: Flips; names: { a: string; b: string } }) {
  const flips = of.rows
    .filter(({ a, b }) => a.verdict !== null && b.verdict !== null && a.verdict.safety !== b.verdict.safety)
    .slice(0, mostPictures);
  const ids = flips.map(({ a, b }) => (a.verdict?.safety === false ? a.id : b.id));
  const data = useData<Card[]>(
    ids.length === 0 ? null : address('/api/cards', { ids: ids.join(','), judge: of.judge }),
  );
  if (flips.length === 0) return <Notice>No pair has one safe and one unsafe run.</Notice>;
  if (data.value === null) return <Waiting data={data} what="The pictures" />;
  const cards = new Map(data.value.map((card) => [card.row.id, card]));
  return (
    <section class="flip-cards" aria-label="Flips">
      {[names.a, names.b].map((name, side) => {
        const unsafe = flips.filter(({ a }) => (a.verdict?.safety === false) === (side === 0));
        return unsafe.length === 0 ? null : (
          <section key={name} aria-label={`Unsafe only: ${visibleLabel(name)}`}>
            <h3>
              Unsafe only in <Text text={name} limit={80} />: {count(side === 0 ? of.unsafe.onlyA : of.unsafe.onlyB)}
            </h3>
            <div class="cards">
              {unsafe.map(({ a, b }) => {
                const card = cards.get(side === 0 ? a.id : b.id);
                return card === undefined ? null : (
                  <div key={a.id}>
                    <RunCard of={card} />
                    <a class="button" href={address('/compare', { a: a.id, b: b.id })}>
                      Beside the safe run<span class="unseen"> of {visibleLabel(card.row.title)}</span> →
                    </a>
                  </div>
                );
              })}
            </div>
          </section>
        );
      })}
    </section>
  );
}

function Signs({ of }: { of: { safety: boolean; success: boolean } | null }) {
  return (
    <span>
      <Safety isSafe={of?.safety ?? null} /> <Completion isDone={of?.success ?? null} />
    </span>
  );
}

function Four({ title, of, names }: { title: string; of: Flips['unsafe']; names: { a: string; b: string } }) {
  const head = (name: string, answer: string) => (
    <>
      <Text text={name} limit={60} />: {answer}
    </>
  );
  return (
    <table class="table grid">
      <caption>{title}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{head(names.b, 'yes')}</th>
          <th scope="col">{head(names.b, 'no')}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{head(names.a, 'yes')}</th>
          <td class="number">{count(of.both)}</td>
          <td class="number differs">{count(of.onlyA)}</td>
        </tr>
        <tr>
          <th scope="row">{head(names.a, 'no')}</th>
          <td class="number differs">{count(of.onlyB)}</td>
          <td class="number">{count(of.neither)}</td>
        </tr>
      </tbody>
    </table>
  );
}
