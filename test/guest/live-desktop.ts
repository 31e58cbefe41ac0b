import { GuestHttp, type GuestReply } from '../../src/desktop/client/guest-http.ts';
import type { SandboxDesktop } from '../../src/desktop/providers/sandbox/sandbox-desktop.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';

/** A real desktop and a plain HTTP client of its control server. */
export interface LiveDesktop {
  desktop: SandboxDesktop;
  http: GuestHttp;
  get(path: string): Promise<GuestReply>;
  post(path: string, value?: unknown): Promise<GuestReply>;
  /** Starts a program and waits until a window whose title holds `title` is there. */
  open(command: string[], title: string): Promise<void>;
  close(): Promise<void>;
}

export async function liveDesktop(): Promise<LiveDesktop> {
  const provider = new SandboxProvider();
  const desktop = await provider.create({ width: 1920, height: 1080 });
  const http = new GuestHttp({ socketPath: desktop.controlPath });
  const timeoutMs = 60_000;
  return {
    desktop,
    http,
    get: (path) => http.call({ method: 'GET', path, timeoutMs }),
    post: (path, value) =>
      http.call({
        method: 'POST',
        path,
        timeoutMs,
        ...(value === undefined
          ? {}
          : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) }),
      }),
    async open(command, title) {
      await desktop.launch(command);
      for (const start = Date.now(); Date.now() - start < 120_000; ) {
        // A window of that title may have been there before: the new one has the focus.
        if ((await desktop.windows()).some((window) => window.active && window.title.includes(title))) {
          await desktop.settle({ capMs: 5_000 });
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`${command.join(' ')} opened no window called ${title}`);
    },
    async close() {
      http.close();
      await provider.close();
    },
  };
}
