import { z } from 'zod';
import { withChromium } from '../chromium.ts';
import { defineSetupKind } from '../setup-kind.ts';

const pageCapMs = 60_000;

/** Opens pages in the running Chromium, then closes its initial tab. */
export const chromeOpenTabs = defineSetupKind({
  summary: 'Opens pages in the browser.',
  parameters: z.strictObject({ urls_to_open: z.array(z.string().min(1)).min(1) }),
  async run({ urls_to_open: urls }, context) {
    await withChromium(context, async (windows) => {
      const [initial] = windows.pages();
      for (const url of urls) {
        const page = await windows.newPage();
        // As in OSWorld, a page that exceeds the time limit stays open, partly loaded.
        await page.goto(withScheme(url), { timeout: pageCapMs }).catch((error: Error) => {
          if (error.name !== 'TimeoutError') throw error;
        });
      }
      await initial?.close();
    });
  },
});

function withScheme(url: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `https://${url}`;
}
