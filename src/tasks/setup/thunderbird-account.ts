import { stepError } from './setup-failure.ts';

/** The host that the user's mail program asks for mail. */
const mailHost = 'imap.example.org';
/** What the account that keeps its mail in files is called once there is one on the server. */
const localName = 'On this computer';

type Preferences = Map<string, string | number | boolean>;

/**
 * Adds an account on the mail server to Thunderbird's `prefs.js`, as the first; the account that is there goes on
 * keeping drafts and sent mail in its files. Text that has the account already comes back as it is. Throws OsharmError
 * where there is no account to add to.
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
  // As the image has it, each account is called by the user's address.
  const address = String(known.get(`mail.identity.${identities.split(',')[0]}.useremail`) ?? 'user@example.org');
  const added: Preferences = new Map<string, string | number | boolean>([
    ['mail.accountmanager.accounts', `${account},${text(known, 'mail.accountmanager.accounts')}`],
    ['mail.accountmanager.defaultaccount', account],
    ['mail.account.lastKey', number],
    [`mail.account.${account}.identities`, identities],
    [`mail.account.${account}.server`, server],
    ...serverPreferences(server, address),
    // A network without interfaces, which is all that a desktop has, would be taken for none.
    ['network.manage-offline-status', false],
    ['offline.autoDetect', false],
    // The key to send asks back otherwise.
    ['mail.warn_on_send_accel_key', false],
    // Windows that come by themselves would differ from run to run.
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
    // SASL EXTERNAL: the mail program says who it is and needs no password, so it never asks for one.
    [preference('authMethod'), 7],
    [preference('userName'), 'user'],
    [preference('name'), address],
    [preference('directory-rel'), `[ProfD]ImapMail/${mailHost}`],
    [preference('storeContractID'), '@mozilla.org/msgstore/berkeleystore;1'],
    [preference('login_at_startup'), true],
    [preference('check_new_mail'), true],
    // A copy in files would look as if the agent had put mail there.
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
      // Written in a way that JSON doesn't have; nothing that we look at is.
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
