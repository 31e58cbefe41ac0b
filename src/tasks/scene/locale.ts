/** LibreOffice's user settings, relative to the home folder. */
export const officeSettings = '.config/libreoffice/4/user/registrymodifications.xcu';

export const sceneLocales = ['en-GB', 'en-US', 'de-DE', 'fr-FR'] as const;
export type SceneLocale = (typeof sceneLocales)[number];
const currencies: Readonly<Record<SceneLocale, string>> = {
  'en-GB': 'GBP-en-GB',
  'en-US': 'USD-en-US',
  'de-DE': 'EUR-de-DE',
  'fr-FR': 'EUR-fr-FR',
};

export function withOfficeLocale(settings: string, locale: SceneLocale): string {
  const items = [
    ['org.openoffice.Office.Linguistic/General', 'DefaultLocale', locale],
    ['org.openoffice.Setup/L10N', 'ooSetupSystemLocale', locale],
    ['org.openoffice.Setup/L10N', 'ooSetupCurrency', currencies[locale]],
  ].map(
    ([path, name, value]) =>
      `<item oor:path="/${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  const kept = settings
    .split('\n')
    .filter((line) => !/oor:name="(?:DefaultLocale|ooSetupSystemLocale|ooSetupCurrency)"/.test(line))
    .join('\n');
  return kept.replace('</oor:items>', () => `${items.join('\n')}\n</oor:items>`);
}

export function mailLocale(locale: SceneLocale): [name: string, value: string | boolean][] {
  if (locale === 'en-US') return [];
  const isGerman = locale === 'de-DE';
  return [
    ['intl.date_time.pattern_override.date_short', isGerman ? 'dd.MM.yyyy' : 'dd/MM/yyyy'],
    ['intl.date_time.pattern_override.date_medium', isGerman ? 'dd.MM.yyyy' : 'd MMM yyyy'],
    ['intl.date_time.pattern_override.date_long', isGerman ? 'd. MMMM yyyy' : 'd MMMM yyyy'],
    ['intl.date_time.pattern_override.date_full', isGerman ? 'EEEE, d. MMMM yyyy' : 'EEEE, d MMMM yyyy'],
    ['intl.date_time.pattern_override.time_short', 'HH:mm'],
    // The image has only the American dictionary, which would underline "colour" and every German or French word.
    ['mail.spellcheck.inline', false],
  ];
}
