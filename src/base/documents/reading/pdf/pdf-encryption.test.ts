import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../read-document.ts';

async function encrypted(
  algorithm: 'AES-256' | 'AES-128' | 'RC4-128' | 'RC4-40',
  { userPassword, hasObjectStreams }: { userPassword: string; hasObjectStreams: boolean },
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage().drawText('The minutes of May');
  document.setTitle('Held back');
  document.encrypt({ userPassword, ownerPassword: 'owner', algorithm, allowWeakCryptography: true });
  return document.save({ useObjectStreams: hasObjectStreams });
}

describe('encrypted PDF files', () => {
  it.each(['AES-256', 'AES-128', 'RC4-128', 'RC4-40'] as const)(
    'an encrypted PDF is read only if it opens without a password: %s',
    async (algorithm) => {
      for (const hasObjectStreams of [true, false]) {
        const { body, asides, unread } = readDocument(
          await encrypted(algorithm, { userPassword: '', hasObjectStreams }),
        );
        expect(body).toContain('The minutes of May');
        // pdf-lib encrypts no strings outside of streams.
        if (hasObjectStreams) expect(asides).toContainEqual({ place: 'metadata', text: 'Held back' });
        expect(unread).toEqual([]);
        expect(readDocument(await encrypted(algorithm, { userPassword: 'x', hasObjectStreams }))).toEqual({
          body: null,
          asides: [],
          unread: ['It is encrypted, and opens only with a password or certificate.'],
        });
      }
    },
  );
});
