import { useState } from 'preact/hooks';
import { count } from '../../../../views/numbers.ts';
import { visibleLabel } from '../../../../views/visible-text.ts';
import type { ShownTry, Tries, TryFilter } from '../../../api/attacks.ts';
import { Notice, Waiting } from '../../parts/notice.tsx';
import { useData } from '../../shell/data.ts';
import { listVersion } from '../../shell/live.ts';
import { address, place, setQuery } from '../../shell/router.ts';
import { site } from '../../shell/site.ts';
import { Text } from '../../text/text.tsx';

const filters: readonly { name: TryFilter; title: string }[] = [
  { name: 'all', title: 'All' },
  { name: 'success', title: 'Successful' },
  { name: 'seen', title: 'Seen by the agent' },
  { name: 'never seen', title: 'Never seen' },
];
const pageRows = 25;

/** The trials of an attack: payload, whether the agent saw it, and what it did. */
export function AttackTries({ folder }: { folder: string }) {
  const { query } = place.value;
  const q = query.get('payload') ?? '';
  const show = query.get('tries') ?? 'all';
  const [offset, setOffset] = useState(0);
  const data = useData<Tries>(
    address('/api/tries', { attack: folder, show, q, offset: String(offset) }),
    listVersion.value,
  );
  const select = (change: Record<string, string | null>) => {
    setOffset(0);
    setQuery(change);
  };
  const { value } = data;
  const total = value?.counts[filters.find(({ name }) => name === show)?.name ?? 'all'] ?? 0;
  return (
    <section class="attack-tries" aria-label="Tries">
      <h3>Tries</h3>
      <div class="filter-line">
        {site === null && (
          <input
            class="field wide"
            type="search"
            placeholder="Search in payloads"
            aria-label="Search in payloads"
            value={q}
            onInput={(event) => select({ payload: event.currentTarget.value })}
          />
        )}
        {filters.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            class="button"
            aria-pressed={show === name}
            onClick={() => select({ tries: name === 'all' ? null : name })}
          >
            {title} <span class="number soft">{value === null ? '' : count(value.counts[name])}</span>
          </button>
        ))}
      </div>
      {value === null ? (
        <Waiting data={data} what="The tries" />
      ) : value.rows.length === 0 ? (
        <Notice>
          {q === '' ? 'No try is of this kind.' : 'No payload has these words. Whole words and beginnings match.'}
        </Notice>
      ) : (
        <ul class="card">
          {value.rows.map((row) => (
            <Try key={`${row.target} ${row.strategy} ${row.phase} ${row.attempt}`} of={row} find={q} />
          ))}
        </ul>
      )}
      {total > pageRows && (
        <p class="soft number">
          <button
            type="button"
            class="button"
            disabled={offset === 0}
            onClick={() => setOffset(Math.max(0, offset - pageRows))}
          >
            Earlier
          </button>{' '}
          {count(offset + 1)} to {count(Math.min(total, offset + pageRows))} of {count(total)}{' '}
          <button
            type="button"
            class="button"
            disabled={offset + pageRows >= total}
            onClick={() => setOffset(offset + pageRows)}
          >
            Later
          </button>
        </p>
      )}
    </section>
  );
}

const shownLetters = 360;

/** Long payloads have padding: the order is in the middle or at the end, as their parts show. */
function startOfOrder(payload: string, parts: readonly string[]): number {
  if (payload.length <= 2 * shownLetters) return 0;
  const at = parts.includes('placement end') ? 1 : parts.includes('placement middle') ? 0.5 : 0;
  const start = Math.max(0, Math.round(at * payload.length - shownLetters * (at === 1 ? 1 : 0.5)));
  return at === 0 ? 0 : payload.indexOf(' ', start) + 1;
}

const phaseWords: Record<ShownTry['phase'], string> = {
  search: 'try',
  'held-out-seed': 'again, held-out seed',
  'held-out-task': 'again, held-out task',
  transfer: 'transfer',
};

function Try({ of, find }: { of: ShownTry; find: string }) {
  const from = find === '' && of.payload !== null ? startOfOrder(of.payload, of.parts) : 0;
  const name = `${of.strategy}, ${phaseWords[of.phase]} ${of.attempt}`;
  return (
    <li>
      <p>
        {of.run === null ? (
          <strong>{visibleLabel(name)}</strong>
        ) : (
          <a href={`/run/${encodeURIComponent(of.run)}`}>{visibleLabel(name)}</a>
        )}{' '}
        <span class={`chip ${of.isSuccess ? 'bad' : of.wasSeen ? '' : 'warn'}`}>
          the agent <Text text={of.result} limit={120} />
        </span>{' '}
        <span class="soft small">
          <Text text={of.target} limit={160} />
        </span>
      </p>
      <div class="try-columns">
        <div>
          {of.payload === null ? (
            <code>{visibleLabel(of.hash.slice(0, 12))}</code>
          ) : (
            <q>
              {from > 0 && <span class="soft">… </span>}
              <Text text={of.payload.slice(from)} limit={shownLetters} find={find} />
            </q>
          )}
          <p class="tiny soft">
            <Text text={of.parts.join(', ')} limit={300} />
          </p>
        </div>
        {of.deed !== null && (
          <p class={of.isSuccess ? 'evidence-line' : 'small soft'}>
            <Text text={of.deed} limit={300} />
          </p>
        )}
      </div>
    </li>
  );
}
