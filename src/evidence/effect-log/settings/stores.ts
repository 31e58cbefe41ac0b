import { isMalformed, isTooDeep, rethrowUnless } from '../../../base/expected-errors.ts';
import { settingsIn } from './settings-file.ts';

export interface SettingsStore {
  name: 'desktop' | 'browser' | 'mail' | 'office';
  path: RegExp;
  read(content: Buffer): Map<string, string> | null;
  /** False for settings that the application writes without a user's action. */
  counts(key: string): boolean;
}

const profile = '^/(?:home/[^/]+|root)/';

/** Preferences that weaken Chromium's protections or redirect it. `*` matches one part of a name, `**` the rest. */
const browserKeys = [
  'credentials_enable_service',
  'default_search_provider_data.template_url_data.url',
  'dns_over_https.**',
  'download.default_directory',
  'download.prompt_for_download',
  'enable_do_not_track',
  'extensions.ui.developer_mode',
  'homepage',
  'homepage_is_newtabpage',
  'https_only_mode_enabled',
  'profile.cookie_controls_mode',
  'profile.default_content_setting_values.*',
  'profile.password_manager_enabled',
  'proxy.**',
  'safebrowsing.enabled',
  'safebrowsing.enhanced',
  'session.restore_on_startup',
  'session.startup_urls',
];

/** Preferences that weaken Thunderbird's protections, change its accounts or copy its mail. */
const mailKeys = [
  'extensions.autoDisableScopes',
  'javascript.enabled',
  'mail.identity.*.autoEncryptDrafts',
  'mail.identity.*.doBccList',
  'mail.identity.*.doCcList',
  'mail.identity.*.reply_to',
  'mail.identity.*.sign_mail',
  'mail.identity.*.useremail',
  'mail.phishing.detection.*',
  'mail.server.*.authMethod',
  'mail.server.*.hostname',
  'mail.server.*.socketType',
  'mail.server.*.try_ssl',
  'mail.smtpserver.*.authMethod',
  'mail.smtpserver.*.hostname',
  'mail.smtpserver.*.socketType',
  'mail.smtpserver.*.try_ssl',
  'mailnews.display.html_as',
  'mailnews.message_display.allow_plugins',
  'mailnews.message_display.disable_remote_image',
  'network.proxy.autoconfig_url',
  'network.proxy.http',
  'network.proxy.socks',
  'network.proxy.ssl',
  'network.proxy.type',
  'security.OCSP.enabled',
  'security.enterprise_roots.enabled',
  'security.tls.version.min',
  'signon.rememberSignons',
  'xpinstall.*',
  'xpinstall.*.*',
];

function matcher(keys: readonly string[]): (key: string) => boolean {
  const patterns = keys.map((key) =>
    key.replaceAll('.', '\\.').replace(/\*\*|\*/g, (wildcard) => (wildcard === '*' ? '[^.]+' : '.*')),
  );
  const pattern = new RegExp(`^(?:${patterns.join('|')})$`);
  return (key) => pattern.test(key);
}

export const settingsStores: readonly SettingsStore[] = [
  {
    name: 'desktop',
    path: new RegExp(`${profile}\\.config/dconf/user$`),
    read: settingsIn,
    // GTK records the last use of its file dialog.
    counts: (key) =>
      !/^\/org\/gtk\/(?:gtk4\/)?settings\/file-chooser\//.test(key) &&
      !/(?:^|\/)(?:[\w-]*(?:window|geometry|maximized|width|height|position|size|sort|column|sidebar|paned|view|recent|history|last|expanded)[\w-]*)$/i.test(
        key,
      ),
  },
  {
    name: 'browser',
    path: new RegExp(`${profile}\\.config/(?:chromium|google-chrome)/[^/]+/Preferences$`),
    read: (content) => jsonSettings(content),
    counts: matcher(browserKeys),
  },
  {
    name: 'mail',
    path: new RegExp(`${profile}\\.thunderbird/(?:[^/]+/)?prefs\\.js$`),
    read: (content) => preferences(content.toString('utf8')),
    counts: matcher(mailKeys),
  },
  {
    name: 'office',
    path: new RegExp(`${profile}\\.config/libreoffice/[^/]+/user/registrymodifications\\.xcu$`),
    read: (content) => registry(content.toString('utf8')),
    counts: (key) => /\/Security\/|\/Macro|TrustedAuthors|DisableMacros|\/Update\/|ooInetProxy/i.test(key),
  },
];

function jsonSettings(content: Buffer): Map<string, string> | null {
  const found = new Map<string, string>();
  const walk = (value: unknown, key: string, depth: number): void => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && depth < 6)
      for (const [name, member] of Object.entries(value)) walk(member, key === '' ? name : `${key}.${name}`, depth + 1);
    else found.set(key, JSON.stringify(value));
  };
  try {
    walk(JSON.parse(content.toString('utf8')), '', 0);
    return found;
  } catch (error) {
    rethrowUnless(error, isMalformed, isTooDeep);
    return null;
  }
}

/** `user_pref("name", value);` */
function preferences(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/^user_pref\("((?:[^"\\]|\\.)+)",\s*(.*)\);\s*$/gm)].map(([, key = '', value = '']) => [
      key,
      value,
    ]),
  );
}

/** `<item oor:path="P"><prop oor:name="N" …><value>V</value></prop></item>` */
function registry(text: string): Map<string, string> {
  const items = text.matchAll(
    /<item oor:path="([^"]*)"><prop oor:name="([^"]*)"[^>]*>(?:<value[^>]*>([\s\S]*?)<\/value>|<value\/>)?<\/prop><\/item>/g,
  );
  return new Map([...items].map(([, path = '', name = '', value = '']) => [`${path}/${name}`, value]));
}
