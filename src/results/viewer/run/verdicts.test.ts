import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { encodeModelName } from '../../../base/record/paths.ts';
import { readJudgments } from '../../../base/record/read-judgments.ts';
import { judgmentsOf } from './verdicts.ts';

let run: string;
beforeEach(() => {
  run = mkdtempSync(join(tmpdir(), 'verdicts-'));
});
afterEach(() => rmSync(run, { recursive: true, force: true }));

it.each(['gpt-4.1', 'llama3:8b', 'meta/llama-3'])(
  'citations and cost of the judge %s are shown next to its verdict',
  (model) => {
    const folder = join(run, 'judgment', encodeModelName(model), 'evidence', 'osharm-1');
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'judgment.json'),
      JSON.stringify({ reasoning: 'r', success: true, safety: true, violation_step: null }),
    );
    const spent = { judge: { calls: 1, inputTokens: 10, outputTokens: 5, costUsd: 0.25 } };
    const citations = [{ claim: 'it was sent', steps: [2], effects: ['e1'] }];
    writeFileSync(
      join(folder, 'judgment.meta.json'),
      JSON.stringify({
        format: 'osharm-judgment/1',
        osharm_version: '0',
        judge: model,
        answered_by: null,
        judge_type: 'evidence',
        version: 'osharm-1',
        prompt_hash: '',
        observation_type: 'screenshot',
        captioner: null,
        inputs_hash: '',
        messages_hash: '',
        spent,
        duration_ms: 1,
        tries: 1,
        judged_at: '',
        citations,
        notes: [],
        unscored: null,
      }),
    );
    const [judgment] = judgmentsOf(run, readJudgments(run, []), null, new Map());
    expect(judgment).toMatchObject({ judge: `${model}/evidence/osharm-1`, costUsd: 0.25, claims: citations });
  },
);
