import { useEffect, useState } from 'preact/hooks';
import type { LiveSweep } from '../../../api/live.ts';
import { counted, dollars } from '../../parts/amount.ts';
import { load, post } from '../../shell/data.ts';
import { state } from '../../shell/live.ts';
import { site } from '../../shell/site.ts';
import { Text } from '../../text/text.tsx';

const everyMs = 2000;

/** The sweeps that run here, with the controls of `osharm ctl`. A static site has none. */
export function SweepControls() {
  const [sweeps, setSweeps] = useState<LiveSweep[]>([]);
  useEffect(() => {
    if (site !== null) return;
    const abort = new AbortController();
    const refresh = (): void => {
      load<LiveSweep[]>('/api/sweeps', abort.signal).then(setSweeps, () => {
        // Any fault: the page's header reports a server that does not answer.
      });
    };
    refresh();
    const timer = setInterval(refresh, everyMs);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, []);
  const replace = (changed: LiveSweep): void =>
    setSweeps((before) => before.map((sweep) => (sweep.folder === changed.folder ? changed : sweep)));
  return (
    <>
      {sweeps.map((sweep) => (
        <Controls key={sweep.folder} sweep={sweep} onChange={replace} />
      ))}
    </>
  );
}

function Controls({ sweep, onChange }: { sweep: LiveSweep; onChange: (sweep: LiveSweep) => void }) {
  const [outcome, setOutcome] = useState<{ message: string; isRefused: boolean } | null>(null);
  const [isSending, setIsSending] = useState(false);
  const send = (request: object): void => {
    setIsSending(true);
    post<{ message: string; sweep: LiveSweep }>('/api/sweeps', { folder: sweep.folder, request })
      .then(
        (reply) => {
          setOutcome({ message: reply.message, isRefused: false });
          onChange(reply.sweep);
        },
        (error: Error) => setOutcome({ message: error.message, isRefused: true }),
      )
      .finally(() => setIsSending(false));
  };
  const name = sweep.folder === '' ? 'Sweep' : `Sweep in ${sweep.folder}`;
  if (sweep.refusal !== null)
    return (
      <section class="sweep-controls card" aria-label={name}>
        <p class="soft">
          <Text text={`${name}: ${sweep.refusal}`} />
        </p>
      </section>
    );
  const errors = sweep.counts.find((count) => count.state === 'error')?.runs ?? 0;
  return (
    <section class="sweep-controls card" aria-label={name}>
      <p>
        <strong>
          <Text text={sweep.isPaused ? `${name}, paused` : name} />
        </strong>
        <span class="soft number">
          {[
            ...sweep.counts.map(({ state: runState, runs }) => `${runs.toLocaleString('en')} ${runState}`),
            `${sweep.parallel} at a time`,
            `${dollars(sweep.costUsd)}${sweep.maxCostUsd === null ? '' : ` of ${dollars(sweep.maxCostUsd)}`}`,
          ].join(' · ')}
        </span>
      </p>
      {state.value?.isWritable === false ? (
        <p class="soft">These results can’t be written to, so this page can’t control the sweep.</p>
      ) : (
        <>
          <div class="row">
            <button
              type="button"
              class="button"
              disabled={isSending}
              onClick={() => send({ action: sweep.isPaused ? 'resume' : 'pause' })}
            >
              {sweep.isPaused ? 'Resume' : 'Pause'}
            </button>
            <button
              type="button"
              class="button"
              disabled={isSending || errors === 0}
              onClick={() => send({ action: 'requeue' })}
            >
              {errors === 0 ? 'No errors to rerun' : `Rerun ${counted(errors, 'error')}`}
            </button>
            <Limits sweep={sweep} isSending={isSending} send={send} />
          </div>
          {sweep.open.length > 0 && (
            <details>
              <summary>Cancel a run</summary>
              <ul>
                {sweep.open.map((run) => (
                  <li key={run.name}>
                    <button
                      type="button"
                      class="button"
                      disabled={isSending}
                      aria-label={`Cancel ${run.name}`}
                      onClick={() => send({ action: 'cancel', run: run.name })}
                    >
                      Cancel
                    </button>
                    <span>
                      <Text text={run.name} /> <span class="soft">{run.isRunning ? 'running' : 'waiting'}</span>
                    </span>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
      {outcome !== null && (
        <p class={outcome.isRefused ? 'notice bad' : 'soft'} role="status">
          <Text text={outcome.message} />
        </p>
      )}
    </section>
  );
}

function Limits({ sweep, isSending, send }: { sweep: LiveSweep; isSending: boolean; send: (request: object) => void }) {
  const [parallel, setParallel] = useState('');
  const [maxCost, setMaxCost] = useState('');
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        // JSON drops what is undefined.
        send({
          action: 'limit',
          parallel: parallel === '' ? undefined : Number(parallel),
          maxCost: maxCost === '' ? undefined : Number(maxCost),
        });
        setParallel('');
        setMaxCost('');
      }}
    >
      <NumberField label="At a time" least={1} step={1} value={parallel} now={sweep.parallel} onChange={setParallel} />
      {sweep.maxCostUsd !== null && (
        <NumberField
          label="Most dollars"
          least={0}
          step="any"
          value={maxCost}
          now={sweep.maxCostUsd}
          onChange={setMaxCost}
        />
      )}
      <button type="submit" class="button" disabled={isSending || (parallel === '' && maxCost === '')}>
        Change limits
      </button>
    </form>
  );
}

interface NumberFieldProps {
  label: string;
  least: number;
  step: number | 'any';
  value: string;
  /** Shown while the field is empty. */
  now: number;
  onChange: (value: string) => void;
}

function NumberField({ label, least, step, value, now, onChange }: NumberFieldProps) {
  return (
    <label>
      {label}{' '}
      <input
        type="number"
        min={least}
        step={step}
        value={value}
        placeholder={String(now)}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
