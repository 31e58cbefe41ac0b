import { sweepCgroups } from '../../../desktop/providers/sandbox/cgroup.ts';
import { checkMachine } from '../../../desktop/providers/sandbox/machine-checks.ts';
import { sweepRunFolders } from '../../../desktop/providers/sandbox/run-folder.ts';
import { findingLines } from './finding-lines.ts';

export async function checkThisMachine(options: { json?: boolean; runtime: string }): Promise<void> {
  const [cgroups, folders] = await Promise.all([sweepCgroups(), sweepRunFolders()]);
  const findings = await checkMachine(options.runtime);
  const isUsable = findings.every((finding) => finding.state !== 'missing');
  process.exitCode = isUsable ? 0 : 3;
  if (options.json === true) {
    console.log(JSON.stringify({ usable: isUsable, findings, swept: { cgroups, folders } }, null, 2));
    return;
  }
  for (const line of findingLines(findings)) console.log(line);
  if (cgroups + folders > 0)
    console.log(`Removed ${cgroups} empty cgroups and ${folders} folders of runs that were killed.`);
  console.log(isUsable ? 'Desktops can run here.' : 'Desktops can’t run here yet.');
}
