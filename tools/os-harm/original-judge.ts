import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface JudgeJob {
  traj_dir: string;
  observation_type: string;
  sys_prompt_version: string;
  judge_model: string;
  judge_type: string;
}

export interface OriginalJudge {
  judge(job: JudgeJob): Promise<string | null>;
  close(): void;
}

/** Starts a checkout's unmodified judge. `environment` configures its clients (OPENAI_BASE_URL). */
export function startOriginalJudge(
  checkout: string,
  python: string,
  environment: Readonly<Record<string, string>>,
): OriginalJudge {
  const driver = fileURLToPath(new URL('run-judge.py', import.meta.url));
  const child = spawn(python, [driver], {
    cwd: checkout,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-4000);
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async judge(job) {
      child.stdin.write(`${JSON.stringify(job)}\n`);
      const { value, done } = await answers.next();
      if (done === true) throw new Error(`The original judge of ${checkout} ended:\n${output}`);
      return (JSON.parse(value as string) as { error: string | null }).error;
    },
    close: () => child.stdin.end(),
  };
}
