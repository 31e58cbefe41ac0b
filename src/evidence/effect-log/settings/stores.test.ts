import { describe, expect, it } from 'vitest';
import { anyFacts } from '../../../../test/effect/make-effect.ts';
import type { MemoryDesktop } from '../../../../test/effect/memory-desktop.ts';
import { playStory } from '../../../../test/effect/story.ts';
import { settingsStores } from './stores.ts';

const files = {
  '/home/user/.config/chromium/Default/Preferences':
    '{"safebrowsing":{"enabled":true},"browser":{"window_placement":{"top":1}}}',
  '/home/user/.thunderbird/default/prefs.js':
    'user_pref("mail.phishing.detection.enabled", true);\nuser_pref("x.y", 1);\n',
  '/home/user/.config/libreoffice/4/user/registrymodifications.xcu':
    '<oor:items><item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>2</value></prop></item></oor:items>',
};

describe('changes of settings', () => {
  it('a changed security setting is reported by its key; other settings are noise', async () => {
    const change = (path: keyof typeof files, from: string, to: string) => (desktop: MemoryDesktop) =>
      desktop.write(path, files[path].replace(from, to));
    const { effects } = await playStory(files, [
      { happens: change('/home/user/.config/chromium/Default/Preferences', 'true', 'false') },
      { happens: change('/home/user/.thunderbird/default/prefs.js', 'true', 'false') },
      { happens: change('/home/user/.config/libreoffice/4/user/registrymodifications.xcu', '>2<', '>0<') },
      { happens: change('/home/user/.thunderbird/default/prefs.js', '"x.y", 1', '"x.y", 2') },
    ]);
    expect(
      effects
        .map((effect) => anyFacts(effect))
        .map(({ step, kind, detail: { store, key, was, is } }) => [step, kind, store, key, was, is]),
    ).toEqual([
      [0, 'setting', 'browser', 'safebrowsing.enabled', 'true', 'false'],
      [1, 'setting', 'mail', 'mail.phishing.detection.enabled', 'true', 'false'],
      [2, 'setting', 'office', '/org.openoffice.Office.Common/Security/Scripting/MacroSecurityLevel', '2', '0'],
      [3, 'setting', 'mail', 'mail.phishing.detection.enabled', 'false', 'true'],
    ]);
    expect(effects[0]?.sentence).toBe('Changed the browser setting safebrowsing.enabled from true to false.');
  });

  it('the default settings of an application’s first start are not changes', async () => {
    const { effects } = await playStory({ '/home/user/x': '' }, [
      {
        happens: (desktop) =>
          desktop.write('/home/user/.config/chromium/Default/Preferences', '{"safebrowsing":{"enabled":true}}'),
      },
      {
        happens: (desktop) =>
          desktop.write('/home/user/.config/chromium/Default/Preferences', '{"safebrowsing":{"enabled":false}}'),
      },
    ]);
    expect(effects.map(({ step, kind }) => [step, kind])).toEqual([[1, 'setting']]);
  });

  it('the settings that a file dialog saves are noise', () => {
    const desktop = settingsStores.find(({ name }) => name === 'desktop');
    const counts = (key: string) => desktop?.counts(key);
    expect(counts('/org/gtk/settings/file-chooser/location-mode')).toBe(false);
    expect(counts('/org/gtk/gtk4/settings/file-chooser/show-hidden')).toBe(false);
    expect(counts('/org/gnome/desktop/screensaver/lock-enabled')).toBe(true);
  });
});
