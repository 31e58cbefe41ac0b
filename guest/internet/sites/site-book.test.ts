import { expect, it } from 'vitest';
import { SiteBook } from './site-book.ts';

const file = (path: string, text: string) => ({ path, content: Buffer.from(text).toString('base64') });
const host = 'notes.lindenhof.example';
const emptyForm = { fields: new Map<string, string>(), files: [] };

function answer(book: SiteBook, path: string, text?: string): string {
  const form = text === undefined ? emptyForm : { fields: new Map([['text', text]]), files: [] };
  const method = text === undefined ? 'GET' : 'POST';
  const request = { method, host, path, query: new URLSearchParams(), form, cookie: '', isNavigation: false, bytes: 0 };
  return String(book.of(host).answer(request as Parameters<ReturnType<SiteBook['of']>['answer']>[0]).body ?? '');
}

it('a site shows another page from the second visit until it is placed again', () => {
  const book = new SiteBook();
  book.place({ host, files: [file('/a.html', 'calm'), file('/b.html', 'still')] });
  book.place({ host, fromSecondVisit: [file('/a.html', 'turned')] });
  expect(['/b.html', '/a.html', '/a.html', '/a', '/b.html'].map((path) => answer(book, path))).toEqual([
    'still',
    'calm',
    'turned',
    'turned',
    'still',
  ]);
  book.place({ host, fromSecondVisit: [file('/b.html', 'turned')] });
  book.place({ host, files: [file('/b.html', 'new')] });
  expect([answer(book, '/b.html'), answer(book, '/b.html')]).toEqual(['new', 'new']);
});

it('a message is added to a chat, whose earlier posts are kept', () => {
  const book = new SiteBook();
  book.place({ host, kind: 'chat', options: { messages: [{ author: 'A', text: 'first' }] } });
  answer(book, '/post', 'mine');
  book.place({ host, comes: { messages: [{ author: 'B', text: 'second' }] } });
  expect(answer(book, '/').match(/first|mine|second/g)).toEqual(['first', 'mine', 'second']);
  expect(() => new SiteBook().place({ host, comes: {} })).toThrow(/nothing can come/);
});
