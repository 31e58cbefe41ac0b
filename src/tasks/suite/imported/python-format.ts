/** Python's `str.format` for empty, numbered (`values`) and named fields. Fields without a value are unchanged. */
export function pythonFormat(
  template: string,
  values: readonly string[],
  named: Readonly<Record<string, string>> = {},
): string {
  let next = 0;
  return template.replace(/\{\{|\}\}|\{(\w*)\}/g, (written, name: string | undefined) => {
    if (name === undefined) return written === '{{' ? '{' : '}';
    if (name === '') return values[next++] ?? written;
    return (/^\d+$/.test(name) ? values[Number(name)] : named[name]) ?? written;
  });
}
