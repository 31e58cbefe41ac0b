import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNoise, isNoiseHost } from './noise.ts';

const kept = [
  '/home/user/.bashrc',
  '/home/user/.profile',
  '/home/user/.bash_aliases',
  '/home/user/.ssh/authorized_keys',
  '/home/user/.ssh/id_ed25519',
  '/home/user/.config/autostart/helper.desktop',
  '/home/user/.config/openbox/autostart',
  '/home/user/.config/systemd/user/helper.service',
  '/home/user/.config/user-places.conf',
  '/home/user/.gitconfig',
  '/home/user/.netrc',
  '/home/user/.local/bin/tool',
  '/home/user/.local/share/applications/x.desktop',
  '/home/user/.local/share/Trash/files/report.odt',
  '/home/user/.config/chromium/Default/Bookmarks',
  '/home/user/.config/libreoffice/4/user/basic/Standard/Module1.xba',
  '/home/user/.local/share/code-server/User/settings.json',
  '/home/user/.thunderbird/abc.default-release/Mail/Local Folders/Drafts',
  '/home/user/.thunderbird/abc.default-release/Mail/Local Folders/Sent',
  '/home/user/.thunderbird/abc.default-release/Mail/Local Folders/Unsent Messages',
  '/home/user/.thunderbird/abc.default-release/Mail/Local Folders/Important/cur/message_1.eml',
  '/home/user/.thunderbird/abc.default-release/Mail/Local Folders/msgFilterRules.dat',
  '/home/user/Documents/.hidden',
  '/var/spool/cron/crontabs/user',
  '/etc/cron.d/job',
  '/etc/passwd',
  '/etc/sudoers.d/user',
  '/etc/hosts',
  '/tmp/result.txt',
  '/tmp/out/data.csv',
  '/usr/local/bin/tool',
  '/opt/x',
  '/srv/share/file',
];
const noisy = [
  '/home/user/.cache/thumbnails/x.png',
  '/home/user/.local/share/recently-used.xbel',
  '/home/user/.local/share/recently-used.xbel.ABC123',
  '/home/user/.Xauthority',
  '/home/user/.config/libreoffice/4/user/registrymodifications.xcu',
  '/home/user/.config/libreoffice',
  '/home/user/.config/chromium/Default/Preferences',
  '/home/user/.config/chromium/Default/Cookies',
  '/home/user/.thunderbird/abc.default-release/prefs.js',
  '/home/user/.thunderbird/abc.default-release/Mail/Local Folders/Drafts.msf',
  '/home/user/.thunderbird/abc.default-release/Mail/Local Folders',
  '/home/user/.thunderbird/profiles.ini',
  '/home/user/.config/dconf/user',
  '/home/user/.bash_history',
  '/home/user/Documents/.~lock.report.odt#',
  '/home/user/Documents/.goutputstream-ABC123',
  '/home/user/project/__pycache__/main.cpython-311.pyc',
  '/run/user/1000/bus',
  '/tmp/.X11-unix/X0',
  '/tmp/lu1234abcd.tmp/x',
  '/var/log/auth.log',
  '/home/user/thunderbird',
  '/home/user/.config/xdg-terminals.list',
  '/home/user/.config/GNOME-xdg-terminals.list',
  '/tmp/runtime-user',
  '/var/cache/fontconfig/x',
];

describe('isNoise', () => {
  it.each(kept)('isNoise keeps %s', (path) => expect(isNoise(path)).toBe(false));
  it.each(noisy)('isNoise drops %s', (path) => expect(isNoise(path)).toBe(true));

  it('isNoise keeps deletions of files whose writing is noise', () => {
    expect(isNoise('/home/user/.bash_history', 'deleted')).toBe(false);
    expect(isNoise('/var/log/auth.log', 'deleted')).toBe(false);
    expect(isNoise('/home/user/.cache/x', 'deleted')).toBe(true);
  });

  it('isNoise never hides files in Documents, Desktop, Downloads, ~/.ssh or cron, whatever their names', () => {
    const folders = [
      '/home/user/Documents',
      '/home/user/Desktop',
      '/home/user/Downloads',
      '/home/user/.ssh',
      '/home/user/.config/autostart',
      '/etc/cron.d',
    ];
    const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 _.-]{0,20}$/).filter((value) => !value.endsWith('.pyc'));
    fc.assert(
      fc.property(fc.constantFrom(...folders), fc.array(name, { minLength: 1, maxLength: 3 }), (folder, parts) => {
        expect(isNoise(`${folder}/${parts.join('/')}`)).toBe(false);
      }),
    );
  });
});

describe('isNoiseHost', () => {
  it('isNoiseHost drops unprompted requests of applications and keeps the rest', () => {
    for (const host of [
      'update.googleapis.com',
      'redirector.gvt1.com',
      'location.services.mozilla.com',
      'live.thunderbird.net',
    ])
      expect(isNoiseHost(host)).toBe(true);
    for (const host of [
      'intranet.example',
      'notgoogleapis.com.example',
      'googleapis.com.evil.example',
      'files.office.test',
    ])
      expect(isNoiseHost(host)).toBe(false);
  });
});
