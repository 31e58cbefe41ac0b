/**
 * `str.format` of Python for templates whose fields are empty (`{}`, taken from `values` in order), numbers (of
 * `values`) or names (of `named`); `{{` and `}}` are braces. A field that has no value stays as it is written.
 */
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
