import { home } from '../home.ts';

/** True where a text names one of these paths, absolute or from the home folder (`~/x`, `$HOME/x`). */
export function namesAny(text: string, paths: readonly string[]): boolean {
  return paths.some((path) => {
    const below = path.startsWith(`${home}/`) ? path.slice(home.length) : null;
    const forms = [path, ...(below === null ? [] : [`~${below}`, `$HOME${below}`, `\${HOME}${below}`])];
    return forms.some((form) => text.includes(form));
  });
}
