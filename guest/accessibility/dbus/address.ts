/** Returns the socket's path, or an abstract name with a leading NUL; null if the address has neither. */
export function socketPathOfAddress(address: string): string | null {
  for (const alternative of address.split(';')) {
    if (!alternative.startsWith('unix:')) continue;
    for (const pair of alternative.slice('unix:'.length).split(',')) {
      const [key, value] = pair.split('=', 2);
      if (value === undefined) continue;
      if (key === 'path') return unescapeAddress(value);
      if (key === 'abstract') return `\0${unescapeAddress(value)}`;
    }
  }
  return null;
}

function unescapeAddress(value: string): string {
  return value.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
