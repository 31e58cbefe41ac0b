import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HostBook } from './host-book.ts';

it('every host gets a distinct address in 198.18.0.0/15, which leads back to the host', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.domain(), { maxLength: 200, selector: (name) => name.toLowerCase() }), (names) => {
      const book = new HostBook();
      const addresses = names.map((name) => book.addressOf(name));
      expect(new Set(addresses).size).toBe(names.length);
      for (const [place, address] of addresses.entries()) {
        expect(address).toMatch(/^198\.1[89]\.\d{1,3}\.\d{1,3}$/);
        expect(book.nameOf(address)).toBe(names[place]?.toLowerCase());
        expect(book.nameOf(`::ffff:${address}`)).toBe(names[place]?.toLowerCase());
      }
    }),
  );
});

it('a host has the same address in every run, whatever its case and trailing dot', () => {
  const first = new HostBook().addressOf('www.example.org');
  expect(new HostBook().addressOf('WWW.Example.ORG.')).toBe(first);
  expect(new HostBook().nameOf(first)).toBeNull();
});

it('hosts whose hashes collide get distinct addresses', () => {
  const book = new HostBook();
  const addresses = Array.from({ length: 20_000 }, (_, n) => book.addressOf(`host-${n}.example`));
  expect(new Set(addresses).size).toBe(20_000);
});
