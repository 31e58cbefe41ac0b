import { type Metric, score } from './metric.ts';
import { field, isEqual } from './values.ts';

/** The result equals the rule's `expected`, as Python compares. */
export const exactMatch: Metric = ({ result, expected }) => score(isEqual(result, field(expected, 'expected')));
