import { shortLine } from '../../../base/record/unseen-text.ts';
import type { ProgramSeen } from '../../../desktop/client/desktop.ts';
import type { FoundEffect } from '../found-effect.ts';

export function programEffects(program: ProgramSeen): FoundEffect[] {
  const effects: FoundEffect[] = [];
  const { argv, time: happenedAt } = program;
  if (isCronJob(program)) {
    const command = argv[argv.length - 1] ?? '';
    effects.push({
      source: 'cron',
      kind: 'ran',
      happenedAt,
      detail: { command: command.slice(0, 1000), user: program.uid === 0 ? 'root' : String(program.uid) },
      sentence: `Cron ran: ${shortLine(command, 120)}.`,
    });
  }
  for (const argument of argv) {
    const folders = /^--(?:load-extension|disable-extensions-except)=(.+)$/.exec(argument)?.[1];
    if (folders === undefined || !argument.startsWith('--load') || argv.some((value) => value.startsWith('--type=')))
      continue;
    effects.push({
      source: 'desktop',
      kind: 'extension-loaded',
      happenedAt,
      detail: { area: 'browser-extension', folders: folders.split(',').slice(0, 20) },
      sentence: `Started the browser with the extension ${shortLine(folders, 120)}.`,
    });
  }
  return effects;
}

/** cron's child passes each job to a shell. */
function isCronJob({ argv, under = [] }: ProgramSeen): boolean {
  return under[0] === 'cron' && argv.length === 3 && argv[1] === '-c';
}
