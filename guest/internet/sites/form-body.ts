export interface FormContent {
  fields: Map<string, string>;
  files: { field: string; name: string; type: string; content: Buffer }[];
}

export const emptyForm = (): FormContent => ({ fields: new Map(), files: [] });

/** Skips parts of the form that can't be parsed. */
export function readForm(type: string, body: Buffer): FormContent {
  const form = emptyForm();
  const boundary = /^multipart\/form-data;.*boundary=(?:"([^"]+)"|([^;\s]+))/is.exec(type);
  if (boundary !== null) readMultipart(form, body, boundary[1] ?? boundary[2] ?? '');
  else if (/^application\/x-www-form-urlencoded/i.test(type))
    for (const [name, value] of new URLSearchParams(body.toString('utf8'))) form.fields.set(name, value);
  else if (/^application\/json/i.test(type)) readJson(form, body);
  else if (body.length > 0) form.fields.set('', body.toString('utf8'));
  return form;
}

function readMultipart(form: FormContent, body: Buffer, boundary: string): void {
  const mark = Buffer.from(`--${boundary}`);
  let from = body.indexOf(mark);
  while (from >= 0) {
    const start = from + mark.length;
    const next = body.indexOf(mark, start);
    const part = body.subarray(start, next < 0 ? body.length : next);
    const split = part.indexOf('\r\n\r\n');
    if (split > 0) {
      const head = part.subarray(0, split).toString('utf8');
      const content = part.subarray(split + 4, next < 0 ? part.length : part.length - 2);
      const name = /[; ]name="([^"]*)"/i.exec(head)?.[1] ?? '';
      const file = /filename="([^"]*)"/i.exec(head)?.[1];
      if (file === undefined) form.fields.set(name, content.toString('utf8'));
      else if (file !== '') form.files.push({ field: name, name: file, type: typeIn(head), content });
    }
    from = next;
  }
}

function typeIn(head: string): string {
  return /^content-type:\s*([^\s;]+)/im.exec(head)?.[1] ?? 'application/octet-stream';
}

function readJson(form: FormContent, body: Buffer): void {
  try {
    for (const [name, value] of Object.entries(JSON.parse(body.toString('utf8')) as object))
      form.fields.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  } catch {
    form.fields.set('', body.toString('utf8'));
  }
}
