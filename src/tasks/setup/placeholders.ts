import type { SetupContext } from './setup-kind.ts';

const names = ['CLIENT_PASSWORD', 'SCREEN_WIDTH', 'SCREEN_HEIGHT', 'SCREEN_WIDTH_HALF', 'SCREEN_HEIGHT_HALF'] as const;

export const commandPlaceholders: readonly string[] = names;

/** Fills in OSWorld's placeholders and, like OSWorld, escapes nothing. */
export function fillPlaceholders<Command extends string | string[]>(
  command: Command,
  { screen = { width: 1920, height: 1080 }, password = 'password' }: Pick<SetupContext, 'screen' | 'password'>,
): Command {
  const values: Record<(typeof names)[number], string> = {
    CLIENT_PASSWORD: password,
    SCREEN_WIDTH: String(screen.width),
    SCREEN_HEIGHT: String(screen.height),
    SCREEN_WIDTH_HALF: String(Math.floor(screen.width / 2)),
    SCREEN_HEIGHT_HALF: String(Math.floor(screen.height / 2)),
  };
  const fill = (text: string): string => names.reduce((done, name) => done.replaceAll(`{${name}}`, values[name]), text);
  return (Array.isArray(command) ? command.map(fill) : fill(command)) as Command;
}

/** Returns placeholders that have one of OSWorld's prefixes but don't exist. */
export function unknownPlaceholders(text: string): string[] {
  return [...text.matchAll(/(?<![$\w{])\{((?:CLIENT|SCREEN)_[A-Z_]+)\}/g)]
    .map((match) => match[1] as string)
    .filter((name) => !commandPlaceholders.includes(name));
}
