/** Truncates the text to `most` characters, including a final `…`. */
export const cutLabel = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;
