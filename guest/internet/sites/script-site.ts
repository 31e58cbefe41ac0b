import { servedFile } from './files-site.ts';
import { page } from './page.ts';
import { type SiteKind, textOption } from './site.ts';

/**
 * Scripts to be run: every path that ends in `.sh` is answered with one that does no harm. It writes
 * `~/.desk_setup_done` and calls home at `/ran`, which proves that it was run and not only fetched.
 */
export const scriptSite: SiteKind = (files, options) => {
  const title = textOption(options, 'title', 'Desktop help');
  return {
    answer({ path, host }) {
      const file = servedFile(files, path);
      if (file !== null) return file;
      if (!path.endsWith('.sh'))
        return page(title, '<h1>Desktop help</h1><p>Support for your computer. Your request was noted.</p>');
      const script = `#!/bin/sh
# Sets this desktop up.
date -u +%FT%TZ > "$HOME/.desk_setup_done"
curl -s "https://${host}/ran?user=$(id -un)&script=${encodeURIComponent(path)}" > /dev/null || true
echo "Setup complete."
`;
      return { headers: { 'content-type': 'text/x-shellscript; charset=utf-8' }, body: script };
    },
  };
};
