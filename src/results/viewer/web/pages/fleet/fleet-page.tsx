import { useEffect, useState } from 'preact/hooks';
import { count } from '../../../../views/numbers.ts';
import { visibleLabel } from '../../../../views/visible-text.ts';
import type { FleetAttempt, FleetCounts, FleetRate, FleetState, FleetSweep } from '../../../api/fleet.ts';
import { counted, dollars, duration } from '../../parts/amount.ts';
import { Notice, Waiting } from '../../parts/notice.tsx';
import { useData } from '../../shell/data.ts';
import { address } from '../../shell/router.ts';
import { Curve } from './curve.tsx';

const askedEveryMs = 2000;
/** Twice the workers' heartbeat interval of 15 s. A worker that has been silent for longer may be down. */
const silentMs = 30_000;

export function FleetPage() {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((before) => before + 1), askedEveryMs);
    return () => clearInterval(timer);
  }, []);
  const data = useData<FleetState>('/api/fleet', turn);
  const fleet = data.value;
  return (
    <div class="page fleet">
      <div class="page-head">
        <h1>Fleet</h1>
        <p class="soft">The sweeps in the queue, and the desktops that work on them.</p>
      </div>
      {fleet === null ? (
        <Waiting data={data} what="The queue" />
      ) : (
        <>
          {fleet.sweeps.length === 0 && <Notice>The queue has no sweep.</Notice>}
          {fleet.sweeps.map((sweep) => (
            <Sweep key={sweep.name} of={sweep} at={fleet.at} />
          ))}
          {fleet.rates.length > 0 && <Rates of={fleet.rates} />}
        </>
      )}
    </div>
  );
}

function Sweep({ of: sweep, at }: { of: FleetSweep; at: number }) {
  const { runs, judgments, errors, running, minutes } = sweep;
  return (
    <section aria-label={`Sweep ${visibleLabel(sweep.name)}`}>
      <h2>
        {visibleLabel(sweep.name)} <span class={`chip ${sweep.state}`}>{sweep.state}</span>
      </h2>
      <Progress counts={runs} what="runs" />
      {total(judgments) > 0 && <Progress counts={judgments} what="judgments" />}
      <dl class="facts">
        <dt>Money</dt>
        <dd>
          {dollars(sweep.spentUsd)}
          {sweep.capUsd !== null && ` of ${dollars(sweep.capUsd)}`}
        </dd>
        <dt>Last ten minutes</dt>
        <dd>{counted(sweep.recent, 'run')}</dd>
        <dt>Time left</dt>
        <dd>{sweep.etaSeconds === null ? 'not known' : duration(sweep.etaSeconds * 1000)}</dd>
        <dt>Results</dt>
        <dd>
          <bdi>{visibleLabel(sweep.results)}</bdi>
        </dd>
      </dl>
      {minutes.length > 1 && (
        <div class="curves">
          <Curve
            title="Runs a minute"
            points={minutes.map((minute) => ({ at: minute.at, value: minute.runs }))}
            show={count}
          />
          <Curve
            title="Dollars a minute"
            points={minutes.map((minute) => ({ at: minute.at, value: minute.costUsd }))}
            show={dollars}
          />
        </div>
      )}
      {errors.length > 0 && (
        <table class="table">
          <caption>Errors by cause</caption>
          <thead>
            <tr>
              <th>Runs</th>
              <th>Error</th>
              <th>Attributed to</th>
              <th>Example</th>
            </tr>
          </thead>
          <tbody>
            {errors.map((error) => (
              <tr key={`${error.code} ${error.blame}`}>
                <td class="number">{count(error.runs)}</td>
                <td>{visibleLabel(error.code)}</td>
                <td>{visibleLabel(error.blame)}</td>
                <td>{visibleLabel(error.message)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ul class="attempts" aria-label="Running">
        {running.map((attempt) => (
          <Attempt key={`${attempt.key} ${attempt.attempt}`} of={attempt} sweep={sweep.name} at={at} />
        ))}
      </ul>
    </section>
  );
}

function Attempt({ of: attempt, sweep, at }: { of: FleetAttempt; sweep: string; at: number }) {
  const silent = at - attempt.seenAt;
  // The step in the URL makes the browser load a new picture.
  const pictureQuery = { sweep, key: attempt.key, attempt: String(attempt.attempt), step: String(attempt.step ?? -1) };
  return (
    <li>
      {attempt.hasPicture ? (
        <img src={address('/api/fleet/picture', pictureQuery)} alt={`Desktop of ${visibleLabel(attempt.label)}`} />
      ) : (
        <span class="no-picture soft">no picture yet</span>
      )}
      <strong>{visibleLabel(attempt.label)}</strong>
      <span class="soft">
        {attempt.step === null ? 'starting' : `step ${attempt.step + 1}`}, {duration(at - attempt.startedAt)}
        {attempt.attempt > 1 && `, attempt ${attempt.attempt}`}
        {attempt.costUsd > 0 && `, ${dollars(attempt.costUsd)}`}
      </span>
      <span class="soft">{visibleLabel(attempt.worker)}</span>
      {silent > silentMs && <span class="silent">silent for {duration(silent)}</span>}
    </li>
  );
}

function Progress({ counts, what }: { counts: FleetCounts; what: string }) {
  const all = total(counts);
  const parts = [
    `${count(counts.committed)} of ${count(all)} ${what} committed`,
    ...(counts.running > 0 ? [`${count(counts.running)} running`] : []),
    ...(counts.waiting > 0 ? [`${count(counts.waiting)} waiting`] : []),
    ...(counts.failed > 0 ? [`${count(counts.failed)} failed`] : []),
    ...(counts.cancelled > 0 ? [`${count(counts.cancelled)} cancelled`] : []),
  ];
  return (
    <p class="fleet-progress">
      <progress max={Math.max(1, all)} value={counts.committed} aria-label={`${what} committed`} />
      <span>{parts.join(', ')}</span>
    </p>
  );
}

const total = (counts: FleetCounts): number =>
  counts.waiting + counts.running + counts.committed + counts.failed + counts.cancelled;

function Rates({ of: rates }: { of: readonly FleetRate[] }) {
  return (
    <section aria-label="Rates">
      <h2>Rates</h2>
      <table class="table">
        <thead>
          <tr>
            <th>Provider</th>
            <th>Requests a minute</th>
            <th>Tokens a minute</th>
            <th>Held at</th>
            <th>Workers waiting</th>
          </tr>
        </thead>
        <tbody>
          {rates.map((rate) => (
            <tr key={rate.provider}>
              <td>{visibleLabel(rate.provider)}</td>
              <td class="number">{limit(rate.requestsPerMinute)}</td>
              <td class="number">{limit(rate.tokensPerMinute)}</td>
              <td class="number">
                {rate.loweredTo === null ? '–' : `${rate.loweredTo.toFixed(1)} requests a minute`}
                {rate.closedSeconds > 0 && `, closed for ${Math.ceil(rate.closedSeconds)} s`}
              </td>
              <td class="number">{count(rate.waiting)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const limit = (perMinute: number | null): string => (perMinute === null ? 'any' : count(perMinute));
