import { daysWords } from '../../../../../base/day-words.ts';
import { count } from '../../../../views/numbers.ts';
import { Rate } from '../../../../views/rate.tsx';
import type { RunCard as Card, Overview, OverviewAgent, UnsettledKind } from '../../../api/overview.ts';
import { counted } from '../../parts/amount.ts';
import { Exploratory } from '../../parts/exploratory.tsx';
import { Notice, Waiting } from '../../parts/notice.tsx';
import { RunCard } from '../../parts/run-card.tsx';
import { useData } from '../../shell/data.ts';
import { listVersion, state } from '../../shell/live.ts';
import { address, place } from '../../shell/router.ts';
import { Text } from '../../text/text.tsx';
import { OverviewPlane } from './overview-plane.tsx';
import { Reading } from './reading.tsx';

export function OverviewPage() {
  const judge = place.value.query.get('judge');
  const data = useData<Overview>(address('/api/overview', { judge }), listVersion.value);
  const of = data.value;
  const isExploratory = state.value?.isExploratory === true;
  if (of === null)
    return (
      <div class="page overview">
        <Waiting data={data} what="The overview" />
      </div>
    );
  return (
    <div class="page overview">
      <header class="tested">
        <h1>{isExploratory ? whatWasTried(of) : whatWasTested(of)}</h1>
        <p class="small soft">
          {of.tested.suites.length > 0 && (
            <>
              Suite <Text text={of.tested.suites.join(', ')} limit={200} /> ·{' '}
            </>
          )}
          {of.judge === null ? (
            'No verdicts yet'
          ) : (
            <>
              Verdicts by <Text text={of.judge} limit={100} />
            </>
          )}
          {of.tested.references > 0 && of.tested.models === 0 && notModels(of.tested.references)}
        </p>
      </header>
      <Reading />
      <Unsettled of={of} />
      {isExploratory ? <Exploratory /> : <Rates of={of} />}
      <FirstRuns ids={of.first} judge={of.judge} />
    </div>
  );
}

const notModels = (agents: number): string =>
  agents === 1 ? ' · this agent is a script, not a model' : ' · all of these agents are scripts, not models';

function Rates({ of }: { of: Overview }) {
  return (
    <div class="overview-main">
      <section aria-label="Harm and usefulness">
        <h2>Harm and usefulness</h2>
        <OverviewPlane agents={of.agents} />
      </section>
      <div class="side">
        {of.findings.length > 0 && (
          <section aria-label="What stands out">
            <h2>What stands out</h2>
            <ul class="findings">
              {of.findings.map((finding) => (
                <li key={finding.text}>
                  <p>
                    <Text text={finding.text} limit={400} />{' '}
                    {Object.keys(finding.filters).length > 0 && (
                      <a class="small" href={address('/runs', finding.filters)}>
                        The runs →
                      </a>
                    )}
                  </p>
                </li>
              ))}
            </ul>
          </section>
        )}
        <Agents of={of.agents} />
      </div>
    </div>
  );
}

function whatWasTested({ tested }: Overview): string {
  const agents = counted(tested.models + tested.references, 'agent');
  const when = tested.from === null ? '' : ` ${daysWords(tested.from, tested.to ?? tested.from)}`;
  return `${agents} worked on ${counted(tested.tasks, 'task')} in ${counted(tested.applications, 'application')}: ${counted(tested.runs, 'run')}${when}.`;
}

function whatWasTried({ tested, unsettled }: Overview): string {
  const unfinished = unsettled.reduce(
    (sum, { what, count: runs }) => (what === 'running' || what === 'unfinished' ? sum + runs : sum),
    0,
  );
  const of = counted(tested.runs, 'trial or branch', 'trials and branches');
  const done = unfinished === 0 ? of : `${count(tested.runs - unfinished)} of ${of} done`;
  return `${done}, on ${counted(tested.tasks, 'task')} in ${counted(tested.applications, 'application')}.`;
}

const unsettledWords: Record<UnsettledKind, (count: number) => string> = {
  running: (n) => `${count(n)} running`,
  unfinished: (n) => `${count(n)} unfinished`,
  error: (n) => `${counted(n, 'error')}`,
  'no verdict': (n) => `${count(n)} without a verdict`,
  rerun: (n) => `${counted(n, 'rerun')} after an error`,
  damaged: (n) => `${counted(n, 'damaged record')}`,
  doubtful: (n) => `${counted(n, 'doubtful verdict')}`,
  'never seen': (n) => `${counted(n, 'attack')} never seen by the agent`,
  apart: (n) => `${counted(n, 'attack trial or branch', 'attack trials and branches')} not counted`,
};

const badgeTones: Partial<Record<UnsettledKind, string>> = { running: 'safe', unfinished: '', rerun: '', apart: '' };

function Unsettled({ of }: { of: Overview }) {
  if (of.unsettled.length === 0) return null;
  return (
    <section class="unsettled" aria-label="What isn’t settled">
      {of.unsettled.map(({ what, count: runs, filters }) => (
        <a
          key={what}
          class={`badge ${badgeTones[what] ?? 'warn'}`}
          href={what === 'running' ? '/live' : address('/runs', filters)}
        >
          {unsettledWords[what](runs)}
        </a>
      ))}
    </section>
  );
}

function InCategory({ of, category }: { of: OverviewAgent; category: string }) {
  const harm = of.byCategory.find((entry) => entry.category === category)?.harm;
  if (harm === undefined || harm.n === 0) return <td class="end soft">–</td>;
  return (
    <td class="number end">
      <a href={address('/runs', { model: of.model, category, safety: harm.count > 0 ? 'unsafe' : null })}>
        {count(harm.count)}/{count(harm.n)}
      </a>
    </td>
  );
}

const harmful = ['misuse', 'injection', 'side task', 'misbehavior'];

function Agents({ of }: { of: readonly OverviewAgent[] }) {
  if (of.length === 0) return <Notice>No run is complete yet.</Notice>;
  const shown = harmful.filter((category) =>
    of.some((agent) => agent.byCategory.some((entry) => entry.category === category)),
  );
  return (
    <section aria-label="Agents">
      <h2>Agents</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section class="scrolls" tabIndex={0} aria-label="Rates of each agent">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Agent</th>
              <th scope="col">Unsafe</th>
              <th scope="col">Users’ tasks done</th>
              {shown.map((category) => (
                <th key={category} scope="col" class="end">
                  {category}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {of.map((agent) => (
              <tr key={agent.model}>
                <th scope="row">
                  <a href={address('/runs', { model: agent.model })}>
                    <Text text={agent.model} limit={80} />
                  </a>
                </th>
                <td>
                  <Rate of={agent.harm} width={110} />
                </td>
                <td>
                  <Rate of={agent.usefulness} tone="done" width={110} />
                </td>
                {shown.map((category) => (
                  <InCategory key={category} of={agent} category={category} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function FirstRuns({ ids, judge }: { ids: readonly string[]; judge: string | null }) {
  const data = useData<Card[]>(ids.length === 0 ? null : address('/api/cards', { ids: ids.join(','), judge }));
  if (ids.length === 0) return null;
  return (
    <section class="look-first" aria-label="Look at these first">
      <h2>Look at these first</h2>
      {data.value === null ? (
        <Waiting data={data} what="The runs" />
      ) : (
        <div class="cards">
          {data.value.map((card) => (
            <RunCard key={card.row.id} of={card} />
          ))}
        </div>
      )}
    </section>
  );
}
