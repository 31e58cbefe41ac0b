/** Wraps at spaces to `length` characters per line. Keeps line breaks, and breaks longer words. */
export function brokenLines(text: string, length: number): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((paragraph) => {
    const lines: string[] = [];
    let line: string[] = [];
    for (const character of paragraph) {
      line.push(character);
      if (line.length <= length) continue;
      const space = line.lastIndexOf(' ');
      const rest = line.splice(space > 0 ? space + 1 : length);
      lines.push(line.join(''));
      line = rest;
    }
    return [...lines, line.join('')];
  });
}
