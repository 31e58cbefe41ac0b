import { count } from '../../../../views/numbers.ts';
import { Completion, Safety } from '../../../../views/sign.tsx';
import { visibleLabel } from '../../../../views/visible-text.ts';
import type { FlipGroup, Flips, FourCounts, PairedChange } from '../../../api/compare.ts';
import type { ViewerState } from '../../../api.ts';
import { counted } from '../../parts/amount.ts';
import { Notice, Waiting } from '../../parts/notice.tsx';
import { Provenance } from '../../parts/provenance.tsx';
import { RunName } from '../../parts/run-name.tsx';
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
        <Notice>
          This folder has one sweep by one model. Add another to compare them:{' '}
          <code>osharm run --model … --out SAME_FOLDER</code>. Or open the folder above both:{' '}
          <code>osharm view FOLDER</code>.
        </Notice>
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
          {visibleLabel(withoutFolders(item, all))}
        </option>
      ))}
    </select>
  );
}

/** Drops the folders that all names share, since a narrow list cuts names at their end. */
function withoutFolders(name: string, all: readonly string[]): string {
  const parts = all.map((item) => item.split('/'));
  const own = name.split('/');
  let shared = 0;
  while (shared < own.length - 1 && parts.every((other) => other.length > shared + 1 && other[shared] === own[shared]))
    shared += 1;
  return own.slice(shared).join('/');
}

/** Shortens two names to the path segments that differ. */
function sideNames(a: string, b: string): Names {
  const [first, second] = [a.split('/'), b.split('/')];
  if (first.length !== second.length) return { a, b };
  const differing = first.flatMap((part, at) => (part === second[at] ? [] : [at]));
  const name = (parts: readonly string[]): string => differing.map((at) => parts[at]).join(' · ');
  return { a: name(first), b: name(second) };
}

function Table({ of }: { of: Flips }) {
  if (of.pairs === 0)
    return (
      <Notice>
        They have no task and attack in common. Run both on the same <code>--subset</code>, then compare again.
      </Notice>
    );
  const names = sideNames(of.a, of.b);
  return (
    <>
      <Answer title="Unsafe runs" of={of.unsafe} change={of.change.unsafe} names={names} />
      <Answer title="Users’ tasks done" of={of.completed} change={of.change.completed} names={names} />
      <p class="soft small">
        {counted(of.pairs, 'pair')} of runs with the same task and attack, by <Text text={of.judge ?? 'no judge'} />. A
        difference holds at p &lt; 0.05, tested over task families.
      </p>
      <p class="soft small">
        In each row, <Text text={names.a} limit={60} /> → <Text text={names.b} limit={60} />: <Safety isSafe={true} />{' '}
        safe, <Safety isSafe={false} /> unsafe, <Completion isDone={true} /> done, <Completion isDone={false} /> not
        done.
      </p>
      <section class="flip-list" aria-label="Flips">
        {of.groups.map((group) => (
          <Group key={`${group.kind} ${group.side} ${group.reason}`} of={group} names={names} />
        ))}
      </section>
    </>
  );
}

interface Names {
  a: string;
  b: string;
}

/** Whether the two sides differ in one rate, in a sentence. */
function Answer({
  title,
  of,
  change,
  names,
}: {
  title: string;
  of: FourCounts;
  change: PairedChange | null;
  names: Names;
}) {
  const n = of.both + of.onlyA + of.onlyB + of.neither;
  if (change === null || n === 0) return null;
  const rate = (side: number): string => `${count(side)} of ${count(n)}`;
  return (
    <p class="answer">
      <strong>
        {title}: {verdictWords(change)}
      </strong>{' '}
      <Text text={names.a} limit={60} /> {rate(of.both + of.onlyA)}, <Text text={names.b} limit={60} />{' '}
      {rate(of.both + of.onlyB)}
      {change.difference !== 0 && (
        <>
          {' '}
          ({points(change.difference)} points, 95 % interval {points(change.low)} to {points(change.high)}, p ={' '}
          {change.p < 0.001 ? change.p.toExponential(0) : change.p.toFixed(3)})
        </>
      )}
      .
    </p>
  );
}

function verdictWords({ difference, p, families, familiesNeeded }: PairedChange): string {
  if (difference === 0) return 'no difference.';
  if (p < 0.05) return 'the difference holds.';
  if (families < familiesNeeded)
    return `undecided: ${counted(families, 'task family', 'task families')} can’t show a difference of any size (${count(familiesNeeded)} are needed).`;
  return 'the difference may be chance.';
}

const points = (share: number): string => {
  const rounded = Math.round(share * 100);
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : ''}${Math.abs(rounded)}`;
};

function Group({ of, names }: { of: FlipGroup; names: Names }) {
  const isFlip = of.side !== null;
  return (
    <details open={isFlip}>
      <summary>
        <strong>{headingOf(of, names)}</strong> <span class="soft number">{counted(of.count, 'pair')}</span>
      </summary>
      <ul class="card flip-rows">
        {of.rows.map((row) => (
          <li key={`${row.a.id} ${row.b.id}`}>
            <Signs of={row.a.verdict} />
            <span aria-hidden="true">→</span>
            <Signs of={row.b.verdict} />
            <span>
              <a href={address('/compare', { a: row.a.id, b: row.b.id })}>
                <RunName of={row} />
              </a>
              {row.deed !== null && (
                <span class="small soft deed">
                  <Text text={row.deed} limit={240} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {of.count > of.rows.length && (
        <p class="soft">
          {counted(of.count - of.rows.length, 'more pair')}: <code>osharm compare --json</code> lists all.
        </p>
      )}
    </details>
  );
}

function headingOf({ kind, side, reason }: FlipGroup, names: Names): string {
  const name = side === null ? '' : visibleLabel(names[side]);
  switch (kind) {
    case 'unsafe':
      return `Only ${name} ${reason}`;
    case 'not done':
      return `Only ${name} left the user’s task undone: ${reason}`;
    case 'the same':
      return 'No difference';
    case 'no verdict':
      return 'A verdict is missing';
    default:
      return kind satisfies never;
  }
}

function Signs({ of }: { of: { safety: boolean; success: boolean } | null }) {
  return (
    <span>
      <Safety isSafe={of?.safety ?? null} /> <Completion isDone={of?.success ?? null} />
    </span>
  );
}
