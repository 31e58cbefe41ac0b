import type { FileLint } from '../lint-fields.ts';
import type { LintCause, LintReason } from '../lint-finding.ts';
import type { SetupStep, Task } from '../task.ts';
import type { TaskVocabulary } from '../task-vocabulary.ts';
import { commandText, programsOf } from './commands.ts';

const builtins = new Set(
  'cd echo export source . test [ [[ true false set unset read exit return if fi for while until case esac done { } alias ulimit umask wait kill printf trap eval shift type local pushd popd function : break continue declare readonly let builtin shopt mapfile readarray getopts hash jobs bg fg disown select in'.split(
    ' ',
  ),
);
/** Snapshots of OSWorld and OS-Harm, which are all the same initial state. */
const plainSnapshots = new Set(
  'base_setup chrome gimp init_state libreoffice_calc libreoffice_impress libreoffice_writer multi_apps os terminal thunderbird vlc vs_code vscode'.split(
    ' ',
  ),
);
/** Features that the desktop lacks, with the commands that need them. */
const features: readonly (readonly [RegExp, string, LintCause?])[] = [
  [/\b(?:snap|flatpak)\s+(?:install|refresh|run)\b/, 'installs by snap or flatpak, which the desktop doesn’t have'],
  [/\bpip3?\s+install\b/, 'installs Python packages from the internet', 'internet'],
  [/\bsystemctl\b|\bservice\s+\w+\s+(?:start|stop|restart)\b/, 'needs systemd, which the desktop doesn’t run'],
  [/\b(?:reboot|shutdown|poweroff)\b/, 'restarts the machine, which ends the desktop'],
  [/\borg\.gnome\.shell\b/, 'sets GNOME Shell, which the desktop doesn’t run'],
  [/\b(?:docker|podman)\s+\w/, 'starts containers, which the desktop doesn’t allow'],
  [/\b(?:pactl|amixer|pacmd)\b/, 'needs sound, which the desktop doesn’t have'],
  [/\b(?:fdisk|parted|mkfs\S*|losetup|mount)\s/, 'works on disks, which the desktop doesn’t have'],
];

const aptInstall = /\bapt(?:-get)?\s+(?:-\S+\s+)*install\b([^;&|\n"']*)/g;

/** Packages that a command installs and the image lacks. A program with a package's name counts as the package. */
export function missingPackages(command: string, programs: ReadonlySet<string>): string[] {
  const wanted = [...command.matchAll(aptInstall)].flatMap((match) => (match[1] ?? '').split(/\s+/));
  return wanted.filter((word) => word !== '' && !word.startsWith('-') && !programs.has(word));
}

/** Resources that only the internet has, with the instructions that need them. */
const onlineWork: readonly (readonly [RegExp, string])[] = [
  [/\b(?:chrome|chromium) (?:web ?|plug-?in |extension )store\b/i, 'the Chrome Web Store'],
  [/\bgoogle (?:scholar|drive|docs|maps|search)\b/i, 'a site of Google'],
  [
    /\binstall\b(?![^.]{0,60}\bunpacked\b)[^.]{0,60}\b(?:extension|plug-?in|add-?on|theme)s?\b[^.]{0,30}\b(?:for|to|in|into) (?:my )?(?:LibreOffice|GNOME|Thunderbird|Chrome)\b/i,
    'an archive of extensions',
  ],
  [/\bdownload\b[^.]{0,40}\b(?:pdfs?|papers?|wallpapers?|episodes?|lectures?)\b/i, 'a file of the internet'],
];
/** A URL, or the bare host name that an instruction fetches something from. */
const hostInText =
  /(?:https?:\/\/|\b(?:download|find|get|go|install|measure|search|visit)\b[^.]{0,80}?(?<![\w@.-]))((?:[a-z0-9-]+\.)+(?:com|org|net|io|edu|gov))(?!\w|[\w.-]*@)/gi;

/** Returns the host or resource that an instruction needs but the desktop's internet lacks; or null. */
export function onlineNeed(instruction: string, doubled: ReadonlySet<string>): string | null {
  const hosts = [...instruction.matchAll(hostInText)].map((match) => (match[1] ?? '').toLowerCase());
  const host = hosts.find((name) => !doubled.has(name));
  return host ?? onlineWork.find(([pattern]) => pattern.test(instruction))?.[1] ?? null;
}

/**
 * Reports unmet requirements of a task. They stop a task with a check, because its score would be meaningless. A task
 * without one (OS-Harm's `infeasible`) still runs.
 */
export function lintMachine(
  task: Task,
  lint: FileLint,
  vocabulary: TaskVocabulary,
  doubled: ReadonlySet<string>,
): void {
  const { snapshot } = task;
  if (snapshot !== undefined && !plainSnapshots.has(snapshot))
    lint.add(
      'snapshot',
      `names the snapshot ${JSON.stringify(snapshot)}: every desktop starts from the plain image, as OSWorld's own do`,
      'note',
    );
  const isScored = [task.evaluator.func].flat().some((name) => name !== 'infeasible');
  const tell: Tell = (field, message, reason) => {
    if (isScored) lint.stop(field, message, 'cannot', reason);
    else lint.add(field, message, 'tolerated');
  };
  const fields = task as Record<string, unknown>;
  if (fields.proxy === true) tell('proxy', 'needs a proxy to the internet, which the desktop doesn’t have', internet);
  if (fields.fixed_ip === true) tell('fixed_ip', 'needs a fixed address on the internet', internet);
  const online = isScored ? onlineNeed(task.instruction, doubled) : null;
  if (online !== null)
    tell(
      'instruction',
      `sends the agent to ${online}, which the desktop can't reach (--provider qemu --network host reaches it)`,
      internet,
    );
  machineOfSteps(task.config, 'config', tell, vocabulary, doubled);
  machineOfSteps(task.evaluator.postconfig ?? [], 'evaluator.postconfig', tell, vocabulary, doubled);
  for (const part of isScored ? ['result', 'expected'] : []) {
    const getters = [(task.evaluator as Record<string, unknown>)[part]].flat();
    for (const [index, getter] of getters.entries()) {
      const field = `evaluator.${part}${getters.length > 1 ? `.${index}` : ''}.command`;
      machineOfCommand(
        { type: 'execute', parameters: (getter ?? {}) as Record<string, unknown> },
        field,
        tell,
        vocabulary,
      );
    }
  }
}

type Tell = (field: string, message: string, reason: LintReason) => void;

const internet: LintReason = { cause: 'internet' };

function machineOfSteps(
  steps: readonly SetupStep[],
  field: string,
  tell: Tell,
  vocabulary: TaskVocabulary,
  doubled: ReadonlySet<string>,
): void {
  steps.forEach((step, index) => {
    const at = `${field}.${index}`;
    const command = commandText(step);
    machineOfCommand(step, `${at}.parameters.command`, tell, vocabulary);
    for (const host of hostsOf(step, command))
      if (!doubled.has(host))
        tell(
          at,
          `needs ${host} of the internet, and the desktop has no mock site for it (--provider qemu --network host reaches it)`,
          internet,
        );
  });
}

function machineOfCommand(step: SetupStep, field: string, tell: Tell, vocabulary: TaskVocabulary): void {
  const command = commandText(step);
  const feature = features.find(([pattern]) => pattern.test(command));
  if (feature !== undefined) {
    const [, message, cause = 'desktop'] = feature;
    tell(field, message, { cause });
    return;
  }
  const missing = missingPackages(command, vocabulary.programs);
  if (missing.length > 0) {
    tell(field, `installs Debian packages (${missing.join(', ')}), and the desktop can’t reach their archive`, {
      cause: 'program',
      name: missing[0],
    });
    return;
  }
  for (const program of programsOf(step)) {
    const name = program.split('/').at(-1) ?? '';
    const isElsewhere = program.includes('/') && !/^\/(?:usr\/|s?bin\/)/.test(program);
    if (isElsewhere || builtins.has(name) || vocabulary.programs.has(name)) continue;
    tell(field, `starts ${name}, which the desktop's image lacks`, { cause: 'program', name });
  }
}

function hostsOf(step: SetupStep, command: string): string[] {
  const { urls_to_open: urls } = step.parameters;
  const addresses = step.type === 'chrome_open_tabs' && Array.isArray(urls) ? urls.map(String) : [];
  const named = [...command.matchAll(/\bhttps?:\/\/([a-z0-9.-]+\.[a-z]{2,})/gi)].map((match) => match[1] ?? '');
  const hosts = addresses.flatMap(
    (url) => /^(?:https?:\/\/)?([a-z0-9.-]+\.[a-z]{2,})(?:[:/?#]|$)/i.exec(url)?.[1] ?? [],
  );
  return [...new Set([...named, ...hosts].map((host) => host.toLowerCase()))];
}
