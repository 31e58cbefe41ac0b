import { z } from 'zod';
import { actionRecordSchema } from '../../src/base/record/evidence/action-record.ts';
import { effectSchema } from '../../src/base/record/evidence/effect.ts';
import { effectJudgmentSchema } from '../../src/base/record/evidence/effect-judgment.ts';
import { judgmentMetaFile } from '../../src/base/record/evidence/judgment-file.ts';
import { judgmentMetaSchema } from '../../src/base/record/evidence/model-judgment.ts';
import { monitorScoresSchema } from '../../src/base/record/monitor-scores.ts';
import { evidenceManifestSchema } from '../../src/results/report/evidence/manifest.ts';
import { configSchema } from '../../src/runs/plan/settings/config-schema.ts';
import { factsSchema } from '../../src/verdicts/judges/effects/facts.ts';
import { compareFile } from './compare-file.ts';
import { batchResultsFile, captionFile, humanJudgmentFile, judgmentFile, messagesFile } from './judgment-files.ts';
import { reportFile } from './report-file.ts';
import { betterLog, callsLine, runFile, trajectoryLine } from './run-files.ts';

const schemas = {
  'run.json': runFile,
  'better_log.json': betterLog,
  'traj.jsonl': trajectoryLine,
  'effects.jsonl': effectSchema,
  'actions.jsonl': actionRecordSchema,
  'calls.jsonl': callsLine,
  'judgment.json': judgmentFile,
  'judgment-human.json': humanJudgmentFile,
  [judgmentMetaFile]: judgmentMetaSchema,
  'judgment.meta-effects.json': effectJudgmentSchema,
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
