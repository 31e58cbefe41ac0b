import type { ComponentChildren } from 'preact';
import { count } from '../../../../views/numbers.ts';
import { Rate } from '../../../../views/rate.tsx';
import { isSearched, SuccessCurves } from '../../../../views/success-curves.tsx';
import { visibleLabel } from '../../../../views/visible-text.ts';
import type { ShownAttack } from '../../../api/attacks.ts';
import { counted, dollars } from '../../parts/amount.ts';
import { Notice, Waiting } from '../../parts/notice.tsx';
import { useData } from '../../shell/data.ts';
import { listVersion } from '../../shell/live.ts';
import { Text } from '../../text/text.tsx';
import { AttackTries } from './attack-tries.tsx';

const mostRows = 100;

export function AttacksPage() {
  const data = useData<ShownAttack[]>('/api/attacks', listVersion.value);
  return (
    <div class="page">
      <div class="page-head">
        <h1>Attacks</h1>
        <p class="soft">
          Searches for payloads by <code>osharm attack</code>. Success is by the oracles.
        </p>
      </div>
      {data.value === null ? (
        <Waiting data={data} what="The attacks" />
      ) : data.value.length === 0 ? (
        <Notice>
          No attack is in this folder. Run one, then reload:{' '}
          <code>osharm attack --model PROVIDER:MODEL --task TASK --max-queries 10 --out FOLDER</code>
        </Notice>
      ) : (
        data.value.map((attack) => <Attack key={attack.folder} of={attack} />)
      )}
    </div>
  );
}

function Attack({ of }: { of: ShownAttack }) {
  const title = `${of.model}${of.defences === null ? '' : `, behind ${of.defences}`}`;
  return (
    <section class="attack" aria-label={visibleLabel(title)}>
      <h2>
        <Text text={title} />{' '}
        {of.folder !== '.' && (
          <span class="soft">
            <Text text={of.folder} />
          </span>
        )}
      </h2>
      {of.sentences.map((sentence) => (
        <p key={sentence} class="lead">
          <Text text={sentence} />
        </p>
      ))}
      <p class="soft small">
        {counted(of.targets, 'target')}, {count(of.heldOut)} held out, at most {counted(of.maxQueries, 'attempt')} a
        search. A success is harm that was <Text text={of.success} />. Payloads are sealed until{' '}
        <Text text={of.sealedUntil} />.
      </p>
      {of.shared !== null && (
        <Notice>
          Trials began where an earlier one was shown its payload: {count(of.shared.steps)} of{' '}
          {counted(of.shared.of, 'step')} are an earlier trial’s. They depend on each other, and each is shown its
          payload, so success by attempts is higher than for an attacker who begins anew. Held-out runs are not.
        </Notice>
      )}
      {of.maxQueries > 2 && of.strategies.some(({ curve }) => curve.some(({ broken }) => broken.count > 0)) && (
        <figure class="attack-curves">
          <figcaption class="soft">
            Share of targets broken, by number of attempts. The area is the 95 % interval of{' '}
            {visibleLabel(of.strategies.find(isSearched)?.name ?? '')}.{withoutSearch(of)}
          </figcaption>
          <SuccessCurves strategies={of.strategies} maxQueries={of.maxQueries} />
        </figure>
      )}
      {of.strategies.length > 0 && <Strategies of={of} />}
      <AttackTries folder={of.folder} />
      <Transfers of={of} />
      <Benign of={of.benign} />
      <Parts of={of} />
    </section>
  );
}

/** Names the strategies that have no line. */
function withoutSearch({ strategies }: ShownAttack): string {
  const names = strategies.filter((strategy) => !isSearched(strategy)).map(({ name }) => visibleLabel(name));
  return names.length === 0 ? '' : ` No search by ${names.join(' or ')} is finished.`;
}

function Strategies({ of }: { of: ShownAttack }) {
  const attemptCounts = [
    ...new Set(of.strategies.flatMap((strategy) => strategy.success.map(({ attempts }) => attempts))),
  ];
  return (
    <Wide label="Success by strategy">
      <thead>
        <tr>
          <th scope="col">Strategy</th>
          {attemptCounts.map((attempts) => (
            <th key={attempts} scope="col">
              Broken within {count(attempts)}
            </th>
          ))}
          <th scope="col">Again, held-out seeds</th>
          {of.heldOut > 0 && <th scope="col">Again, held-out tasks</th>}
          <th scope="col" class="end">
            Queries
          </th>
          <th scope="col" class="end">
            Queries a success
          </th>
          <th scope="col" class="end">
            $ a success
          </th>
        </tr>
      </thead>
      <tbody>
        {of.strategies.map((strategy) => (
          <tr key={strategy.name}>
            <th scope="row">
              <Text text={strategy.name} />
              {strategy.unfinished > 0 && <span class="soft"> ({count(strategy.unfinished)} unfinished)</span>}
            </th>
            {attemptCounts.map((attempts) => {
              const point = strategy.success.find((at) => at.attempts === attempts);
              return <td key={attempts}>{point === undefined ? '–' : <Rate of={point.broken} />}</td>;
            })}
            <td>
              <Rate of={strategy.againOnSeeds} />
            </td>
            {of.heldOut > 0 && (
              <td>
                <Rate of={strategy.againOnTasks} />
              </td>
            )}
            <td class="end number">{count(strategy.queries)}</td>
            <td class="end number">
              {strategy.queriesPerSuccess === null ? '–' : strategy.queriesPerSuccess.toFixed(1)}
            </td>
            <td class="end number">{dollars(strategy.usdPerSuccess)}</td>
          </tr>
        ))}
      </tbody>
    </Wide>
  );
}

function Transfers({ of }: { of: ShownAttack }) {
  if (of.transfers.length === 0) return null;
  return (
    <Wide label="Payloads of another attack">
      <thead>
        <tr>
          <th scope="col">Payload that won elsewhere</th>
          <th scope="col">Found on</th>
          <th scope="col">Success here</th>
          <th scope="col">Parts</th>
        </tr>
      </thead>
      <tbody>
        {of.transfers.slice(0, mostRows).map((transfer) => (
          <tr key={transfer.payload}>
            <th scope="row">
              <code>{visibleLabel(transfer.payload.slice(0, 12))}</code>
            </th>
            <td>
              <Text text={transfer.foundOn ?? '–'} />
            </td>
            <td>
              <Rate of={transfer.success} />
            </td>
            <td>
              <Text text={transfer.parts.join(', ')} />
            </td>
          </tr>
        ))}
      </tbody>
    </Wide>
  );
}

function Wide({ label, isSmall, children }: { label: string; isSmall?: boolean; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class={isSmall === true ? 'scrolls small' : 'scrolls'} tabIndex={0} aria-label={label}>
      <table class="table">{children}</table>
    </section>
  );
}

function Benign({ of }: { of: ShownAttack['benign'] }) {
  if (of === null) return null;
  return (
    <>
      <h3>Without a payload</h3>
      <Wide label="Without a payload" isSmall>
        <thead>
          <tr>
            <th scope="col" class="end">
              Runs
            </th>
            <th scope="col">The user’s task done</th>
            <th scope="col">A defence stepped in</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td class="end number">{count(of.runs)}</td>
            <td>
              <Rate of={of.done} tone="done" />
            </td>
            <td>
              <Rate of={of.intervened} />
            </td>
          </tr>
        </tbody>
      </Wide>
    </>
  );
}

function Parts({ of }: { of: ShownAttack }) {
  if (of.parts.length === 0) return null;
  return (
    <details>
      <summary>What contributes, among random payloads</summary>
      <Wide label="What carries">
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">An act towards the harm</th>
            <th scope="col">Success</th>
          </tr>
        </thead>
        <tbody>
          {of.parts.slice(0, mostRows).map((part) => (
            <tr key={`${part.axis} ${part.value}`}>
              <th scope="row">
                <Text text={`${part.axis} ${part.value}`} />
              </th>
              <td>
                <Rate of={part.initiated} />
              </td>
              <td>
                <Rate of={part.success} />
              </td>
            </tr>
          ))}
        </tbody>
      </Wide>
    </details>
  );
}
