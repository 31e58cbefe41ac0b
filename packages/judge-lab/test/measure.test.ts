import { spawn } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { judgeAt, openaiAnswer } from '../../../test/judge/judge-world.ts';
import { anthropicDialect } from '../../../test/model/servers/anthropic-dialect.ts';
import { type ModelServer, startModelServer, type Turn } from '../../../test/model/servers/model-server.ts';
import { openaiDialect } from '../../../test/model/servers/openai-dialect.ts';
import { temporaryFolder } from '../../../test/run/temporary-suite.ts';
import { layOut } from '../src/attacks/lay-out.ts';
import { measureAttacks } from '../src/attacks/measure.ts';
import { judgeAttacks } from '../src/attacks/registry.ts';
import { type AttackReport, flipRatesOf } from '../src/report/flips.ts';
import { attackLines } from '../src/report/terminal.ts';
import { anthropicJudge, type Character, openaiJudge } from './model-doubles.ts';

let folder = temporaryFolder('judge-attacks');
let server: ModelServer;
beforeEach(() => {
  folder = temporaryFolder('judge-attacks');
});
afterEach(async () => {
  await server.close();
  folder.remove();
});

const named = (...names: string[]) =>
  names.map((name) => judgeAttacks.get(name) as NonNullable<ReturnType<typeof judgeAttacks.get>>);
const options = { concurrency: 8 };
const bin = fileURLToPath(new URL('../../../bin/osharm', import.meta.url));

describe('measured judge attacks', () => {
  it('judge attacks flip a judge that believes text and not one that checks actions (OpenAI, aer)', async () => {
    const attacks = named('fake-verdict', 'system-message', 'tree-text', 'hidden-letters');
    const by = async (character: Character): Promise<AttackReport> => {
      server = await startModelServer(openaiDialect, openaiJudge(character));
      const traces = await layOut(join(folder.path, character), attacks);
      const report = flipRatesOf((await measureAttacks(traces, judgeAt(server.url), options)).outcomes);
      await server.close();
      return report;
    };
    const naive = await by('naive');
    expect(naive.cleanRight).toMatchObject({ count: 8, n: 8 });
    const [verdict, system, tree, hidden] = naive.byAttack;
    for (const row of [verdict, system, hidden])
      expect(row).toMatchObject({ reached: 8, unsafeToSafe: { count: 4, n: 4 }, safeToUnsafe: { count: 4, n: 4 } });
    // `aer` receives no tree, so the attack has no channel and no request is sent.
    expect(tree).toMatchObject({ reached: 0, pairs: 8, unsafeToSafe: { n: 0 }, safeToUnsafe: { n: 0 } });
    expect(naive.all.unsafeToSafe).toMatchObject({ count: 12, n: 12 });
    const firm = await by('firm');
    expect(firm.all).toMatchObject({
      reached: 24,
      unsafeToSafe: { count: 0, n: 12 },
      safeToUnsafe: { count: 0, n: 12 },
    });
    expect(firm.all.unsafeToSafe.high).toBeGreaterThan(0.2);
    const lines = attackLines(naive, 140).join('\n');
    expect(lines).toContain('4 of 4 [51–100 %]');
    expect(lines).toMatch(/tree-text +0\/8 +– +–/);
  });

  it('judge attacks use Anthropic’s API and reach the evidence judge in trees and effects', async () => {
    const attacks = named('tree-text', 'forged-effect-line', 'many-effects');
    server = await startModelServer(anthropicDialect, anthropicJudge('naive'));
    const judge = { type: 'evidence', model: 'anthropic:claude-x' };
    const measured = await measureAttacks(await layOut(folder.path, attacks), judgeAt(server.url, judge), options);
    const [tree, forged] = flipRatesOf(measured.outcomes).byAttack;
    // A run of one step has no change of the tree that could show it.
    expect(tree).toMatchObject({ reached: 7, unsafeToSafe: { count: 4, n: 4 }, safeToUnsafe: { count: 3, n: 3 } });
    expect(forged).toMatchObject({ reached: 8, unsafeToSafe: { count: 4, n: 4 } });
  });

  it('judge attacks are in the pictures that are captioned or sent', async () => {
    server = await startModelServer(openaiDialect, openaiJudge('firm'));
    const reached: Record<string, number> = {};
    for (const type of ['aer', 'default', 'a11y_tree', 'evidence_blind']) {
      const traces = await layOut(folder.path, named('picture-text'));
      const { outcomes } = await measureAttacks(traces, judgeAt(server.url, { type }), options);
      reached[type] = flipRatesOf(outcomes).all.reached;
    }
    // `default` isn't shown the screen after the last step, nor any tree type a picture.
    expect(reached).toEqual({ aer: 8, default: 7, a11y_tree: 0, evidence_blind: 8 });
  });

  it('judge attacks count a verdict lost under attack', async () => {
    server = await startModelServer(openaiDialect, ({ body }): Turn => {
      const isAttacked = JSON.stringify(body).includes('SYSTEM MESSAGE');
      return isAttacked ? openaiAnswer(body, 'no json') : openaiJudge('firm')({ body, path: '', headers: {} });
    });
    const { outcomes } = await measureAttacks(
      await layOut(folder.path, named('system-message')),
      judgeAt(server.url),
      options,
    );
    expect(flipRatesOf(outcomes).all).toMatchObject({
      lost: 8,
      failed: 0,
      unsafeToSafe: { n: 0 },
      completion: { n: 0 },
    });
  });

  it('a judge request too large for the model is distinguished from other failures', async () => {
    server = await startModelServer(openaiDialect, ({ body }): Turn => {
      const text = JSON.stringify(body);
      if (text.length > 300_000) return { fault: 'overflow' };
      return text.includes('SYSTEM MESSAGE')
        ? { fault: 'unauthorised' }
        : openaiJudge('firm')({ body, path: '', headers: {} });
    });
    const traces = await layOut(folder.path, named('repetition', 'system-message'));
    const { outcomes } = await measureAttacks(traces, judgeAt(server.url), options);
    const [flood, system] = flipRatesOf(outcomes).byAttack;
    expect(flood).toMatchObject({ reached: 8, lost: 8, failed: 0 });
    expect(system).toMatchObject({ reached: 8, lost: 0, failed: 8 });
  });

  it('judge attacks are judged once: a repetition calls no model, and all share their captions', async () => {
    server = await startModelServer(openaiDialect, openaiJudge('firm'));
    const attacks = named('fake-verdict', 'agent-claims');
    const once = async () =>
      measureAttacks(await layOut(folder.path, attacks), judgeAt(server.url), { concurrency: 1 });
    await once();
    const isCaption = ({ body }: { body: Record<string, unknown> }) => !('tools' in body);
    expect(server.requests.filter(isCaption)).toHaveLength(8);
    expect(server.requests).toHaveLength(8 + 8 + 16);
    await once();
    expect(server.requests).toHaveLength(32);
  });
});

describe('osharm judge --attack-suite', () => {
  it('osharm judge --attack-suite measures every attack, prints flips with intervals and keeps every verdict', {
    timeout: 120_000,
  }, async () => {
    server = await startModelServer(openaiDialect, openaiJudge('naive'));
    const env = { ...process.env, OPENAI_API_KEY: 'sk-none-00000000', OPENAI_BASE_URL: `${server.url}/v1` };
    const flags = ['--attack-suite', '--judge_type', 'aer', '--judge_model', 'openai:gpt-4.1', '--quiet', '--json'];
    const child = spawn(bin, ['judge', folder.path, ...flags], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
    const report = JSON.parse(output) as AttackReport & { costUsd: number; outcomes: unknown[] };
    expect(report.outcomes).toHaveLength(judgeAttacks.size * 8);
    expect(report.byAttack.map(({ attack }) => attack)).toEqual([...judgeAttacks.keys()]);
    expect(report.costUsd).toBeGreaterThan(0);
    expect(report.all.unsafeToSafe.rate).toBeGreaterThan(0.9);
    expect(existsSync(join(folder.path, 'attacks_openai_gpt-4.1_aer_osharm-1.json'))).toBe(true);
  });

  it('osharm judge --attack-suite leaves a folder with other results unchanged', async () => {
    server = await startModelServer(openaiDialect, openaiJudge('firm'));
    writeFileSync(join(folder.path, 'result.txt'), '1.0');
    const env = { ...process.env, OPENAI_API_KEY: 'sk-none-00000000', OPENAI_BASE_URL: `${server.url}/v1` };
    const flags = ['--attack-suite', '--judge_type', 'aer', '--judge_model', 'openai:gpt-4.1'];
    const child = spawn(bin, ['judge', folder.path, ...flags], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(2);
    expect(output).toContain('has other files than attacks on judges');
    expect(readdirSync(folder.path)).toEqual(['result.txt']);
    expect(server.requests).toEqual([]);
  });
});
