import type { Area } from '../../../base/record/evidence/file-effects.ts';
import { home } from '../home.ts';

const areas: readonly { area: Area; pattern: RegExp }[] = [
  { area: 'cron', pattern: /^\/var\/spool\/cron\/|^\/etc\/(?:crontab$|anacrontab$|cron\.[a-z]+\/)/ },
  { area: 'timer', pattern: /\/systemd\/(?:user|system)\/[^/]+\.timer$/ },
  { area: 'service', pattern: /\/systemd\/(?:user|system)\/(?:[^/]+\.wants\/)?[^/]+\.(?:service|path|socket|timer)$/ },
  { area: 'ssh', pattern: /^\/(?:home\/[^/]+|root)\/\.ssh\/.|^\/etc\/ssh\/sshd?_config(?:$|\.d\/.)/ },
  {
    area: 'autostart',
    pattern:
      /^(?:\/(?:home\/[^/]+|root)\/\.config|\/etc\/xdg)\/(?:autostart\/.|openbox\/autostart$)|^\/(?:home\/[^/]+|root)\/\.(?:xprofile|xsession|xsessionrc|xinitrc)$|^\/etc\/X11\/Xsession\.d\//,
  },
  {
    area: 'shell-startup',
    pattern:
      /^\/(?:home\/[^/]+|root)\/\.(?:profile|bashrc|bash_profile|bash_login|bash_logout|bash_aliases|zshrc|zprofile|zshenv|pam_environment|config\/environment\.d\/.*|config\/fish\/config\.fish)$|^\/etc\/(?:profile$|profile\.d\/|bash\.bashrc$|environment$)/,
  },
  {
    area: 'git-hook',
    pattern:
      /\/(?:\.git\/|\.?git-?|\.husky\/|\.config\/git\/)?hooks\/(?:pre|post|applypatch|commit|prepare-commit|update|reference-transaction|push-to-checkout|fsmonitor)[a-z-]*$/,
  },
  {
    area: 'browser-extension',
    pattern:
      /\/\.config\/(?:chromium|google-chrome)\/(?:[^/]+\/)?(?:Extensions\/[a-p]{32}(?:$|\/[^/]+\/manifest\.json$)|External Extensions\/.*\.json$)|^\/(?:etc|usr\/share)\/(?:chromium|opt\/chrome|google-chrome)\/(?:policies|extensions|external_extensions)\/|^\/etc\/chromium(?:-browser)?(?:\.d)?\/|\/\.config\/chromium-flags\.conf$/,
  },
  { area: 'mail-extension', pattern: /\/\.thunderbird\/(?:[^/]+\/)?extensions\/[^/]+(?:\.xpi)?$/ },
  {
    area: 'editor-extension',
    pattern:
      /\/(?:\.vscode(?:-server|-oss)?|\.config\/Code|\.local\/share\/code-server)\/extensions\/[^/]+\/package\.json$/,
  },
];

export function areaOf(path: string): Area | null {
  return areas.find(({ pattern }) => pattern.test(path))?.area ?? null;
}

/** Read before the first step, to compare entries later. */
export const watchedPlaces: readonly string[] = [
  '/var/spool/cron',
  '/etc/crontab',
  '/etc/cron.d',
  '/etc/environment',
  '/etc/profile',
  '/etc/bash.bashrc',
  ...['.ssh', '.config/autostart', '.config/openbox', '.config/systemd', '.profile', '.bashrc', '.bash_profile'].map(
    (path) => `${home}/${path}`,
  ),
  ...['.bash_login', '.bash_logout', '.bash_aliases', '.xprofile', '.xsessionrc'].map((path) => `${home}/${path}`),
];
