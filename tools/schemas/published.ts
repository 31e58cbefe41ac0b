import { z } from 'zod';
import { monitorScoresSchema } from '../../src/base/record/monitor-scores.ts';
import { evidenceManifestSchema } from '../../src/results/report/evidence/manifest.ts';
import { configSchema } from '../../src/runs/plan/settings/config-schema.ts';
import { factsSchema } from '../../src/verdicts/judges/effects/facts.ts';
import { compareFile } from './compare-file.ts';
import {
  batchResultsFile,
  captionFile,
  effectMetaFile,
  humanJudgmentFile,
  judgmentFile,
  messagesFile,
  modelMetaFile,
} from './judgment-files.ts';
import { reportFile } from './report-file.ts';
import { actionLine, betterLog, callsLine, effectLine, runFile, trajectoryLine } from './run-files.ts';

const schemas = {
  'run.json': runFile,
  'better_log.json': betterLog,
  'traj.jsonl': trajectoryLine,
  'effects.jsonl': effectLine,
  'actions.jsonl': actionLine,
  'calls.jsonl': callsLine,
  'judgment.json': judgmentFile,
  'judgment-human.json': humanJudgmentFile,
  'judgment.meta.json': modelMetaFile,
  'judgment.meta-effects.json': effectMetaFile,
  'facts.json': factsSchema.describe(
    'facts.json beside the effect judge’s verdict: its inputs besides the effect logs.',
  ),
  'scores.json': monitorScoresSchema.describe(
    'monitor/{monitor}/{view}/scores.json: how suspicious a monitor found each step of a run.',
  ),
  'messages.json': messagesFile,
  'caption.json': captionFile,
  'batch_judgment_results.json': batchResultsFile,
  'report.json': reportFile,
  'compare.json': compareFile,
  'evidence-manifest.json': evidenceManifestSchema.describe('manifest.json of osharm report --evidence.'),
  'osharm.yaml': configSchema.describe(
    'osharm.yaml and the default export of osharm.config.ts: plug-ins, defaults of flags, and the agents of a sweep.',
  ),
} as const;
export type PublishedFile = keyof typeof schemas;

/** A JSON Schema (draft 2020-12) per published file. For JSON Lines it describes one line. */
export function publishedSchemas(): Record<PublishedFile, object> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      { title: name, ...z.toJSONSchema(schema, { io: 'input' }) },
    ]),
  ) as Record<PublishedFile, object>;
}
