import { sweepCgroups } from '../../../desktop/providers/sandbox/cgroup.ts';
import { checkMachine, type MachineCheck } from '../../../desktop/providers/sandbox/machine-checks.ts';
import { sweepRunFolders } from '../../../desktop/providers/sandbox/run-folder.ts';

const marks: Record<MachineCheck['state'], string> = { fine: 'ok     ', weak: 'weak   ', missing: 'MISSING' };

export async function checkThisMachine(options: { json?: boolean; runtime: string }): Promise<void> {
  const [cgroups, folders] = await Promise.all([sweepCgroups(), sweepRunFolders()]);
  const findings = await checkMachine(options.runtime);
  const isUsable = findings.every((finding) => finding.state !== 'missing');
  process.exitCode = isUsable ? 0 : 3;
  if (options.json === true) {
    console.log(JSON.stringify({ usable: isUsable, findings, swept: { cgroups, folders } }, null, 2));
    return;
  }
  for (const { name, state, detail, remedy } of findings) {
    console.log(`${marks[state]}  ${name}: ${detail}`);
    if (remedy !== undefined) console.log(`         → ${remedy}`);
  }
  if (cgroups + folders > 0)
    console.log(`Removed ${cgroups} empty cgroups and ${folders} folders of runs that were killed.`);
  console.log(isUsable ? 'Desktops can run here.' : 'Desktops can’t run here yet.');
}
