import { expect, it } from 'vitest';
import { withInstallation } from './thunderbird-profiles.ts';

const ours = '[InstallFDC34C9F024745EB]\n';
const profile = (number: number, path: string, more = '') => `[Profile${number}]\nName=p\nPath=${path}\n${more}\n`;

it('this Thunderbird installation gets the profile of another one, the default one or the only one', () => {
  const other = `[Install0A]\nDefault=x.release\nLocked=1\n\n${profile(0, 'y.default', 'Default=1')}`;
  expect(withInstallation(other)).toBe(`${ours}Default=x.release\nLocked=1\n\n${other}`);
  const two = profile(0, 'a') + profile(1, 'b', 'Default=1');
  expect(withInstallation(two)).toContain(`${ours}Default=b\n`);
  expect(withInstallation(profile(0, 'only'))).toContain(`${ours}Default=only\n`);
});

it('a Thunderbird profile list that names this installation, or nothing, stays unchanged', () => {
  const named = `${ours}Default=z\n`;
  expect(withInstallation(named)).toBe(named);
  const open = profile(0, 'a') + profile(1, 'b');
  expect(withInstallation(open)).toBe(open);
});
