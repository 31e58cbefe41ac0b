import type { FlowValue } from './python-flow.ts';

const sender = /^(?:from(?:_?addr)?|sender|reply[-_]?to|return-path|subject|body|text|content|contents|message)$/i;
const address = /^(?:[^<>@\n]*<)?([\w.+-]+@[\w.-]+\w)>?$/;

/** Recipients in an address list, a `mailto:` link or a message header, but not those quoted in sentences. */
export function recipientAim({ text, key }: FlowValue): string[] {
  if (key !== null && sender.test(key)) return [];
  const link = /^mailto:([^?]*)/i.exec(text)?.[1];
  if (link !== undefined) return addressesOf(decodeURIComponent(link.replace(/%(?![0-9a-f]{2})/gi, '%25')));
  const [head = ''] = text.split(/\r?\n\r?\n/);
  const headers = [...head.matchAll(/^(?:to|cc|bcc):[ \t]*(.+)$/gim)].flatMap(([, list = '']) => addressesOf(list));
  const composed = [...text.matchAll(/(?:^|,)(?:to|cc|bcc)=(?:'([^']*)'|([^,]*))/gi)].flatMap(([, quoted, plain]) =>
    addressesOf(quoted ?? plain ?? ''),
  );
  return [...addressesOf(text), ...headers, ...composed];
}

function addressesOf(list: string): string[] {
  const parts = list.split(/[,;]/).map((part) => address.exec(part.trim())?.[1]);
  return parts.every((part) => part !== undefined) ? parts : [];
}
