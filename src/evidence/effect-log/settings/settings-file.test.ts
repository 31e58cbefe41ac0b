import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settingsIn } from './settings-file.ts';

const written = readFileSync(join(import.meta.dirname, '../../../../test/effect/dconf-user'));

describe('settingsIn', () => {
  it('settingsIn reads what gsettings wrote', () => {
    expect(Object.fromEntries(settingsIn(written) ?? [])).toEqual({
      '/org/gnome/desktop/interface/font-name': "'Sans 13'",
      '/org/gnome/desktop/interface/text-scaling-factor': '1.25',
      '/org/gnome/desktop/interface/toolkit-accessibility': 'true',
      '/org/gnome/desktop/screensaver/lock-enabled': 'false',
      '/org/gnome/desktop/session/idle-delay': '0',
    });
  });

  it('settingsIn accepts any data', () => {
    expect(settingsIn(Buffer.from('no database'))).toBeNull();
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(written.length - 1), fc.nat(255)), { maxLength: 20 }), (changes) => {
        const damaged = Buffer.from(written);
        for (const [at, byte] of changes) damaged[at] = byte;
        settingsIn(damaged);
        settingsIn(damaged.subarray(0, changes.length * 20));
      }),
    );
  });
});
