import { type Metric, score } from './metric.ts';
import { field, isEqual } from './values.ts';

/** Compares the result with the rule's `expected`, like Python's `==`. */
export const exactMatch: Metric = ({ result, expected }) => score(isEqual(result, field(expected, 'expected')));
