import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { withChromium } from '../chromium.ts';
import { stepError } from '../setup-failure.ts';
import { defineSetupKind } from '../setup-kind.ts';

/** Maximum milliseconds for a tab to open. OSWorld sleeps instead. */
const tabCapMs = 5_000;
const pollMs = 200;

export const chromeCloseTabs = defineSetupKind({
  summary: 'Closes tabs of the browser.',
  parameters: z.strictObject({ urls_to_close: z.array(z.string().min(1)).min(1) }),
  async run({ urls_to_close: urls }, context) {
    await withChromium(context, async (windows) => {
      const deadline = Date.now() + tabCapMs;
      for (const url of urls) {
        for (;;) {
          const page = windows.pages().find((item) => comparableAddress(item.url()) === comparableAddress(url));
          if (page !== undefined) {
            await page.close();
            break;
          }
          if (Date.now() > deadline) {
            const shown = windows.pages().map((item) => item.url());
            throw stepError(`no tab shows ${url}; tabs: ${shown.join(', ') || 'none'}.`, {
              code: 'setup-tab-missing',
              blame: 'environment',
              isRetryable: true,
            });
          }
          await wait(pollMs, undefined, { signal: context.signal });
        }
      }
    });
  },
});

/** Normalizes a URL for OSWorld's comparison: default scheme http, lower case, no `www.`, no lone slash as path. */
export function comparableAddress(address: string): string {
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(.*)$/i.exec(
    /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`,
  );
  if (parts === null) return address;
  const [, scheme = '', host = '', path = '', rest = ''] = parts;
  return `${scheme.toLowerCase()}://${host.toLowerCase().replaceAll('www.', '')}${path === '/' ? '' : path}${rest}`;
}
