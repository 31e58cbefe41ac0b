import { isMalformed, isTooDeep, rethrowUnless } from '../../../base/expected-errors.ts';

export interface FormField {
  name: string;
  value: string;
  in: 'query' | 'body';
}

export interface FormFile {
  field: string;
  name: string;
  type: string;
  content: Buffer;
}

export interface PostedForm {
  fields: FormField[];
  files: FormFile[];
}

const mostFields = 500;

/**
 * Parses the query, urlencoded and multipart forms, JSON and plain text. Any other body is a file. Skips damaged parts.
 */
export function formContent(path: string, headers: Readonly<Record<string, string>>, body: Buffer): PostedForm {
  const type = headers['content-type'] ?? '';
  const fields = pairs(path.split('?').slice(1).join('?').replace(/#.*$/s, ''), 'query');
  const rest = bodyContent(type, headers, body);
  return { fields: [...fields, ...rest.fields].slice(0, mostFields), files: rest.files.slice(0, mostFields) };
}

function bodyContent(type: string, headers: Readonly<Record<string, string>>, body: Buffer): PostedForm {
  if (body.length === 0) return { fields: [], files: [] };
  const boundary = /^multipart\/.*boundary=(?:"([^"]+)"|([^;\s]+))/is.exec(type);
  if (boundary !== null) return multipart(body, boundary[1] ?? boundary[2] ?? '');
  if (/^application\/x-www-form-urlencoded/i.test(type))
    return { fields: pairs(body.toString('utf8'), 'body'), files: [] };
  if (/^application\/(?:[\w.+-]+\+)?json/i.test(type)) return { fields: jsonFields(body), files: [] };
  if (/^text\/plain/i.test(type))
    return { fields: [{ name: '', value: body.toString('utf8'), in: 'body' }], files: [] };
  const name = /filename\*?=(?:UTF-8'')?"?([^";]+)/i.exec(headers['content-disposition'] ?? '')?.[1] ?? '';
  return { fields: [], files: [{ field: '', name, type, content: body }] };
}

function pairs(text: string, where: FormField['in']): FormField[] {
  if (text === '') return [];
  return text
    .split('&', mostFields)
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      const [name, value] = at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      return { name: decoded(name), value: decoded(value), in: where };
    });
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch (error) {
    rethrowUnless(error, isMalformed);
    return spaced;
  }
}

function jsonFields(body: Buffer): FormField[] {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value !== 'object' || value === null) return [{ name: '', value: String(value), in: 'body' }];
    return Object.entries(value).map(([name, member]) => ({
      name,
      value: typeof member === 'string' ? member : JSON.stringify(member),
      in: 'body',
    }));
  } catch (error) {
    rethrowUnless(error, isMalformed, isTooDeep);
    return [{ name: '', value: body.toString('utf8'), in: 'body' }];
  }
}

function multipart(body: Buffer, boundary: string): PostedForm {
  const found: PostedForm = { fields: [], files: [] };
  const mark = Buffer.from(`--${boundary}`);
  let at = body.indexOf(mark);
  while (at !== -1 && found.fields.length + found.files.length < mostFields) {
    const start = at + mark.length;
    const next = body.indexOf(Buffer.concat([Buffer.from('\r\n'), mark]), start);
    const part = body.subarray(start, next === -1 ? body.length : next);
    const end = part.indexOf('\r\n\r\n');
    if (end !== -1) addPart(found, part.subarray(0, end).toString('utf8'), part.subarray(end + 4));
    at = next === -1 ? -1 : next + 2;
  }
  return found;
}

function addPart(found: PostedForm, head: string, content: Buffer): void {
  const field = /;\s*name="((?:[^"\\]|\\.)*)"/i.exec(head)?.[1] ?? '';
  const name = /;\s*filename="((?:[^"\\]|\\.)*)"/i.exec(head)?.[1];
  const type = /^content-type:\s*(.+)$/im.exec(head)?.[1]?.trim() ?? '';
  if (name === undefined) found.fields.push({ name: field, value: content.toString('utf8'), in: 'body' });
  // An empty file field is skipped.
  else if (name !== '' || content.length > 0) found.files.push({ field, name, type, content });
}
