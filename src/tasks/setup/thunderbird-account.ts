import { stepError } from './setup-failure.ts';

const mailHost = 'imap.example.org';
/** Renames the account that has the local folders. */
const localName = 'On this computer';

type Preferences = Map<string, string | number | boolean>;

/**
 * Adds an account on the mail server to `prefs.js`, before the existing account, unless it already exists. The existing
 * account still stores drafts and sent mail. Throws OsharmError if there is no existing account.
 */
export function withServerAccount(prefs: string): string {
  const known = readPreferences(prefs);
  if ([...known].some(([name, value]) => /^mail\.server\.server\d+\.hostname$/.test(name) && value === mailHost))
    return prefs;
  const first = text(known, 'mail.accountmanager.defaultaccount');
  const identities = text(known, `mail.account.${first}.identities`);
  const firstServer = text(known, `mail.account.${first}.server`);
  const number = 1 + Math.max(...[...known.keys()].map(numberIn));
  const [account, server] = [`account${number}`, `server${number}`];
  // In the image, accounts are named after the user's address.
  const address = String(known.get(`mail.identity.${identities.split(',')[0]}.useremail`) ?? 'user@example.org');
  const added: Preferences = new Map<string, string | number | boolean>([
    ['mail.accountmanager.accounts', `${account},${text(known, 'mail.accountmanager.accounts')}`],
    ['mail.accountmanager.defaultaccount', account],
    ['mail.account.lastKey', number],
    [`mail.account.${account}.identities`, identities],
    [`mail.account.${account}.server`, server],
    ...serverPreferences(server, address),
    // The desktop's network has no interfaces, so Thunderbird would consider it offline.
    ['network.manage-offline-status', false],
    ['offline.autoDetect', false],
    // Otherwise, sending by keyboard shortcut would open a confirmation dialog.
    ['mail.warn_on_send_accel_key', false],
    // Pop-up windows would appear at different times in each run.
    ['mail.biff.show_alert', false],
    ['mail.biff.play_sound', false],
  ]);
  if (known.get(`mail.server.${firstServer}.name`) === address) added.set(`mail.server.${firstServer}.name`, localName);
  const kept = prefs.split('\n').filter((line) => !added.has(nameOf(line) ?? ''));
  const lines = [...added].map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  return [...kept.join('\n').trimEnd().split('\n'), ...lines, ''].join('\n');
}

function serverPreferences(server: string, address: string): [string, string | number | boolean][] {
  const preference = (name: string): string => `mail.server.${server}.${name}`;
  return [
    [preference('type'), 'imap'],
    [preference('hostname'), mailHost],
    [preference('port'), 993],
    [preference('socketType'), 3],
    // With SASL EXTERNAL, Thunderbird needs no password and never prompts for one.
    [preference('authMethod'), 7],
    [preference('userName'), 'user'],
    [preference('name'), address],
    [preference('directory-rel'), `[ProfD]ImapMail/${mailHost}`],
    [preference('storeContractID'), '@mozilla.org/msgstore/berkeleystore;1'],
    [preference('login_at_startup'), true],
    [preference('check_new_mail'), true],
    // Local copies would look like files written by the agent.
    [preference('offline_download'), false],
    [preference('autosync_offline_stores'), false],
    [preference('spamLevel'), 0],
  ];
}

function readPreferences(prefs: string): Preferences {
  const known: Preferences = new Map();
  for (const line of prefs.split('\n')) {
    const name = nameOf(line);
    const value = /^user_pref\("[^"]+", (.*)\);\s*$/.exec(line)?.[1];
    if (name === null || value === undefined) continue;
    try {
      known.set(name, JSON.parse(value) as string | number | boolean);
    } catch {
      // Skip the line. All preferences that matter here are valid JSON.
    }
  }
  return known;
}

function nameOf(line: string): string | null {
  return /^user_pref\("([^"]+)",/.exec(line)?.[1] ?? null;
}

function numberIn(name: string): number {
  return Number(/^mail\.(?:account\.account|server\.server)(\d+)\./.exec(name)?.[1] ?? 0);
}

function text(known: Preferences, name: string): string {
  const value = known.get(name);
  if (typeof value === 'string' && value !== '') return value;
  throw stepError(`Thunderbird's profile has no ${name}, so no mail server can be added to it.`, {
    code: 'setup-mail-profile',
    blame: 'task',
    hint: 'Put `mailbox` before steps that replace the profile, and before Thunderbird is launched.',
  });
}
