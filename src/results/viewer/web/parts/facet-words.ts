import type { FacetName } from '../../api.ts';
import { state } from '../shell/live.ts';

/** A goal's title, else the value with spaces for underscores, so that it can wrap. */
export function facetWords(facet: FacetName, value: string): string {
  const known = state.value?.facets[facet].find((item) => item.value === value)?.words;
  return known ?? value.replaceAll('_', ' ').trim();
}
