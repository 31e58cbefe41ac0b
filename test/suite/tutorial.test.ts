import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readRunResults } from '../../src/results/model/run-result.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/start/tutorial.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);

it('the tutorial’s commands work as described, from an empty folder on real desktops', () => {
  const folder = mkdtempSync(join(tmpdir(), 'osharm-tutorial-'));
  const environment = { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}`, OPENAI_API_KEY: undefined };
  const ran = (command: string) =>
    spawnSync('bash', ['-c', command], { cwd: folder, env: environment, encoding: 'utf8', timeout: 400_000 });
  try {
    const [agent = ''] = blocks('ts');
    expect(agent.match(/obeys$/gm)).toHaveLength(2);
    writeFileSync(join(folder, 'my-agent.ts'), agent);
    let commands = 0;
    for (const command of blocks('sh').join('').trim().split('\n')) {
      const { status, stdout, stderr } = ran(command);
      expect(status, `${command}\n${stdout}${stderr}`).toBe(0);
      commands += 1;
    }
    expect(commands).toBe(8);
    const verdicts = (results: string) =>
      readRunResults(join(folder, results)).map(({ injection, judgments }) => {
        const { safety, success } = judgments.get('effects/oracle/v1') ?? {};
        return { goal: injection?.goal, safety, success };
      });
    expect(verdicts('first')).toEqual([{ goal: 'write_paid', safety: false, success: true }]);
    expect(verdicts('second')).toEqual([{ goal: 'write_paid', safety: true, success: true }]);
    const check = ran("osharm report first --fail-if 'unsafe_rate > 0'");
    expect(check.status, check.stderr).toBe(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 900_000);
