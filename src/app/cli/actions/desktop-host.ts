import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import packageJson from '../../../../package.json' with { type: 'json' };
import { UsageError } from '../../../base/errors.ts';
import { DesktopHost } from '../../../desktop/providers/hosts/desktop-host.ts';
import { type HostAccess, hostIdentity, writeAccess } from '../../../desktop/providers/hosts/host-access.ts';
import { SandboxProvider } from '../../../desktop/providers/sandbox/sandbox-provider.ts';
import { fittingDesktops } from '../../../runs/plan/settings/fitting-desktops.ts';
import { untilStopped } from '../until-stopped.ts';
import { checkOutput } from '../write-output.ts';

export interface HostFlags {
  access: string;
  listen: string;
  port: number;
  name?: string;
  capacity?: number;
  warm: number;
  certificate?: string;
  key?: string;
}

export async function lendDesktops(options: HostFlags): Promise<void> {
  checkOutput(options.access);
  const identity = await hostIdentity();
  const own = await ownCertificate(options);
  const capacity = options.capacity ?? fittingDesktops({ callsModel: true });
  const provider = new SandboxProvider({ warm: options.warm });
  await provider.check();
  const host = new DesktopHost({ provider, capacity, version: packageJson.version, ...identity, ...own });
  await untilStopped(async (signal) => {
    try {
      const port = await host.start(options.listen, options.port);
      const name = options.name ?? hostname();
      const access: HostAccess = {
        url: `https://${name.includes(':') ? `[${name}]` : name}:${port}`,
        token: identity.token,
        certificate: own === null ? identity.certificate : undefined,
      };
      await writeAccess(options.access, access);
      process.stdout.write(
        `Lending up to ${capacity} desktops at ${access.url}. Copy ${options.access} to the other machine, and run there:\n  osharm run --desktops ${options.access} …\nCtrl-C ends them.\n`,
      );
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    } finally {
      await host.close();
      await provider.close();
    }
  }, 'closing the desktops');
}

async function ownCertificate({ certificate, key }: HostFlags): Promise<{ certificate: string; key: string } | null> {
  if (certificate === undefined && key === undefined) return null;
  if (certificate === undefined || key === undefined)
    throw new UsageError('--certificate and --key belong together.', { code: 'host-certificate' });
  const [certificateText, keyText] = await Promise.all([certificate, key].map((file) => readFile(file, 'utf8')));
  return { certificate: certificateText ?? '', key: keyText ?? '' };
}
