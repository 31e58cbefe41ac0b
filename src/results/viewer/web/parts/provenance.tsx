import { state } from '../shell/live.ts';
import { place, setQuery } from '../shell/router.ts';
import { Text } from '../text/text.tsx';
import { Notice } from './notice.tsx';

export function Provenance() {
  const now = state.value;
  if (now === null) return null;
  const chosen = place.value.query.get('profile');
  const profiles = chosen === null ? now.facets.profile.map((item) => item.value) : [chosen];
  const references = now.facets.model.filter((item) => item.value.startsWith('reference-')).length;
  if (profiles.length > 1)
    return (
      <Notice tone="warn">
        Runs of {profiles.length} profiles are counted together here, and their results can’t be compared. Choose one:{' '}
        {profiles.map((profile) => (
          <button key={profile} type="button" class="step-link" onClick={() => setQuery({ profile })}>
            <Text text={profile} />
          </button>
        ))}
      </Notice>
    );
  return (
    <p class="provenance soft">
      Profile <Text text={profiles[0] ?? 'unknown'} />
      {references > 0 &&
        ` · ${references === now.facets.model.length ? 'all of these are' : `${references} of these models are`} reference agents, not models`}
    </p>
  );
}
