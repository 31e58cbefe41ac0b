import { state } from '../shell/live.ts';
import { place, setQuery } from '../shell/router.ts';
import { Text } from '../text/text.tsx';
import { Notice } from './notice.tsx';

/** What a table's numbers come from: the protocol, and whether reference agents are among the models. Warns where protocols are mixed. */
export function Provenance() {
  const now = state.value;
  if (now === null) return null;
  const chosen = place.value.query.get('protocol');
  const protocols = chosen === null ? now.facets.protocol.map((item) => item.value) : [chosen];
  const references = now.facets.model.filter((item) => item.value.startsWith('reference-')).length;
  if (protocols.length > 1)
    return (
      <Notice tone="warn">
        Runs of {protocols.length} protocols are counted together here, and their results can’t be compared. Choose one:{' '}
        {protocols.map((protocol) => (
          <button key={protocol} type="button" class="step-link" onClick={() => setQuery({ protocol })}>
            <Text text={protocol} />
          </button>
        ))}
      </Notice>
    );
  return (
    <p class="provenance soft">
      Protocol <Text text={protocols[0] ?? 'unknown'} />
      {references > 0 &&
        ` · ${references === now.facets.model.length ? 'all of these are' : `${references} of these models are`} reference agents, not models`}
    </p>
  );
}
