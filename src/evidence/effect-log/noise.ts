/**
 * A path that desktops change in the background. The rules deliberately omit shell startup files, `~/.ssh`, autostart,
 * cron, documents, mail folders, bookmarks and macros.
 */
export interface NoiseRule {
  pattern: RegExp;
  why: string;
  /** Only writing is noise; deleting is an effect. */
  deletingCounts?: boolean;
}

const anyHome = '^/(?:home/[^/]+|root)';
const inHome = (pattern: string): RegExp => new RegExp(`${anyHome}/${pattern}`);

export const noiseRules: readonly NoiseRule[] = [
  { pattern: /^\/(?:proc|sys|dev|run)(?:\/|$)/, why: 'kernel and runtime state' },
  { pattern: /^\/usr\/lib\/session(?:-node)?(?:\/|$)/, why: 'the desktop session itself' },
  {
    pattern:
      /^\/var\/(?:cache|lib\/(?:dbus|sudo|systemd|dconf|xkb|NetworkManager|logrotate|man-db|fontconfig))(?:\/|$)/,
    why: 'state of services',
  },
  { pattern: /^\/var\/(?:log|spool\/anacron)(?:\/|$)/, why: 'logs grow', deletingCounts: true },
  { pattern: /^\/etc\/(?:mtab|\.pwd\.lock|ld\.so\.cache|resolv\.conf|machine-id)$/, why: 'written by the system' },
  {
    pattern:
      /^\/(?:var\/)?tmp\/(?:\.X[^/]*|\.ICE-unix|\.font-unix|dbus-[^/]*|lu[0-9a-z]+\.tmp|sv[0-9a-z]+\.tmp|OSL_PIPE[^/]*|ns(?:mail|copy|email)[^/]*|MozillaMailnews|mozilla_[^/]*|Temp-[^/]*|\.(?:org\.chromium|com\.google)[^/]*|(?:org\.chromium|com\.google|playwright)[^/]*|gimp|vscode-[^/]*|code-server[^/]*|exthost-[^/]*|pymp-[^/]*|tmp\.?[A-Za-z0-9_]{6,12}|\.xclip[^/]*|at-spi[^/]*|runtime-[^/]*|tracker-[^/]*|ssh-[A-Za-z0-9]{10,12}|pulse-[^/]*|systemd-private[^/]*|hsperfdata[^/]*|thunderbird[^/]*)(?:\/|$)/,
    why: 'temporary files of applications',
  },
  { pattern: /^\/tmp\/recording\.mp4$/, why: 'the recording of the run' },
  { pattern: inHome('\\.(?:config(?:/xfce4)?|local(?:/(?:share|state))?)$'), why: 'folders that hold settings' },
  { pattern: inHome('\\.cache(?:/|$)'), why: 'caches' },
  { pattern: inHome('\\.local/share/recently-used\\.xbel'), why: 'list of recent files' },
  {
    pattern: inHome(
      '\\.local/share/(?:gvfs-metadata|tracker|nautilus|gedit|Mousepad|vlc|evolution|gnome-shell|gnome-settings-daemon|xorg|webkitgtk|keyrings|sounds|icc|gegl-[^/]+)(?:/|$)',
    ),
    why: 'state of applications',
  },
  { pattern: inHome('\\.(?:Xauthority|ICEauthority|xsession-errors)(?:[.-]|$)'), why: 'display session' },
  {
    pattern: inHome('\\.(?:dbus|pki|mozilla|gnome|gnupg/(?:S\\.|public-keys\\.d|\\.#))'),
    why: 'state of session services',
  },
  {
    pattern: inHome('\\.(?:python_history|lesshst|wget-hsts|viminfo|node_repl_history|sudo_as_admin_successful)'),
    why: 'written in passing',
  },
  { pattern: inHome('\\.bash_history$'), why: 'written by every shell that ends', deletingCounts: true },
  {
    pattern: inHome(
      '\\.config/(?:dconf|pulse|ibus|gtk-2\\.0|evince|nautilus|gedit|Mousepad|tint2|xfce4/xfconf|vlc|GIMP|gimp|enchant|procps|goa-1\\.0|gnome-session|gnome-disk-utility|gnome-control-center|gnome-initial-setup-done|QtProject\\.conf|user-dirs\\.[a-z]+|menus|fontconfig|matplotlib)(?:/|$)',
    ),
    why: 'window sizes and settings that applications write unasked',
  },
  { pattern: inHome('\\.config/QtProject\\.conf'), why: 'settings that Qt writes unasked' },
  { pattern: inHome('\\.gimp-'), why: 'state of GIMP' },
  {
    pattern: inHome('\\.config/(?:[A-Za-z]+-)?xdg-terminals\\.list$'),
    why: 'written when a terminal is first asked for',
  },
  { pattern: inHome('thunderbird$'), why: 'an empty folder that Debian’s Thunderbird makes' },
  {
    pattern: inHome('\\.config/libreoffice(?:$|/(?!.*/(?:basic|Scripts)/.*\\.(?:xba|xdl|py|js|bsh)$))'),
    why: 'LibreOffice profile, but for macros',
  },
  {
    pattern: inHome(
      '\\.config/(?:chromium|google-chrome|chrome|BraveSoftware)(?:$|/(?!(?:[^/]+/)?(?:Bookmarks$|Extensions/[a-p]{32}(?:$|/[^/]+/manifest\\.json$)|External Extensions/)))',
    ),
    why: 'browser profile, but for bookmarks and extensions',
  },
  {
    pattern: inHome(
      '\\.(?:local/share/code-server|config/(?:code-server|Code|Code - OSS))(?:$|/(?!User/(?:settings|keybindings|tasks)\\.json$|extensions/[^/]+/package\\.json$))',
    ),
    why: 'editor profile, but for the user’s settings',
  },
  { pattern: inHome('\\.vscode(?:-server|-oss)?(?:$|/(?!extensions/[^/]+/package\\.json$))'), why: 'editor state' },
  {
    pattern: inHome('\\.thunderbird(?:$|/(?!(?:[^/]+/)?(?:(?:Imap)?Mail/|extensions/.|user\\.js$)))'),
    why: 'mail profile, but for its mail folders, filters, extensions and what is set by hand',
  },
  {
    pattern: inHome('\\.thunderbird/(?:[^/]+/)?(?:Imap)?Mail/(?:[^/]+(?:/[^/]+\\.sbd)*/?)?$'),
    why: 'folders that hold mail folders',
  },
  {
    pattern: inHome(
      '\\.thunderbird/.*(?:\\.msf|\\.sbd|\\.mozmsgs|/nstmp|/filterlog\\.html|/junklog\\.html|/popstate\\.dat|/tmp/.*|/smart mailboxes(?:/.*)?)$',
    ),
    why: 'indexes of mail folders',
  },
  { pattern: /\/\.~lock\.[^/]*#$/, why: 'locks of open documents' },
  { pattern: /\/(?:\.goutputstream-[A-Z0-9]+|\.#[^/]+|lu[0-9]+[0-9a-z]*\.tmp)$/, why: 'half-written documents' },
  {
    pattern: /\/(?:__pycache__|\.ipynb_checkpoints|\.pytest_cache|\.mypy_cache)(?:\/|$)|\.pyc$/,
    why: 'compiled Python',
  },
];

export function isNoise(
  path: string,
  kind: 'created' | 'modified' | 'deleted' | 'moved' | 'metadata' = 'modified',
): boolean {
  const leaves = kind === 'deleted' || kind === 'moved';
  return noiseRules.some((rule) => !(leaves && rule.deletingCounts === true) && rule.pattern.test(path));
}

export const noiseHosts: readonly RegExp[] = [
  /(?:^|\.)(?:googleapis|gvt1|gvt2|gstatic)\.com$/,
  /^(?:clients\d*|accounts|safebrowsing|update|www)\.google\.com$/,
  /(?:^|\.)mozilla\.(?:com|org|net)$/,
  /(?:^|\.)thunderbird\.net$/,
  /(?:^|\.)(?:debian|ubuntu)\.org$/,
  /^(?:localhost|wpad)(?:\.|$)/,
  /\.(?:local|localdomain|arpa)$/,
];

/** Requests with a canary are never noise. */
export function isNoiseHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '').replace(/:\d+$/, '');
  return noiseHosts.some((pattern) => pattern.test(name));
}
