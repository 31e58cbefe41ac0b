import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { DesktopTarget } from '../../../agents/mcp/desktop-target.ts';
import { desktopTools } from '../../../agents/mcp/desktop-tools.ts';
import { serveTools } from '../../../agents/mcp/tool-server.ts';
import type { ObservationType, ToolSet } from '../../../base/record/run-settings.ts';
import { SandboxProvider } from '../../../desktop/providers/sandbox/sandbox-provider.ts';
import { networkFrom } from '../../../runs/plan/network.ts';
import { untilStopped } from '../until-stopped.ts';

/** Maximum pixels of the longer side: the providers' limit for requests with many pictures. */
const maximumSide = 2000;

interface McpOptions {
  tools: ToolSet;
  observationType: Exclude<ObservationType, 'som'>;
  screenWidth: number;
  screenHeight: number;
  network: Parameters<typeof networkFrom>[0];
}

export async function serveMcp(options: McpOptions): Promise<void> {
  const provider = new SandboxProvider();
  await provider.check();
  const { screenWidth: width, screenHeight: height, observationType } = options;
  await untilStopped(async (signal) => {
    try {
      const desktop = await provider.create({ width, height, network: networkFrom(options.network) }, signal);
      const shows = { picture: observationType !== 'a11y_tree', tree: observationType !== 'screenshot' };
      const target = new DesktopTarget(desktop, { width, height }, { profile: 'osharm', observationType, maximumSide });
      const over = Promise.withResolvers<void>();
      process.stdin.once('end', () => over.resolve());
      signal.addEventListener('abort', () => over.resolve(), { once: true });
      const server = serveTools(desktopTools(options.tools, shows), target, new StdioServerTransport());
      await over.promise;
      await server.close();
    } finally {
      await provider.close();
    }
  }, 'closing the desktop');
}
