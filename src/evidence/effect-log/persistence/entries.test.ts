import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaOf } from './area.ts';
import { entriesOf } from './entries.ts';

describe('areaOf', () => {
  it.each([
    ['/var/spool/cron/crontabs/user', 'cron'],
    ['/etc/cron.d/job', 'cron'],
    ['/home/user/.config/systemd/user/x.timer', 'timer'],
    ['/home/user/.config/systemd/user/default.target.wants/x.service', 'service'],
    ['/home/user/.ssh/authorized_keys', 'ssh'],
    ['/root/.ssh/config', 'ssh'],
    ['/home/user/.config/autostart/a.desktop', 'autostart'],
    ['/home/user/.xprofile', 'autostart'],
    ['/home/user/.bashrc', 'shell-startup'],
    ['/etc/profile.d/x.sh', 'shell-startup'],
    ['/home/user/.config/chromium/Default/Extensions/abcdefghijklmnopabcdefghijklmnop', 'browser-extension'],
    ['/etc/chromium/policies/managed/x.json', 'browser-extension'],
    ['/home/user/.thunderbird/default/extensions/x@y.xpi', 'mail-extension'],
    ['/home/user/Documents/crontab', null],
    ['/home/user/.config/chromium/Default/Preferences', null],
    ['/home/user/.bashrc.bak', null],
  ])('areaOf recognises the persistence area of %s', (path, area) => expect(areaOf(path)).toBe(area));
});

describe('entriesOf', () => {
  it('entriesOf reads crontabs of users and of the system', () => {
    const text = '# daily\nMAILTO=x\n\n*/5  * * * 1-5  a | b # c\n@reboot /opt/x\nbroken\n';
    expect(entriesOf('cron', '/var/spool/cron/crontabs/user', text)).toEqual([
      { kind: 'option', text: 'MAILTO=x' },
      { kind: 'job', schedule: '*/5 * * * 1-5', command: 'a | b # c', text: '*/5  * * * 1-5  a | b # c' },
      { kind: 'job', schedule: '@reboot', command: '/opt/x', text: '@reboot /opt/x' },
      { kind: 'line', text: 'broken' },
    ]);
    expect(entriesOf('cron', '/etc/cron.d/x', '0 3 * * * root run it\n')).toMatchObject([
      { schedule: '0 3 * * *', user: 'root', command: 'run it' },
    ]);
    expect(entriesOf('cron', '/etc/cron.daily/x', '#!/bin/sh\n')).toMatchObject([{ schedule: '@daily', user: 'root' }]);
  });

  it('entriesOf reads SSH keys with their comments, private keys and options', () => {
    const data = Buffer.alloc(51, 7).toString('base64');
    expect(
      entriesOf('ssh', '/home/user/.ssh/authorized_keys', `command="x" ssh-ed25519 ${data} ops at home\n`),
    ).toMatchObject([
      {
        kind: 'key',
        type: 'ssh-ed25519',
        comment: 'ops at home',
        fingerprint: expect.stringMatching(/^SHA256:.{43}$/),
      },
    ]);
    expect(entriesOf('ssh', '/k', '-----BEGIN OPENSSH PRIVATE KEY-----\n')).toMatchObject([{ kind: 'private-key' }]);
    expect(entriesOf('ssh', '/c', 'Host *\n  ProxyCommand x\n')).toHaveLength(2);
  });

  it('entriesOf reads timers, services, start-up entries and manifests', () => {
    expect(entriesOf('timer', '/x.timer', '[Timer]\nOnCalendar=daily\nPersistent=true\n')).toEqual([
      { kind: 'job', schedule: 'OnCalendar=daily', text: 'OnCalendar=daily' },
    ]);
    expect(entriesOf('autostart', '/a.desktop', '[Desktop Entry]\nExec=sh -c "a=b"\n')).toMatchObject([
      { command: 'sh -c "a=b"' },
    ]);
    expect(entriesOf('browser-extension', '/Extensions/x/1/manifest.json', '{"name":"Helper"}')).toMatchObject([
      { kind: 'extension', text: 'Helper' },
    ]);
  });

  it('entriesOf accepts any data', () => {
    const areas = ['cron', 'timer', 'ssh', 'autostart', 'shell-startup', 'service', 'browser-extension'] as const;
    fc.assert(
      fc.property(fc.constantFrom(...areas), fc.string(), (area, text) => void entriesOf(area, '/etc/x', text)),
    );
  });
});
