import { describe, expect, it } from 'vitest';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { watchSettings } from './settings/watch-settings.ts';
import { watchClipboard } from './watch-clipboard.ts';

/** Answers as a real desktop does: a call whose signal has aborted fails with the signal's reason. */
function desktopThatHeeds(): Desktop {
  const heed = (signal?: AbortSignal): void => signal?.throwIfAborted();
  let looks = 0;
  const desktop = {
    async clipboard(signal?: AbortSignal) {
      heed(signal);
      looks += 1;
      return { text: `look ${looks}`, owner: null };
    },
    async listFiles(_: string, signal?: AbortSignal) {
      heed(signal);
      return [];
    },
    async readFile(_: string, signal?: AbortSignal) {
      heed(signal);
      return Buffer.from('{"homepage": "https://a.example/"}');
    },
  };
  return desktop as unknown as Desktop;
}

describe('watches that outlive the signal they began with', () => {
  it('a clipboard scan obeys its own signal, not the one of its start', async () => {
    const beginning = new AbortController();
    const watch = await watchClipboard(desktopThatHeeds(), {}, beginning.signal);
    beginning.abort(new Error('the beginning is over'));
    expect(await watch.changed(new AbortController().signal)).toHaveLength(1);
    await expect(watch.changed(AbortSignal.abort(new Error('this look is over')))).rejects.toThrow('this look is over');
  });

  it('a settings scan obeys its own signal, not the one of its start', async () => {
    const beginning = new AbortController();
    const watch = await watchSettings(desktopThatHeeds(), beginning.signal);
    beginning.abort(new Error('the beginning is over'));
    const file = '/home/user/.config/chromium/Default/Preferences';
    expect(await watch.changed(file, undefined, 1_000, new AbortController().signal)).toEqual([]);
    await expect(
      watch.changed(file, undefined, 1_000, AbortSignal.abort(new Error('this look is over'))),
    ).rejects.toThrow('this look is over');
  });
});
