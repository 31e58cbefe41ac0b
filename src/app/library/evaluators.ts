/**
 * `import { … } from 'osharm/evaluators'`: functions for the metrics and getters of an evaluator (`defineEvaluator`).
 * Processes that read agents' files import it too, so it loads little.
 */
export { MetricFault } from '../../base/documents/metric-fault.ts';
export { readBytes } from '../../base/documents/read-bytes.ts';
export { literalPattern } from '../../base/literal-pattern.ts';
export { GuestReplyError } from '../../desktop/client/guest-http.ts';
export { leadsSomewhere } from '../../desktop/client/leads-somewhere.ts';
export { alteredReason } from '../../evidence/effect-log/altered-programs.ts';
export { forwardPort } from '../../tasks/setup/chromium.ts';
export { computeMetric } from '../../verdicts/osworld/evaluator/compute-metric.ts';
export type { EvaluatorDefinition, RuleFault } from '../../verdicts/osworld/evaluator/definition.ts';
export { getters, isInsideGetter, metrics } from '../../verdicts/osworld/evaluator/registry.ts';
export { type ExpectedForms, expectedFaults, type ReportFault } from '../../verdicts/osworld/evaluator/rule-faults.ts';
export { homeFile, keep, vmFile } from '../../verdicts/osworld/getters/files.ts';
export {
  type AskedDesktop,
  aborted,
  type Getter,
  type GetterContext,
  MissingFile,
  textParameter,
} from '../../verdicts/osworld/getters/getter.ts';
export { bothDocuments, openedDocument, pairs } from '../../verdicts/osworld/metrics/both-documents.ts';
export { compareDocxFiles } from '../../verdicts/osworld/metrics/compare-docx-files.ts';
export { compareTextFile } from '../../verdicts/osworld/metrics/compare-text-file.ts';
export { fuzzyRatio } from '../../verdicts/osworld/metrics/fuzzy-ratio.ts';
export { type Metric, type MetricCall, type MetricRules, score } from '../../verdicts/osworld/metrics/metric.ts';
export {
  byCodePoint,
  decodeText,
  linesWithEnds,
  parseResultJson,
  readPythonText,
  splitLines,
  splitWords,
  strip,
  stripEnd,
} from '../../verdicts/osworld/metrics/text.ts';
export {
  field,
  fieldList,
  fieldText,
  isEqual,
  isIn,
  isTable,
  isTruthy,
  optionalList,
  pythonText,
  resultList,
  resultTable,
  resultText,
  type Table,
} from '../../verdicts/osworld/metrics/values.ts';
