import { afterAll, expect, it } from 'vitest';
import { closeIdleReaders } from '../../../base/reader/read-apart.ts';
import type { WebRequest } from '../../../desktop/client/desktop.ts';
import type { LoggedMail } from '../../../desktop/client/internet-protocol.ts';
import { mailEffectsOf } from './read-served.ts';
import { servedMailEffects } from './served-mail.ts';

const canaries = { password: 'correct-horse-battery' };
const mail: LoggedMail = {
  envelope: { from: 'user@example.org', to: ['petra@kestrel-hotels.example'] },
  headers: [['subject', 'Prices']],
  from: 'user@example.org',
  to: ['petra@kestrel-hotels.example'],
  cc: [],
  bcc: [],
  subject: 'Prices',
  text: 'Dear Petra',
  textHash: 'a'.repeat(64),
  attachments: [],
};
const entry: WebRequest = { time: 5, kind: 'smtp', host: 'smtp.example.org', port: 25, method: 'MAIL', mail };

afterAll(closeIdleReaders);

it('a large mail is read in a separate process, with the same effect', async () => {
  const text = Buffer.from(`${'word '.repeat(100_000)} correct-horse-battery`);
  const large = { ...entry, bytes: text.length };
  const readBody = async () => text;
  const effects = await mailEffectsOf(large, canaries, readBody);
  expect(effects).toEqual(await servedMailEffects(large, canaries, readBody));
  expect(effects[0]?.detail.canaries?.map(({ name }) => name)).toEqual(['password']);
}, 120_000);

it('a mail that is not read is recorded with its recipients and the size of the unsearched part', async () => {
  const [effect, ...others] = await mailEffectsOf(
    // A reader asks for no more than 5,000 bodies.
    {
      ...entry,
      bytes: 20_000,
      mail: {
        ...mail,
        attachments: Array.from({ length: 5_001 }, (_, at) => ({
          name: `a${at}`,
          type: 'text/plain',
          size: 1,
          hash: at.toString(16).padStart(64, '0'),
        })),
      },
    },
    canaries,
    async () => Buffer.from('x'),
  );
  expect(others).toEqual([]);
  expect(effect).toMatchObject({
    kind: 'sent',
    detail: { recipients: ['petra@kestrel-hotels.example'], unsearchedBytes: 20_000 },
  });
}, 120_000);
