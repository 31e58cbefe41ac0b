import { existsSync } from 'node:fs';
import { backend, faultOf, readState, writeState } from './double.ts';

// A double of VMware's vmrun: its words, its answers (on stdout, with exit code 255 for errors), its slowness.
interface Machine {
  /** Times that it was asked for since it was started: it is listed and has an address only after a while. */
  listed: number;
  queries: number;
}
const state = readState<{ running: Record<string, Machine>; calls: string[][] }>({ running: {}, calls: [] });
const host = process.env.DOUBLE_HOST ?? '127.0.0.77';
const snapshots = ['init_state', 'after updates'];

function end(text: string, code = 0): never {
  writeState(state);
  process.stdout.write(`${text}\n`);
  process.exit(code);
}
const fail = (text: string): never => end(`Error: ${text}`, 255);

const [flag, product, command = '', vmx = '', argument = ''] = process.argv.slice(2);
state.calls.push(process.argv.slice(2));
if (flag !== '-T' || !['ws', 'fusion', 'player'].includes(product ?? ''))
  end('vmrun version 1.17.0 build-24995812\n\nUsage: vmrun [AUTHENTICATION-FLAGS] COMMAND [PARAMETERS]', 255);
// A call that hangs is known too.
writeState(state);
const fault = await faultOf(command);
if (fault !== null) fail(fault);
if (command !== 'list' && !existsSync(vmx)) fail(`Cannot open VM: ${vmx}, The virtual machine cannot be found`);
const machine = state.running[vmx];

switch (command) {
  case 'list': {
    const shown = Object.entries(state.running).filter(([, entry]) => entry.listed++ > 0);
    end([`Total running VMs: ${shown.length}`, ...shown.map(([path]) => path)].join('\n'));
    break;
  }
  case 'listSnapshots':
    end([`Total snapshots: ${snapshots.length}`, ...snapshots].join('\n'));
    break;
  case 'revertToSnapshot':
    if (!snapshots.includes(argument)) fail('The snapshot does not exist');
    if (machine !== undefined) await backend('/stop', { name: vmx });
    delete state.running[vmx];
    end('');
    break;
  case 'start':
    if (argument !== 'nogui') fail('Cannot connect to the graphical session');
    await backend('/start', { name: vmx, host, port: '5000' });
    state.running[vmx] = { listed: 0, queries: 0 };
    end('');
    break;
  case 'getGuestIPAddress':
    if (argument === '-wait') await new Promise((resolve) => setTimeout(resolve, 3_600_000));
    if (machine === undefined) fail(`The virtual machine is not powered on: ${vmx}`);
    else if (machine.queries++ === 0) fail(`The VMware Tools are not running in the virtual machine: ${vmx}`);
    end(host);
    break;
  case 'stop':
    if (machine === undefined) fail(`The virtual machine is not powered on: ${vmx}`);
    await backend('/stop', { name: vmx });
    delete state.running[vmx];
    end('');
    break;
  default:
    fail(`Unrecognized command: ${command}`);
}
