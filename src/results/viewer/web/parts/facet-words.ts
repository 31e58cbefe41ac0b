import type { FacetName } from '../../api.ts';
import { state } from '../shell/live.ts';

/** A value of a facet in words: a goal's title, else its name, which breaks at its underscores. */
export function facetWords(facet: FacetName, value: string): string {
  const known = state.value?.facets[facet].find((item) => item.value === value)?.words;
  return known ?? value.replaceAll('_', ' ').trim();
}
