import { Command, Option } from 'commander';
import { desktopProviderNames, type ProviderOptions } from '../../desktop/providers/registry.ts';
import { wholeNumber } from './number-arguments.ts';

/** Flags that say what a provider is to be told. */
export interface ProviderFlags {
  warm?: number;
  remote?: string[];
  resetCommand?: string;
  resetUrl?: string;
  allowDirty?: boolean;
  screenshotBudget?: number;
  guestPassword?: string;
  imageName?: string;
  qemuImage?: string;
  qemuKernel?: string;
  qemuInitrd?: string;
  qemuAppend?: string;
  qemuFirmware?: string;
  pathToVm?: string[];
  vmSnapshot?: string;
  containerImage?: string;
  containerDisk?: string;
  vmMemory?: number;
  vmCpus?: number;
}

/** `--provider NAME`. */
export function providerOption(): Option {
  return new Option(
    '--provider <name>',
    `what supplies desktops: ${desktopProviderNames.join(', ')} (default: sandbox)`,
  );
}

/** Adds them; `docs/providers.md` tells what they mean. */
export function addProviderFlags(command: Command): Command {
  return command
    .option('--warm <n>', 'for sandbox: fresh desktops kept ready, 250 MB each (default: 0)', wholeNumber(0))
    .option('--remote <address...>', 'for remote: http://HOST:PORT, HOST:SERVER:CHROMIUM:VNC:VLC, or a file of them')
    .option(
      '--reset-command <command>',
      'for remote: resets the desktop at $OSHARM_DESKTOP_URL; run here, without a shell',
    )
    .option(
      '--reset-url <url>',
      'for remote: resets the desktop by a POST; {url} is its address, a path is its server’s own',
    )
    .option('--allow-dirty', 'for remote: use desktops again that were used and can’t be reset (run.json says so)')
    .option(
      '--screenshot-budget <n>',
      'for OSWorld’s own servers: screenshots between two resets (default: 200; 0: no limit)',
      wholeNumber(0),
    )
    .option('--guest-password <text>', 'password of the desktop’s user (default: password)')
    .option('--image-name <name>', 'for remote: what tables call the image of these desktops (default: remote)')
    .option('--qemu-image <file>', 'for qemu: the disk image, never written to (OSWorld’s qcow2 as it is)')
    .option('--qemu-kernel <file>', 'for qemu: a kernel for an image without a boot loader')
    .option('--qemu-initrd <file>', 'for qemu: its first file system')
    .option('--qemu-append <text>', 'for qemu: its command line')
    .option('--qemu-firmware <file>', 'for qemu: firmware for an image that starts by UEFI (OVMF.fd)')
    .option('--path-to-vm <file...>', 'for vmware: the machines (.vmx), or OSWorld’s registry .vmware_vms')
    .option('--vm-snapshot <name>', 'for vmware: what each run reverts to (default: init_state)')
    .option('--container-image <name>', 'for docker: the image (ours by osharm image export, or OSWorld’s)')
    .option('--container-disk <file>', 'for docker: OSWorld’s qcow2, for its image')
    .option('--vm-memory <mebibytes>', 'for qemu and docker: memory of a machine (default: 4096)', wholeNumber(0))
    .option('--vm-cpus <n>', 'for qemu and docker: processors of a machine (default: 4)', wholeNumber(0));
}

/** What the flags say, for `createProvider`. */
export function providerOptions(flags: ProviderFlags): ProviderOptions {
  const { guestPassword, ...own } = pick(flags);
  const options = { ...own, password: guestPassword };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as ProviderOptions;
}

/** The flags of this page alone. */
function pick(flags: ProviderFlags): ProviderFlags {
  const names = addProviderFlags(new Command()).options.map((option) => option.attributeName());
  return Object.fromEntries(Object.entries(flags).filter(([name]) => names.includes(name)));
}
