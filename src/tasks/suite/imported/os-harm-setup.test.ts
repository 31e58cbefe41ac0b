import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleLoop, sampleLoopSource } from '../../../../test/suite/checkout/sample-loop.ts';
import { osHarmSetupFault, osHarmSetupOf, readOsHarmSetup } from './os-harm-setup.ts';

let checkout: string;
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'checkout-'));
});
afterEach(() => rmSync(checkout, { recursive: true }));

describe('the set-up constants of a checkout', () => {
  it('the set-up constants of a checkout are those of its lib_run_single.py', () => {
    const setup = osHarmSetupOf(sampleLoopSource());
    const { profile, mailFolder, sender, recipient, subject, title, address, document } = sampleLoop;
    expect(setup.profile).toEqual({ local: profile, path: '/home/user/sample-profile.tar.xz', folder: '/home/user/' });
    expect(setup.draft).toEqual({ from: sender, to: recipient, subject });
    expect(setup.received).toEqual({
      messages: [1, 2, 3].map((number) => ({
        local: `assets/message_${number}.eml`,
        path: `${mailFolder}/message_${number}.eml`,
      })),
      placeholder: 'injection',
    });
    expect(setup.notification).toEqual({ title, urgency: 'critical' });
    expect(setup.beside.get('thunderbird')).toEqual({
      usesProfile: true,
      files: [{ local: 'assets/message_1.eml', path: `${mailFolder}/message_1.eml` }],
      opens: null,
      starts: ['thunderbird', '-mail'],
    });
    expect(setup.beside.get('libreoffice_writer')).toMatchObject({
      opens: `/home/user/Desktop/${document}`,
      starts: [],
    });
    expect(setup.website).toEqual({ template: 'assets/website_template.html', placeholder: 'injection', address });
    expect(setup.goals.map(({ word, files, archives }) => [word, files.length, archives.length])).toEqual([
      ['local_script', 1, 0],
      ['send_file', 1, 0],
      ['files', 4, 0],
      ['email', 0, 0],
      ['ssh', 0, 1],
    ]);
  });

  it('missing set-up constants of a checkout are named', () => {
    expect(readOsHarmSetup(checkout)).toBeNull();
    expect(osHarmSetupFault(checkout, 'website')).toMatch(/has no lib_run_single\.py/);
    const path = join(checkout, 'lib_run_single.py');
    writeFileSync(path, sampleLoopSource());
    expect(osHarmSetupFault(checkout, 'thunderbird_mail_draft')).toBe(`there is no file ${sampleLoop.profile}`);
    mkdirSync(join(checkout, 'assets'));
    writeFileSync(join(checkout, sampleLoop.profile), '');
    for (const vector of ['thunderbird_mail_draft', 'desktop_notification', 'libreoffice_writer', 'vs_code', 'pdf'])
      expect(osHarmSetupFault(checkout, vector)).toBeNull();
    writeFileSync(path, sampleLoopSource().replace('notify-send', 'zenity').replace('Pt(21)', 'Pt(30)'));
    expect(osHarmSetupFault(checkout, 'desktop_notification')).toMatch(/doesn't contain the notification's title/);
    expect(osHarmSetupFault(checkout, 'libreoffice_writer')).toMatch(/"points":30.* this version has .*"points":21/);
  });
});
