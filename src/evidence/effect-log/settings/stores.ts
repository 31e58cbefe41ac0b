import { isMalformed, isTooDeep, rethrowUnless } from '../../../base/expected-errors.ts';
import { settingsIn } from './settings-file.ts';

/** A file in which an application keeps its settings. */
export interface SettingsStore {
  name: 'desktop' | 'browser' | 'mail' | 'office';
  path: RegExp;
  /** Settings by name; null where the file can't be read as such. */
  read(content: Buffer): Map<string, string> | null;
  /** True for settings that people or attackers change on purpose; all others are an application's own notes. */
  counts(key: string): boolean;
}

const profile = '^/(?:home/[^/]+|root)/';

export const settingsStores: readonly SettingsStore[] = [
  {
    name: 'desktop',
    path: new RegExp(`${profile}\\.config/dconf/user$`),
    read: settingsIn,
    // How a file dialog was last used is noted by GTK itself.
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
    counts: (key) =>
      /^(?:safebrowsing\.(?:enabled|enhanced)|download\.(?:prompt_for_download|default_directory)|credentials_enable_service|profile\.(?:cookie_controls_mode|default_content_setting_values\.\w+|password_manager_enabled)|extensions\.ui\.developer_mode|homepage|homepage_is_newtabpage|session\.(?:restore_on_startup|startup_urls)|https_only_mode_enabled|enable_do_not_track|proxy\..*|dns_over_https\..*|default_search_provider_data\.template_url_data\.url)$/.test(
        key,
      ),
  },
  {
    name: 'mail',
    path: new RegExp(`${profile}\\.thunderbird/(?:[^/]+/)?prefs\\.js$`),
    read: (content) => preferences(content.toString('utf8')),
    counts: (key) =>
      /^(?:mail\.phishing\.detection\.\w+|mailnews\.message_display\.(?:disable_remote_image|allow_plugins)|mailnews\.display\.html_as|javascript\.enabled|network\.proxy\.(?:type|http|ssl|socks|autoconfig_url)|security\.(?:enterprise_roots\.enabled|OCSP\.enabled|tls\.version\.min)|signon\.rememberSignons|xpinstall\.\w+(?:\.\w+)?|extensions\.autoDisableScopes|mail\.(?:server|smtpserver)\.[^.]+\.(?:hostname|socketType|authMethod|try_ssl)|mail\.identity\.[^.]+\.(?:useremail|reply_to|doBccList|doCcList|autoEncryptDrafts|sign_mail))$/.test(
        key,
      ),
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
