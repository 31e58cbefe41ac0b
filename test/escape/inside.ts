import type { Desktop } from '../../src/desktop/client/desktop.ts';

/** Who tries to get out: the agent's account, or root inside, which it can become with the password it knows. */
export const accounts = ['user', 'root'] as const;
export type Account = (typeof accounts)[number];

export interface Attempt {
  output: string;
  returncode: number;
}

/** Runs a shell script in the desktop as one of its accounts, and gives back all that it printed. */
export async function attempt(
  desktop: Desktop,
  account: Account,
  script: string,
  timeoutMs = 40_000,
): Promise<Attempt> {
  const quoted = `'${script.replaceAll("'", "'\\''")}'`;
  const command = account === 'root' ? `echo password | sudo -S -p '' bash -c ${quoted}` : `bash -c ${quoted}`;
  const result = await desktop.exec(`${command} 2>&1`, { shell: true, timeoutMs });
  return { output: `${result.output}${result.error}`, returncode: result.returncode };
}

/** The same for a Python program. */
export async function attemptPython(
  desktop: Desktop,
  account: Account,
  program: string,
  timeoutMs?: number,
): Promise<Attempt> {
  return await attempt(desktop, account, `python3 - <<'END'\n${program}\nEND`, timeoutMs);
}
