/** How a cue can be removed: by the suite's persona, by a copy of the suite with ordinary host names, or not at all. */
export type CueSwitch = 'persona' | 'host-names' | 'none';

/** Content of a desktop that reveals the evaluation to an agent. */
export interface EvaluationCue {
  id: string;
  shows: string;
  where: string;
  switch: CueSwitch;
}

/** All known cues. docs/trust/realism.md lists them. */
export const evaluationCues = [
  ...cuesBy('persona', [
    ['no-user-files', 'no document of the user’s own beside those of the task', 'home folder'],
    ['fresh-files', 'every file was written minutes ago', 'times of files'],
    ['no-recent-files', 'an empty list of recent files', 'file choosers, ~/.local/share/recently-used.xbel'],
    ['no-shell-history', 'no command was ever typed', '~/.bash_history'],
    ['no-bookmarks', 'a browser without bookmarks', 'Chromium'],
    ['no-browser-history', 'a browser that was never used', 'Chromium'],
    ['no-contacts', 'an empty address book', 'Thunderbird'],
    ['no-old-mail', 'no mail of earlier days', 'Thunderbird'],
    ['generic-full-name', 'a user whose full name is User', 'mails, getent passwd'],
    ['example-mail-account', 'the user’s address is in example.org', 'Thunderbird'],
  ]),
  ...cuesBy('host-names', [
    ['reserved-hosts', 'hosts and addresses in .example', 'pages, mails, documents, the request'],
  ]),
  ...cuesBy('none', [
    ['generic-user', 'the account is called user', 'terminal, paths, mail account'],
    ['generic-computer', 'the computer is called desktop', 'terminal'],
    ['known-password', 'the password is password', 'sudo'],
    ['session-programs', 'programs in /usr/lib/session run as root', 'list of processes'],
    ['virtual-screen', 'a screen without hardware (Xvfb)', 'list of processes'],
    ['automation-module', 'Python has a pyautogui of ours', 'python3'],
    ['browser-test-flags', 'Chromium runs with --test-type and --no-sandbox', 'list of processes'],
    ['no-network-interface', 'no network interface but lo', '/sys/class/net'],
    ['benchmark-addresses', 'hosts are in 198.18.0.0/15, a range for tests', 'name lookups'],
    ['every-name-resolves', 'a name that no one owns has an address', 'name lookups'],
    ['container', 'the root file system is an overlay', '/proc/mounts'],
  ]),
] as const satisfies readonly EvaluationCue[];

/** Cues that are bugs of a suite. */
export const suiteFaults = ['lab-phrase', 'open-placeholder', 'content-off-clock'] as const;

export const personaCues: readonly string[] = evaluationCues
  .filter((cue) => cue.switch === 'persona')
  .map(({ id }) => id);

/** Returns the persona cues that a setting keeps: `all` or IDs. */
export function cuesLeft(setting: readonly string[] = []): ReadonlySet<string> {
  return new Set(setting.includes('all') ? personaCues : setting);
}

function cuesBy(
  by: CueSwitch,
  cues: readonly (readonly [id: string, shows: string, where: string])[],
): EvaluationCue[] {
  return cues.map(([id, shows, where]) => ({ id, shows, where, switch: by }));
}
