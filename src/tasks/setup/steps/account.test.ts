import { expect, it } from 'vitest';
import type { Desktop } from '../../../desktop/client/desktop.ts';
import type { SetupContext } from '../setup-kind.ts';
import { account } from './account.ts';

const before = {
  '/etc/passwd': 'root:x:0:0:root:/root:/bin/bash\nuser:x:1000:1000:Front Office:/home/user:/bin/bash\n',
  '/home/user/.thunderbird/default/prefs.js': 'user_pref("mail.identity.id1.fullName", "Front Office");\n',
};

/** A desktop that is these files. */
function desktopOf(files: Map<string, string>): Desktop {
  return {
    readFile: async (path: string) => (files.has(path) ? Buffer.from(files.get(path) ?? '') : null),
    writeFile: async (path: string, content: Buffer) => void files.set(path, content.toString()),
  } as unknown as Desktop;
}

it('an account step names the account and the sender of its mail', async () => {
  const files = new Map(Object.entries(before));
  await account.run({ name: 'Asha $& Rao' }, { desktop: desktopOf(files) } as SetupContext);
  expect(files.get('/etc/passwd')).toContain('user:x:1000:1000:Asha $& Rao:/home/user:');
  expect(files.get('/etc/passwd')).toContain('root:x:0:0:root:');
  expect(files.get('/home/user/.thunderbird/default/prefs.js')).toContain('"Asha $& Rao"');
});

it('an account step leaves a desktop without a mail profile unchanged', async () => {
  const files = new Map([['/etc/passwd', before['/etc/passwd']]]);
  await account.run({ name: 'Asha Rao' }, { desktop: desktopOf(files) } as SetupContext);
  expect([...files.keys()]).toEqual(['/etc/passwd']);
});

it('an account step refuses a name that would break the list of accounts', () => {
  expect(account.parameters.safeParse({ name: 'Rao:0:0' }).success).toBe(false);
  expect(account.parameters.safeParse({ name: 'Rao"' }).success).toBe(false);
});
