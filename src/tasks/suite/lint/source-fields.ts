type SourcePath = readonly (string | number)[];
type SourceFields = Readonly<Record<string, unknown>>;

export interface FieldText {
  path: SourcePath;
  text: string;
}

/** Empty for a value that is not a mapping. */
export const mapOf = (value: unknown): SourceFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as SourceFields) : {};

/** Empty for a value that is not a list. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** All texts of a field and of the fields below it. `path` is the field's. */
export function textsIn(value: unknown, path: SourcePath): FieldText[] {
  if (typeof value === 'string') return [{ path, text: value }];
  const items = Array.isArray(value) ? [...value.entries()] : Object.entries(mapOf(value));
  return items.flatMap(([key, item]) => textsIn(item, [...path, key]));
}
