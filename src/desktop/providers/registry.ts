import { UsageError } from '../../base/errors.ts';
import { OpenRegistry } from '../../base/record/open-registry.ts';
import type { DesktopProvider } from '../client/desktop.ts';
import type { DockerOptions } from './docker/docker-provider.ts';
import type { HostsOptions } from './hosts/hosts-provider.ts';
import type { QemuOptions } from './qemu/qemu-provider.ts';
import type { RemoteOptions } from './remote/remote-provider.ts';
import type { SandboxProviderOptions } from './sandbox/sandbox-provider.ts';
import type { VmwareOptions } from './vmware/vmware-provider.ts';

export const desktopProviderNames = ['sandbox', 'remote', 'qemu', 'vmware', 'docker'] as const;

/** A plug-in's provider. */
export interface ProviderDefinition {
  readonly name: string;
  /** Must not start anything. */
  create(): DesktopProvider | Promise<DesktopProvider>;
}

/** Providers of plug-ins; built-in ones are listed only to reserve their names. */
export const openProviders: OpenRegistry<ProviderDefinition | null> = new OpenRegistry(
  'provider',
  desktopProviderNames.map((name) => [name, null] as const),
);

export type ProviderOptions = Partial<
  Pick<SandboxProviderOptions, 'warm'> &
    Pick<HostsOptions, 'desktops'> &
    RemoteOptions &
    QemuOptions &
    VmwareOptions &
    DockerOptions
>;

/** Throws UsageError for an unknown name or invalid options. */
export async function providerNamed(name: string, options: ProviderOptions = {}): Promise<DesktopProvider> {
  switch (name) {
    case 'sandbox': {
      const { desktops = [] } = options;
      if (desktops.length > 0) {
        const { HostsProvider } = await import('./hosts/hosts-provider.ts');
        return new HostsProvider({ desktops });
      }
      const { SandboxProvider } = await import('./sandbox/sandbox-provider.ts');
      return new SandboxProvider(options.warm === undefined ? {} : { warm: options.warm });
    }
    case 'remote': {
      const { RemoteProvider } = await import('./remote/remote-provider.ts');
      return new RemoteProvider({ ...options, remote: options.remote ?? [] });
    }
    case 'qemu': {
      const { QemuProvider } = await import('./qemu/qemu-provider.ts');
      return new QemuProvider({ ...options, qemuImage: options.qemuImage ?? '' });
    }
    case 'vmware': {
      const { VmwareProvider } = await import('./vmware/vmware-provider.ts');
      return new VmwareProvider({ ...options, pathToVm: options.pathToVm ?? [] });
    }
    case 'docker': {
      const { DockerProvider } = await import('./docker/docker-provider.ts');
      return new DockerProvider({ ...options, containerImage: options.containerImage ?? '' });
    }
    default: {
      const plugged = openProviders.get(name);
      if (plugged != null) return plugged.create();
      throw new UsageError(`There is no provider ${JSON.stringify(name)}.`, {
        code: 'provider-unsupported',
        hint: `There are: ${[...openProviders.keys()].join(', ')}.`,
      });
    }
  }
}
