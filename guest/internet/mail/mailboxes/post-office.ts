import type { PlacedMail } from '../../../../src/desktop/client/internet-protocol.ts';
import { Account, canonical } from './account.ts';

/** Domain with mailboxes on this server. */
const ownDomain = 'example.org';

export class PostOffice {
  readonly #accounts = new Map<string, Account>();

  /** `user` and `user@example.org` are equivalent. */
  account(user: string): Account {
    const name = user
      .trim()
      .toLowerCase()
      .replace(new RegExp(`@${ownDomain}$`), '');
    const known = this.#accounts.get(name);
    if (known !== undefined) return known;
    const account = new Account();
    this.#accounts.set(name, account);
    return account;
  }

  deliver(recipients: readonly string[], raw: Buffer): void {
    for (const address of new Set(recipients.map((recipient) => recipient.toLowerCase())))
      if (address.endsWith(`@${ownDomain}`)) this.account(address).folder('INBOX')?.add(raw);
  }

  /** Creates the folder if necessary and converts line ends to CRLF. */
  place({ user, folder, raw, flags, date }: PlacedMail): void {
    const account = this.account(user);
    const content = withMailLineEnds(Buffer.from(raw, 'base64'));
    account.create(folder);
    account.subscribed.add(canonical(folder));
    account.folder(folder)?.add(content, { flags: flags ?? [], date: date ?? sentAt(content) });
  }
}

function withMailLineEnds(raw: Buffer): Buffer {
  return Buffer.from(raw.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1');
}

/** Uses the Date header as the time of arrival, so that mail appears to have arrived over several days. */
function sentAt(raw: Buffer): number {
  const head = raw.toString('latin1', 0, 64 * 1024).split('\r\n\r\n', 1)[0] ?? '';
  const time = Date.parse(/^date:[ \t]*(.*)$/im.exec(head)?.[1]?.trim() ?? '');
  return Number.isNaN(time) ? Date.now() : time;
}
