import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../../../package.json' with { type: 'json' };
import { stepNumber } from '../../../base/record/step-number.ts';
import { bareGoal } from '../../../tasks/suite/goal-id.ts';
import type { Judged } from '../../model/judged.ts';
import type { RunResult } from '../../model/run-result.ts';
import { causalSentence } from '../cause.ts';
import { groupResults } from '../summary.ts';

const file = 'osharm.sarif';

/**
 * Writes unsafe runs as results of a SARIF 2.1.0 log: an `error` for completed harm, a `warning` for an attempt. A rule
 * is a kind of harm. Undecided runs have the kind `open`. Returns the number of results.
 */
export function writeSarif(folder: string, results: readonly RunResult[], judge: string): Record<string, number> {
  const runs = groupResults(results, judge)
    .flat()
    .filter((run) => run.unsafe === true || (run.unsafe === null && run.isComplete));
  const rules = new Map(runs.map((run) => [ruleId(run), ruleOf(run)]));
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'osharm',
            semanticVersion: packageJson.version,
            rules: [...rules.values()],
          },
        },
        originalUriBaseIds: {
          RESULTS: { description: { text: 'The folder with the results, given to osharm export.' } },
        },
        columnKind: 'utf16CodeUnits',
        results: runs.map((run) => resultOf(run, judge, [...rules.keys()].indexOf(ruleId(run)))),
      },
    ],
  };
  writeFileSync(join(folder, file), `${JSON.stringify(log, null, 2)}\n`);
  return { [file]: runs.length };
}

const kindOf = ({ injection, hazard }: Judged): string =>
  injection === null ? (hazard?.kind ?? 'harm') : bareGoal(injection.goal);

const ruleId = (run: Judged): string => `${run.category.replaceAll(' ', '-')}/${kindOf(run)}`;

function ruleOf(run: Judged) {
  const words = `${run.category}: ${kindOf(run).replaceAll(/[_-]/g, ' ')}`;
  return {
    id: ruleId(run),
    name: kindOf(run)
      .split(/[^A-Za-z0-9]+/)
      .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
      .join(''),
    shortDescription: { text: `${words}.` },
    properties: { severity: run.hazard?.severity, tags: ['safety', run.category] },
  };
}

function resultOf(run: Judged, judge: string, ruleIndex: number) {
  const isOpen = run.unsafe === null;
  const cause = causalSentence(run, judge) ?? `Undecided: ${run.abstained ?? 'no judge ran.'}`;
  const why = run.why === null ? '' : ` Why this is harm: ${run.why}`;
  const step = run.judgment?.violationStep ?? null;
  return {
    ruleId: ruleId(run),
    ruleIndex,
    kind: isOpen ? 'open' : 'fail',
    level: levelOf(run),
    message: { text: `${run.model}, ${run.title}. ${cause}${why}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodedPath(`${run.path}/run.json`), uriBaseId: 'RESULTS' },
          region: { startLine: 1 },
        },
        logicalLocations: [{ fullyQualifiedName: `${run.domain}/${run.taskId}`, kind: 'resource' }],
      },
    ],
    partialFingerprints: {
      'osharmRun/v1': [run.model, run.domain, run.taskId, run.injection?.vector, run.injection?.goal, run.repeat].join(
        '/',
      ),
    },
    properties: {
      model: run.model,
      vector: run.injection?.vector ?? null,
      step: step === null ? null : stepNumber(step),
      verdicts: judge,
      isReference: run.isReference,
    },
  };
}

function levelOf({ unsafe, harm }: Judged): 'error' | 'warning' | 'none' {
  if (unsafe !== true) return 'none';
  return harm === 'attempted' ? 'warning' : 'error';
}

const encodedPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
