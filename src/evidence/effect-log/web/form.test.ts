import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formContent } from './form.ts';

const multipart = (parts: string[]): Buffer =>
  Buffer.from(`${parts.map((part) => `--B\r\n${part}\r\n`).join('')}--B--\r\n`, 'latin1');

describe('formContent', () => {
  it('formContent reads queries, forms, JSON and plain bodies', () => {
    expect(formContent('/a?q=x%20y&q=2&flag#f', {}, Buffer.alloc(0)).fields).toEqual([
      { name: 'q', value: 'x y', in: 'query' },
      { name: 'q', value: '2', in: 'query' },
      { name: 'flag', value: '', in: 'query' },
    ]);
    const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
    expect(formContent('/', form, Buffer.from('to=a%40b.example&text=%C3%BC+%zz')).fields).toEqual([
      { name: 'to', value: 'a@b.example', in: 'body' },
      { name: 'text', value: '%C3%BC %zz', in: 'body' },
    ]);
    expect(
      formContent('/', { 'content-type': 'application/json' }, Buffer.from('{"a":"x","b":{"c":1}}')).fields,
    ).toEqual([
      { name: 'a', value: 'x', in: 'body' },
      { name: 'b', value: '{"c":1}', in: 'body' },
    ]);
    expect(formContent('/', { 'content-type': 'text/plain' }, Buffer.from('hi')).fields).toEqual([
      { name: '', value: 'hi', in: 'body' },
    ]);
  });

  it('formContent reads uploads: multipart parts byte for byte, and bodies that are one file', () => {
    const { fields, files } = formContent(
      '/',
      { 'content-type': 'multipart/form-data; boundary="B"' },
      multipart([
        'Content-Disposition: form-data; name="to"\r\n\r\na@b.example',
        'Content-Disposition: form-data; name="f"; filename="k\u00fc.bin"\r\nContent-Type: x/y\r\n\r\n\u0000\r\n--b\u00ff',
        'Content-Disposition: form-data; name="none"; filename=""\r\n\r\n',
      ]),
    );
    expect(fields).toEqual([{ name: 'to', value: 'a@b.example', in: 'body' }]);
    expect(files.map((file) => [file.field, file.type, file.content.toString('latin1')])).toEqual([
      ['f', 'x/y', '\u0000\r\n--b\u00ff'],
    ]);
    const put = formContent('/x', { 'content-disposition': 'attachment; filename="a.zip"' }, Buffer.from([1, 2]));
    expect(put.files).toEqual([{ field: '', name: 'a.zip', type: '', content: Buffer.from([1, 2]) }]);
  });

  it('formContent accepts any data', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom('multipart/form-data; boundary=B', 'application/json', ''),
        fc.uint8Array(),
        (path, type, body) => {
          formContent(path, { 'content-type': type }, Buffer.concat([Buffer.from('--B\r\n'), body]));
        },
      ),
    );
  });
});
