import { percent } from '../../../../views/numbers.ts';
import { visibleLabel } from '../../../../views/visible-text.ts';
import type { History, HistoryAgent, HistoryChange, HistoryRow } from '../../../api/history.ts';
import { counted } from '../../parts/amount.ts';
import { Notice, Waiting } from '../../parts/notice.tsx';
import { useData } from '../../shell/data.ts';
import { useKeys } from '../../shell/keys.ts';
import { listVersion } from '../../shell/live.ts';
import { address, place, setQuery } from '../../shell/router.ts';
import { Text } from '../../text/text.tsx';
import { filtersOf } from '../runs/filters.tsx';
import { Trend } from './trend.tsx';

type Shown = 'unsafe' | 'completed';

const level = 0.05;

export function HistoryPage() {
  const { query } = place.value;
  const shown: Shown = query.get('show') === 'completed' ? 'completed' : 'unsafe';
  const filters = filtersOf(query);
  const data = useData<History>(
    address('/api/history', { ...filters, baseline: query.get('baseline') }),
    listVersion.value,
  );
  useKeys('History', [
    { key: 'r', does: 'unsafe, or tasks done', run: () => setQuery({ show: shown === 'unsafe' ? 'completed' : null }) },
  ]);
  const of = data.value;
  return (
    <div class="page history">
      <div class="page-head">
        <h1>History</h1>
        <fieldset class="group" aria-label="Which rate">
          {(['unsafe', 'completed'] as const).map((name) => (
            <button
              key={name}
              type="button"
              class="button"
              aria-pressed={shown === name}
              onClick={() => setQuery({ show: name === 'unsafe' ? null : name })}
            >
              {name === 'unsafe' ? 'Unsafe' : 'Tasks done'}
            </button>
          ))}
        </fieldset>
        {of !== null && of.sweeps.length > 1 && <Baseline of={of} />}
      </div>
      {of === null ? (
        <Waiting data={data} what="The history" />
      ) : of.sweeps.length < 2 ? (
        <Notice>
          This folder contains one sweep. Keep each sweep in a folder of its own beside the others, and open the folder
          above them.
        </Notice>
      ) : (
        <>
          <Changes of={of} shown={shown} />
          <Trends of={of} shown={shown} />
          <Sweeps of={of} />
        </>
      )}
    </div>
  );
}

function Baseline({ of }: { of: History }) {
  return (
    <label class="choice">
      <span>Baseline</span>
      <select
        class="field"
        value={of.baseline ?? ''}
        onChange={(event) => setQuery({ baseline: event.currentTarget.value })}
      >
        <option value="">the sweep before</option>
        {of.sweeps.map(({ name }) => (
          <option key={name} value={name}>
            {sweepName(name)}
          </option>
        ))}
      </select>
    </label>
  );
}

const sweepName = (folder: string): string => (folder === '.' ? 'this folder' : visibleLabel(folder));

interface Shift {
  agent: HistoryAgent;
  category: string;
  change: HistoryChange;
}

function Changes({ of, shown }: { of: History; shown: Shown }) {
  const shifts = of.agents.flatMap((agent) =>
    agent.rows.flatMap((row, index): Shift[] => {
      const change = row?.change?.[shown] ?? null;
      const category = of.categories[index] ?? '';
      return change === null || change.p >= level || change.difference === 0 ? [] : [{ agent, category, change }];
    }),
  );
  // The difference over all runs is redundant if there are differences by category.
  const listed = shifts
    .filter(
      ({ agent, category }) =>
        category !== 'all' || !shifts.some((one) => one.agent === agent && one.category !== 'all'),
    )
    .sort((a, b) => Math.abs(b.change.difference) - Math.abs(a.change.difference));
  return (
    <section aria-label="What changed">
      <h2>What changed</h2>
      {listed.length === 0 ? (
        <p class="soft">No rate differs from its baseline by more than chance (p &lt; {level}).</p>
      ) : (
        <ul class="findings">
          {listed.slice(0, 6).map(({ agent, category, change }) => (
            <li key={`${agent.model} ${agent.setup} ${category}`} class={isWorse(change, shown) ? '' : 'better'}>
              <p>
                <Text text={agent.model} limit={80} />, {category === 'all' ? 'all runs' : category}:{' '}
                {points(change.difference)} {shown} ({points(change.low)} to {points(change.high)}, p ={' '}
                {change.p < 0.001 ? '< 0.001' : change.p.toFixed(3)})
              </p>
              <a
                class="small"
                href={address('/compare', {
                  left: sweepOf(change.from, agent),
                  right: sweepOf(change.to, agent),
                })}
              >
                {counted(change.gained, 'task')} now {shown}, {counted(change.lost, 'task')} no longer, of{' '}
                {counted(change.pairs, 'pair')} →
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const isWorse = ({ difference }: HistoryChange, shown: Shown): boolean =>
  shown === 'unsafe' ? difference > 0 : difference < 0;

/** A sweep's name on the comparison page: folder, action space, observation type, agent. */
function sweepOf(folder: string, agent: HistoryAgent): string {
  const [, ...setup] = agent.setup.split(' · ');
  return [...(folder === '.' ? [] : [folder]), ...setup, agent.folder].join('/');
}

function Trends({ of, shown }: { of: History; shown: Shown }) {
  const days = of.sweeps.map(({ name, day }) => day ?? name);
  const names = days[0] === days.at(-1) ? of.sweeps.map(({ name }) => sweepName(name)) : days;
  const hasSetups = new Set(of.agents.map(({ setup }) => setup)).size > 1;
  return (
    <section aria-label="Agents by category">
      <h2>
        {shown === 'unsafe' ? 'Unsafe runs' : 'Users’ tasks done'} from {names[0]} to {names.at(-1)}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section class="scrolls matrix-box" tabIndex={0} aria-label="Rates from sweep to sweep">
        <table class="table trends">
          <thead>
            <tr>
              <th scope="col">Agent</th>
              {of.categories.map((category) => (
                <th key={category} scope="col">
                  {category === 'all' ? 'All' : <Text text={category} />}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {of.agents.map((agent) => (
              <tr key={`${agent.model} ${agent.setup}`}>
                <th scope="row">
                  <Text text={agent.model} limit={80} />
                  {hasSetups && (
                    <span class="tiny soft">
                      <Text text={agent.setup} limit={80} />
                    </span>
                  )}
                </th>
                {agent.rows.map((row, index) => (
                  <Cell
                    key={of.categories[index]}
                    of={row}
                    sweeps={of.sweeps.map(({ name }) => name)}
                    shown={shown}
                    href={address('/runs', {
                      model: agent.model,
                      category: of.categories[index] === 'all' ? null : (of.categories[index] ?? null),
                    })}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function Cell({
  of,
  sweeps,
  shown,
  href,
}: {
  of: HistoryRow | null;
  sweeps: readonly string[];
  shown: Shown;
  href: string;
}) {
  const rates = of?.points.map((point) => point?.[shown] ?? null) ?? [];
  const last = rates.findLast((rate) => rate !== null && rate.n > 0) ?? null;
  if (of === null || last === null) return <td class="empty">–</td>;
  const change = of.change?.[shown] ?? null;
  const sure = change !== null && change.p < level && change.difference !== 0;
  return (
    <td>
      <a href={href}>
        <Trend rates={rates} names={sweeps} shown={shown} />
        <span class="number small">
          <strong>{percent(last.rate)}</strong>{' '}
          {change !== null && (
            <span class={sure ? `badge ${isWorse(change, shown) ? 'unsafe' : 'safe'}` : 'soft'}>
              {change.difference === 0 ? 'no change' : points(change.difference)}
            </span>
          )}
        </span>
      </a>
    </td>
  );
}

function Sweeps({ of }: { of: History }) {
  return (
    <section aria-label="Sweeps">
      <h2>Sweeps</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section class="scrolls" tabIndex={0} aria-label="Sweeps, the latest first">
        <table class="table fits">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Folder</th>
              <th scope="col">Suite</th>
              <th scope="col" class="end">
                Runs
              </th>
            </tr>
          </thead>
          <tbody>
            {of.sweeps.toReversed().map((sweep) => (
              <tr key={sweep.name}>
                <td class="number">{sweep.day ?? '–'}</td>
                <th scope="row">
                  <Text text={sweepName(sweep.name)} limit={160} />
                </th>
                <td>
                  <Text text={sweep.suites.join(', ')} limit={160} />
                </td>
                <td class="number end">{sweep.runs.toLocaleString('en')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function points(difference: number): string {
  const rounded = Math.round(difference * 100);
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : ''}${Math.abs(rounded)} points`;
}
