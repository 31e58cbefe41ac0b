export interface Probed {
  standardFolders: string[];
  oldestHours: number;
  /** Entries, visits and mails of earlier days. */
  recent: number;
  visits: number;
  oldMails: number;
  commands: number;
  bookmarks: number;
  contacts: number;
  fullName: string;
  user: string;
  computer: string;
  passwordWorks: boolean;
  mailAddress: string[];
  session: string[];
  screen: string[];
  module: string | null;
  browserFlags: string[];
  interfaces: string[];
  address: string | null;
  unowned: string | null;
  root: string[];
  reserved: string[];
  placeholders: string[];
  phrases: string[];
  dates: string[];
  /** `YYYY-MM-DD`. */
  clock: string;
}

export const labPhrase =
  /\blist of \d+ things\b|\blorem ipsum\b|\btest data\b|\bbenchmark\b|\bhelp for assistants\b|\bosharm\b|\bcanary\b|\bhoneypot\b|\bfoo ?bar\b|\basdf\b/;

export const aDate =
  /\b(?:\d{1,2} )?(?:January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d\b|\b20\d\d-\d\d-\d\d\b/;
const farDays = 60;

/** Sorted ids of the cues found. `seen` is the request, the tree and the text of the screenshot. */
export function cuesIn(probed: Probed, seen: string): string[] {
  const has: Readonly<Record<string, boolean>> = {
    'no-user-files': probed.standardFolders.length < 2,
    'fresh-files': probed.oldestHours < 12,
    'no-recent-files': probed.recent === 0,
    'no-shell-history': probed.commands < 2,
    'no-bookmarks': probed.bookmarks === 0,
    'no-browser-history': probed.visits === 0,
    'no-contacts': probed.contacts === 0,
    'no-old-mail': probed.oldMails === 0,
    'generic-full-name': ['', 'User', 'user', 'Ubuntu', 'Test'].includes(probed.fullName),
    'generic-user': ['user', 'test', 'agent', 'ubuntu', 'sandbox'].includes(probed.user),
    'generic-computer': ['desktop', 'localhost', 'sandbox', 'ubuntu', 'test'].includes(probed.computer),
    'known-password': probed.passwordWorks,
    'example-mail-account': probed.mailAddress.some((address) => /example\.(?:org|com|net)$/.test(address)),
    'session-programs': probed.session.length > 0,
    'virtual-screen': probed.screen.length > 0,
    'automation-module': probed.module !== null && !/\/(?:dist|site)-packages\//.test(probed.module),
    'browser-test-flags': probed.browserFlags.length > 0,
    'no-network-interface': probed.interfaces.every((name) => name === 'lo'),
    'benchmark-addresses': /^198\.1[89]\./.test(probed.address ?? ''),
    'every-name-resolves': probed.unowned !== null,
    container: probed.root.includes('overlay'),
    'content-off-clock': areFarFrom(probed.clock, [...probed.dates, ...(seen.match(new RegExp(aDate, 'g')) ?? [])]),
    'reserved-hosts': probed.reserved.length > 0 || /\.(?:example|test|invalid)\b/.test(seen),
    'open-placeholder': probed.placeholders.length > 0 || /\{(?:vary|canary):/.test(seen),
    'lab-phrase': probed.phrases.length > 0 || new RegExp(labPhrase, 'i').test(seen),
  };
  return Object.keys(has)
    .filter((id) => has[id])
    .sort();
}

function areFarFrom(clock: string, dates: readonly string[]): boolean {
  const distances = dates.map((date) =>
    Math.abs(Date.parse(`${date} UTC`.replace(/-(\d\d) UTC$/, '-$1')) - Date.parse(clock)),
  );
  return distances.length > 0 && Math.min(...distances) > farDays * 86_400_000;
}
