/** At most `most` characters, with `…` at the end if some are cut. */
export const cutLabel = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;
