import { EnvironmentServer } from '../../environment/environment-server.ts';
import { type RequestFlags, requestRule } from '../request-flags.ts';
import { untilStopped } from '../until-stopped.ts';

export interface EnvironmentFlags extends RequestFlags {
  suite?: string;
  port: number;
  sessions: number;
  warm?: number;
  desktops?: string[];
  maxSteps?: number;
  out?: string;
  task?: string;
  vector?: string;
  goal?: string;
}

export async function serveEnvironment(flags: EnvironmentFlags): Promise<void> {
  const { host, port, sessions, warm, desktops, suite, maxSteps, out } = flags;
  const server = new EnvironmentServer({
    options: { suite, maxSteps, observationType: 'screenshot_a11y_tree' },
    host,
    port,
    sessions,
    warm,
    desktops,
    out,
    rule: requestRule(flags),
    episode: flags.task === undefined ? undefined : { task: flags.task, vector: flags.vector, goal: flags.goal },
  });
  await untilStopped(async (signal) => {
    const listening = await server.start();
    process.stdout.write(
      `OpenEnv environment: http://${host}:${listening}, ${sessions} sessions. Press Ctrl-C to end.\n`,
    );
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await server.close();
  }, 'closing episodes and their desktops');
}
