import type { Accelerator } from './accelerator.ts';

export interface MachineShape {
  accelerator: Accelerator;
  /** In MiB. */
  memory: number;
  cpus: number;
  /** Blocks all outgoing connections. Only replies on forwarded ports can leave the guest. */
  isolated: boolean;
  width: number;
  height: number;
  /** A kernel file on the host, used instead of the image's boot loader. */
  kernel?: string | undefined;
  initrd?: string | undefined;
  append?: string | undefined;
  /** For UEFI images: a firmware file such as OVMF.fd. */
  firmware?: string | undefined;
}

export function machineArguments(shape: MachineShape, disk: string): string[] {
  const { accelerator, memory, cpus, isolated, width, height, kernel, initrd, append, firmware } = shape;
  const option = (name: string, value: string | undefined): string[] => (value === undefined ? [] : [name, value]);
  return [
    '-name',
    'desktop',
    '-nodefaults',
    '-no-user-config',
    '-display',
    'none',
    '-no-reboot',
    '-machine',
    'q35',
    '-accel',
    accelerator,
    '-cpu',
    accelerator === 'kvm' ? 'host' : 'max',
    '-m',
    String(memory),
    '-smp',
    String(cpus),
    '-device',
    `VGA,edid=on,xres=${width},yres=${height},vgamem_mb=64`,
    '-drive',
    `file=${disk.replaceAll(',', ',,')},format=qcow2,if=virtio,cache=unsafe,discard=unmap`,
    '-netdev',
    `user,id=net0${isolated ? ',restrict=on' : ''}`,
    '-device',
    'virtio-net-pci,netdev=net0',
    '-device',
    'virtio-rng-pci',
    '-rtc',
    'base=utc',
    ...option('-kernel', kernel),
    ...option('-initrd', initrd),
    ...option('-append', append),
    ...option('-bios', firmware),
  ];
}
