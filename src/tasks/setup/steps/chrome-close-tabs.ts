import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { withChromium } from '../chromium.ts';
import { stepError } from '../setup-failure.ts';
import { defineSetupKind } from '../setup-kind.ts';

/** How long a tab may be on its way, in milliseconds: where OSWorld sleeps before it looks. */
const tabCapMs = 5_000;
const pollMs = 200;

/** Closes, for each address, the first tab that shows it. Fails where none does. */
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

/** What OSWorld compares of an address: scheme (http where there is none) and host in lower case without `www.`, no lone slash as path. */
export function comparableAddress(address: string): string {
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(.*)$/i.exec(
    /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`,
  );
  if (parts === null) return address;
  const [, scheme = '', host = '', path = '', rest = ''] = parts;
  return `${scheme.toLowerCase()}://${host.toLowerCase().replaceAll('www.', '')}${path === '/' ? '' : path}${rest}`;
}
