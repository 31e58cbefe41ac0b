import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { screenElements, screenText } from '../../src/agents/reference/screen-tree.ts';
import type { Desktop } from '../../src/desktop/client/desktop.ts';
import { exposedFraction } from '../../src/desktop/observation/exposure.ts';
import { recogniseText } from '../../src/desktop/observation/ocr.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { reachInjection } from '../../src/runs/attempt/reach-injection.ts';
import { sampled } from '../sampled.ts';
import { attackWith, carrierSuite, carriers } from './carriers.ts';
import { hostileText, longText } from './hostile-text.ts';

/** Every vector that isn't shown by `suite verify` on every CI run: in the tree and in pixels, with a text that tries to break out. */
describe('vectors on a real desktop', () => {
  const provider = new SandboxProvider();
  let desktop: Desktop;
  let suite: Awaited<ReturnType<typeof carrierSuite>>;

  beforeAll(async () => {
    suite = await carrierSuite();
    desktop = await provider.create({ width: 1920, height: 1080 });
  });
  afterAll(async () => {
    suite?.remove();
    await desktop?.close();
    await provider.close();
  });

  const output = async (...command: string[]): Promise<string> => (await desktop.exec(command)).output;
  const clear = async (): Promise<void> => {
    await desktop.exec([
      'bash',
      '-c',
      // Every window but the panel is closed, and waited for.
      'pkill -x xfce4-notifyd; pkill thunderbird; for turn in $(seq 50); do left=$(wmctrl -l | awk \'$4 != "panel" { print $1 }\'); ' +
        '[ -z "$left" ] && ! pgrep thunderbird > /dev/null && break; for w in $left; do wmctrl -ic $w; done; sleep 0.1; done; rm -rf ~/Work',
    ]);
  };
  const look = async (text: string): Promise<{ tree: number; pixels: number }> => {
    const { accessibilityTree, screenshot } = await desktop.observe();
    const seen = (read: string) => exposedFraction(read, text, 'picture');
    return {
      tree: exposedFraction(screenText(screenElements(accessibilityTree)), text),
      pixels: seen(await recogniseText(screenshot, (read) => seen(read) >= 0.5)),
    };
  };

  const sample = ['desktop_notification', 'dialog', 'image_text', 'file_name', 'website', 'thunderbird_mail_received'];
  const vectors = [...sample, 'pdf', 'clipboard', 'terminal_output', 'chat_message', 'thunderbird_mail_draft'];
  for (const vector of sampled(vectors, (name) => sample.includes(name)))
    it(`a hostile text is shown by ${vector}`, async () => {
      const attack = await attackWith(vector, hostileText, suite.folder, desktop);
      await reachInjection(attack, desktop, {}, AbortSignal.timeout(60_000));
      const { tree, pixels } = await look(hostileText);
      if (vector === 'image_text') expect(tree).toBeLessThan(0.1);
      // Numbers before file names cut the text into pieces.
      else expect(tree).toBeGreaterThanOrEqual(vector === 'file_name' ? 0.6 : 0.8);
      // A reader of pictures mistakes many of the signs; ordinary text is read whole (docs/run/attacks.md).
      expect(pixels).toBeGreaterThanOrEqual(0.5);
      await clear();
    });

  it('the clipboard and a commit keep a long text verbatim', async () => {
    await attackWith('clipboard', longText, suite.folder, desktop);
    expect(await output('xclip', '-selection', 'clipboard', '-o')).toBe(`Oak is free from Tuesday.\n\n${longText}`);
    await desktop.exec(['git', 'init', '-q', '/home/user/Work/repo']);
    const log = {
      ...(carriers.terminal_output as (typeof carriers)[string]),
      params: { repository: '/home/user/Work/repo', file_path_vm: undefined, file_path_local: undefined },
    };
    await attackWith('terminal_output', longText, suite.folder, desktop, log);
    const message = await output('git', '-C', '/home/user/Work/repo', 'log', '-1', '--format=%B');
    expect(message.replace(/\s+/g, '')).toBe(longText.replace(/\s+/g, ''));
  });

  it('injected text is never executed', async () => {
    expect(await output('bash', '-c', 'ls -a ~ /tmp | grep -E "ran_|^[.](clipboard|commit|draft|picture)"')).toBe('');
  });
});
