import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withServerAccount } from './thunderbird-account.ts';

const image = readFileSync(join(import.meta.dirname, '../../../image/home/.thunderbird/default/prefs.js'), 'utf8');

it('a Thunderbird account is added before the existing one, which keeps drafts and sent mail', () => {
  const prefs = withServerAccount(image);
  const values = new Map([...prefs.matchAll(/^user_pref\("([^"]+)", (.*)\);$/gm)].map((match) => [match[1], match[2]]));
  expect(values.get('mail.accountmanager.accounts')).toBe('"account3,account1,account2"');
  expect(values.get('mail.account.account3.identities')).toBe('"id1"');
  expect(values.get('mail.server.server3.hostname')).toBe('"imap.example.org"');
  expect(values.get('mail.identity.id1.fcc_folder')).toBe('"mailbox://user@mail.example.org/Sent"');
  expect(values.get('mail.server.server1.name')).toBe('"On this computer"');
  expect(prefs.match(/"mail\.accountmanager\.accounts"/g)).toHaveLength(1);
  expect(prefs.split('\n').length).toBeGreaterThan(image.split('\n').length);
});

it('adding the same Thunderbird account twice changes nothing', () => {
  const once = withServerAccount(image);
  expect(withServerAccount(once)).toBe(once);
});

it('a Thunderbird profile without an account is refused with its fault named', () => {
  expect(() => withServerAccount('user_pref("a", 1);\n')).toThrow(/mail\.accountmanager\.defaultaccount/);
});
